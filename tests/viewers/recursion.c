/* SPDX-License-Identifier: MIT */
/*
 * Two threads in which ping calls pong and pong calls ping, 1000 deep, and each calls leaf: the numbers
 * of calls are known, and no function can last longer than its threads.
 */
#include <pthread.h>
#include <stddef.h>

#define DEPTH    1000
#define NOINLINE __attribute__((noinline))

static volatile unsigned long sink;

NOINLINE void leaf(unsigned long depth);
NOINLINE void ping(unsigned long depth);
NOINLINE void pong(unsigned long depth);
NOINLINE void *run(void *argument);

void leaf(unsigned long depth)
{
	sink += depth;
}

void ping(unsigned long depth)
{
	leaf(depth);
	if (depth)
		pong(depth - 1);
	leaf(depth);
}

void pong(unsigned long depth)
{
	leaf(depth);
	if (depth)
		ping(depth - 1);
}

void *run(void *argument)
{
	for (unsigned i = 0; i < 3; i++)
		ping(DEPTH);
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (unsigned i = 0; i < 2; i++) {
		if (pthread_create(&threads[i], NULL, run, NULL) != 0)
			return 1;
	}
	for (unsigned i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
