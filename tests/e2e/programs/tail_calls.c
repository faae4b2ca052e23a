/* SPDX-License-Identifier: MIT */
/*
 * void functions tail-call their exit hook at -O2: the hook then stands in their place.
 *
 * @calls main 1
 * @calls first 50
 * @calls second 50
 * @calls third 100
 * @open 0
 * @unwound 0
 * @stacks 5
 * @at main;first 50
 * @at main;first;third 50
 * @at main;second 50
 * @at main;second;third 50
 */
#include <stdio.h>

static volatile int n;

__attribute__((noinline)) static void third(void)
{
	n = n + 1;
}

__attribute__((noinline)) static void first(void)
{
	third();
}

__attribute__((noinline)) static void second(void)
{
	n = n + 1;
	third();
}

int main(void)
{
	for (int i = 0; i < 50; i++) {
		first();
		second();
	}
	printf("%d\n", n);
	return 0;
}
