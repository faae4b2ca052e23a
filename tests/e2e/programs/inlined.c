/* SPDX-License-Identifier: MIT */
/*
 * Calls that the compiler inlines keep their hooks: counted, and nested under their caller.
 *
 * @calls main 1
 * @calls outer 100
 * @calls tiny 200
 * @calls tinier 400
 * @stacks 4
 * @at main;outer;tiny 200
 * @at main;outer;tiny;tinier 400
 * @open 0
 * @unwound 0
 */
#include <stdio.h>

static inline __attribute__((always_inline)) int tinier(int x)
{
	return x * 3;
}

static inline __attribute__((always_inline)) int tiny(int x)
{
	return tinier(x) + tinier(x + 1);
}

__attribute__((noinline)) static int outer(int x)
{
	return tiny(x) + tiny(x + 1);
}

int main(void)
{
	int x = 0;

	for (int i = 0; i < 100; i++)
		x += outer(i);
	printf("%d\n", x);
	return 0;
}
