/* SPDX-License-Identifier: MIT */
/* A function that gcc copies twice, for two values of an argument. */
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int scale(int x, int y)
{
	int result = 0;

	for (int i = 0; i < x; i++)
		result += i % y * y;
	return result;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 3; i++)
		argc += scale(argc + i, 7);
	for (int i = 0; i < 5; i++)
		argc += scale(argc + i, 9);
	printf("%d\n", argc);
	return 0;
}
