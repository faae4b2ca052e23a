/* SPDX-License-Identifier: MIT */
/*
 * TRACE_THREADS: only threads whose names match are recorded, also when they name themselves.
 *
 * @run default
 * @calls main 1
 * @calls step 3000
 * @threads 3
 * @run sorters TRACE_THREADS=sort-*,none
 * @calls main 0
 * @threads 1
 * @thread sort-1
 * @nopath main
 * @unmatched 0
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#define BARE __attribute__((no_instrument_function))

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void *body(void *name)
{
	pthread_setname_np(pthread_self(), name);
	for (int i = 0; i < 1500; i++)
		step();
	return NULL;
}

int main(void)
{
	char sort[] = "sort-1";
	char merge[] = "merge";
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, body, sort);
	pthread_create(&threads[1], NULL, body, merge);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	puts("done");
	return 0;
}
