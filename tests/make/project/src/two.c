#include "parts.h"

int part_two(int i)
{
	return leaf(i) * 2;
}
