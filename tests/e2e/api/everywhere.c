/* SPDX-License-Identifier: MIT */
#include "everywhere.h"

extern inline int in_inline(int n);

int main(void)
{
	printf("%d %d %d %d\n", in_inline(1), in_static_inline(2), in_blocks(1), with_numbers(6));
	return 0;
}
