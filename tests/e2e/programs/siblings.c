/* SPDX-License-Identifier: MIT */
/*
 * A call that is left by a jump, then siblings whose frames are larger or hold arguments.
 *
 * @calls main 1
 * @calls small 3
 * @calls large 3
 * @calls arguments 3
 * @unwound 3
 * @open 0
 * @stacks 4
 * @at main;small 3
 * @at main;large 3
 * @at main;arguments 3
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf target;
static volatile int sink;

__attribute__((noinline)) static void small(void)
{
	longjmp(target, 1);
}

__attribute__((noinline)) static int large(int n)
{
	volatile char bytes[400];

	bytes[n] = 1;
	sink = bytes[n];
	return sink;
}

__attribute__((noinline)) static int arguments(int a, int b, int c, int d, int e, int f, int g,
					       int h)
{
	volatile char bytes[300];

	bytes[g] = (char)h;
	sink = a + b + c + d + e + f;
	return bytes[g] + sink;
}

int main(void)
{
	for (volatile int i = 0; i < 3; i++) {
		if (!setjmp(target))
			small();
		large(3);
		arguments(1, 2, 3, 4, 5, 6, 7, 8);
	}
	puts("done");
	return 0;
}
