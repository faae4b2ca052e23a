/* SPDX-License-Identifier: MIT */
/*
 * loop_calls [CALLS [THREADS]]: two calls, four hooks, an iteration: as little work between hooks as there
 * can be. With THREADS so many threads do it, each as often.
 */
#define _XOPEN_SOURCE 600 /* pthread_barrier_wait, clock_gettime */
#include "loop_threads.h"

__attribute__((noinline)) static int inner(int x)
{
	__asm__ volatile("" ::: "memory");
	return x + 1;
}

__attribute__((noinline)) static int outer(int x)
{
	return inner(x) + 1;
}

__attribute__((no_instrument_function)) static void call(unsigned long calls)
{
	int x = 0;

	for (unsigned long i = 0; i < calls; i++)
		x = outer(x);
	__asm__ volatile("" ::"r"(x));
}

__attribute__((no_instrument_function)) int main(int argc, char **argv)
{
	unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	unsigned threads = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	uint64_t before;

	if (threads) {
		loop_report_threads(loop_in_threads(threads, call, calls), 4 * calls);
		return 0;
	}
	call(1); /* the first hook starts a capture: not part of the loop */
	before = loop_ns();
	call(calls);
	loop_report(loop_ns() - before, 4 * calls);
	return 0;
}
