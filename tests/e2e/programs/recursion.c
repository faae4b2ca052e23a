/* SPDX-License-Identifier: MIT */
/*
 * Recursion and mutual recursion: every activation counts, depth comes back to where it was.
 *
 * @calls main 1
 * @calls down 4004
 * @calls ping 500
 * @calls pong 500
 * @open 0
 * @unwound 0
 * @depth 1002
 * @stacks 2002
 * @at main;ping;pong;ping 1
 */
#include <stdio.h>

__attribute__((noinline)) static long down(long n)
{
	long below = n ? down(n - 1) : 0;

	__asm__ volatile("" ::: "memory");
	return below + 1;
}

__attribute__((noinline)) static int pong(int n);

__attribute__((noinline)) static int ping(int n)
{
	int below = n ? pong(n - 1) : 0;

	__asm__ volatile("" ::: "memory");
	return below;
}

__attribute__((noinline)) static int pong(int n)
{
	int below = n ? ping(n - 1) : 1;

	__asm__ volatile("" ::: "memory");
	return below;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%ld\n", down(1000));
	printf("%d\n", ping(999));
	return 0;
}
