/* SPDX-License-Identifier: MIT */
/*
 * A program with the runtime inside that fills many blocks.
 *
 * @calls main 1
 * @calls step 300000
 * @unmatched 0
 * @unwound 0
 * @lost 0
 * @at main;step 300000
 * @stacks 2
 */
#include <stdio.h>

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	for (int i = 0; i < 300000; i++)
		step();
	puts("done");
	return 0;
}
