/* SPDX-License-Identifier: MIT */
/*
 * loop_floor [CALLS [THREADS]], the floor: reading the clock and storing it, into a buffer of the size of
 * a window, as often as loop_calls has hooks.
 */
#define _XOPEN_SOURCE 600 /* pthread_barrier_wait, clock_gettime */
#include "loop_threads.h"

#define WORDS 8192u

static void store(unsigned long calls)
{
	static __thread uint64_t words[WORDS];

	for (unsigned long i = 0; i < 4 * calls; i++) {
		words[i % WORDS] = loop_counter();
		__asm__ volatile("" ::"r"(words) : "memory"); /* the store is wanted */
	}
}

int main(int argc, char **argv)
{
	unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	unsigned threads = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	uint64_t before;

	if (threads) {
		loop_report_threads(loop_in_threads(threads, store, calls), 4 * calls);
		return 0;
	}
	before = loop_ns();
	store(calls);
	loop_report(loop_ns() - before, 4 * calls);
	return 0;
}
