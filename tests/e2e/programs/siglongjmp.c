/* SPDX-License-Identifier: MIT */
/*
 * siglongjmp out of a signal handler, twice.
 *
 * @calls main 1
 * @calls hot 2
 * @calls handler 2
 * @calls after 2
 * @unwound 4
 * @open 0
 * @stacks 4
 * @at main;hot 2
 * @at main;hot;handler 2
 * @at main;after 2
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf target;

static void handler(int number)
{
	(void)number;
	siglongjmp(target, 1);
}

__attribute__((noinline)) static void hot(void)
{
	raise(SIGUSR1);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	signal(SIGUSR1, handler);
	for (volatile int i = 0; i < 2; i++) {
		if (!sigsetjmp(target, 1))
			hot();
		after();
	}
	puts("done");
	return 0;
}
