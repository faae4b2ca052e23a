/* SPDX-License-Identifier: MIT */
/*
 * longjmp out of four nested calls, three times: the frames are unwound, and what is called after
 * the jump lies directly under main again.
 *
 * @calls main 1
 * @calls deep 12
 * @calls after 3
 * @unwound 12
 * @open 0
 * @stacks 6
 * @at main;deep 3
 * @at main;deep;deep 3
 * @at main;deep;deep;deep 3
 * @at main;deep;deep;deep;deep 3
 * @at main;after 3
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf target;

__attribute__((noinline)) void deep(int n)
{
	if (n == 0)
		longjmp(target, 1);
	deep(n - 1);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void after(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	for (volatile int i = 0; i < 3; i++) {
		if (!setjmp(target))
			deep(3);
		after();
	}
	puts("done");
	return 0;
}
