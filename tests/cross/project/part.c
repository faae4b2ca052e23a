/* SPDX-License-Identifier: MIT */
#include "part.h"

__attribute__((noinline)) static int part_inner(int n)
{
	return n + 1;
}

int part_work(int n)
{
	int sum = 0;

	for (int i = 0; i < 3; i++)
		sum += part_inner(n);
	return sum;
}
