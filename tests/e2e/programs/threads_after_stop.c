/* SPDX-License-Identifier: MIT */
/*
 * Threads that come after TRACE_MAX was reached: they are not recorded, so none of them takes a
 * window of 64 KiB of the disk.
 *
 * @run default TRACE_MAX=50
 * @threads 1
 * @marker max-events
 */
#include <pthread.h>
#include <stdio.h>

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

static void *body(void *argument)
{
	step();
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argv;
	for (int i = 0; i < 100; i++)
		step();
	for (int i = 0; i < 100; i++) {
		pthread_create(&thread, NULL, body, NULL);
		pthread_join(thread, NULL);
	}
	puts(argc > 1 ? "waited" : "done");
	return 0;
}
