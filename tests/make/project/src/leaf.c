#include "parts.h"

int leaf(int i)
{
	return i + 1;
}
