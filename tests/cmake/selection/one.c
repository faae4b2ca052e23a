#include "inner.h"

int two(int x);

int main(void)
{
	return two(inner(1)) == 5 ? 0 : 1;
}
