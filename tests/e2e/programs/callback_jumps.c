/* SPDX-License-Identifier: MIT */
/*
 * Callbacks through one call site; some of them jump out.
 *
 * @calls main 1
 * @calls a 2
 * @calls b 1
 * @calls c 2
 * @unwound 3
 * @open 0
 * @stacks 4
 * @at main;a 2
 * @at main;b 1
 * @at main;c 2
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf target;
static volatile int n;

static void a(void)
{
	n++;
	longjmp(target, 1);
}

static void b(void)
{
	n += 2;
	longjmp(target, 1);
}

static void c(void)
{
	n += 3;
}

static void (*volatile table[])(void) = { a, b, c, a, c };

int main(void)
{
	for (volatile int i = 0; i < 5; i++) {
		if (!setjmp(target))
			table[i]();
	}
	printf("%d\n", n);
	return 0;
}
