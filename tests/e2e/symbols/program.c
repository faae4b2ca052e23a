/* SPDX-License-Identifier: MIT */
/* Three functions in two files; what the debug information is taken from. */
#include <stdio.h>
int second_one(int x);
__attribute__((noinline)) static int static_one(int x)
{
	__asm__ volatile("" ::: "memory");
	return x + 1;
}

int main(void)
{
	printf("%d\n", second_one(static_one(1)));
	return 0;
}
