/* SPDX-License-Identifier: MIT */
/*
 * Hooks do not touch errno, also where they start a capture, fill a window or fail.
 *
 * @calls main 1
 * @calls step 60000
 */
#include <errno.h>
#include <stdio.h>

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	long changed = 0;

	errno = EAGAIN;
	for (int i = 0; i < 60000; i++) {
		step();
		changed += errno != EAGAIN;
	}
	printf("changed %ld times\n", changed);
	return 0;
}
