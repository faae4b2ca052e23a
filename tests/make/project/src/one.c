#include "parts.h"

int part_one(int i)
{
	return leaf(i) + leaf(i + 1);
}
