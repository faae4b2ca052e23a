/* SPDX-License-Identifier: MIT */
/* made_events THREADS CHILDREN [CALLS]: prints the events that its hooks made, a line for each thread, and on
 * stderr in all. Without CALLS, which children need, threads go on until a byte or the end of stdin comes: each makes
 * one call or more, and at most 100000 a second, so that what they make does not depend on the machine alone. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}
static volatile int is_over;
static long limit;
static long made[65];
BARE static void *body(void *argument)
{
	long *count = argument;

	do {
		step();
		++*count;
		if (!limit && *count % 1000 == 0)
			usleep(10000);
	} while (limit ? *count < limit : !is_over);
	return NULL;
}
BARE int main(int argc, char **argv)
{
	int threads = (int)strtol(argv[1], NULL, 10);
	int children = (int)strtol(argv[2], NULL, 10);
	pthread_t thread[64];
	long sum = 0;
	char byte;

	limit = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
	for (int i = 0; i < children; i++) {
		if (fork())
			continue;
		body(&made[64]);
		_exit(0);
	}
	for (int i = 0; i < threads; i++)
		pthread_create(&thread[i], NULL, body, &made[i]);
	if (!limit && read(0, &byte, 1) >= 0)
		is_over = 1;
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	while (wait(NULL) > 0)
		continue;
	for (int i = 0; i < threads; i++) {
		printf("%ld\n", 2 * made[i]);
		sum += made[i];
	}
	fprintf(stderr, "%ld", 2 * (sum + children * limit));
	return 5;
}
