/* SPDX-License-Identifier: MIT */
/*
 * Threads with names, and more short threads than there are slots alive: a slot serves the next
 * thread, nothing of the one before is lost or taken for the other's.
 *
 * @run default
 * @calls main 1
 * @calls body 304
 * @calls step 5200
 * @threads 305
 * @open 0
 * @unwound 0
 * @path body;step
 * @nopath main;body
 * @thread worker-3
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

__attribute__((noinline)) static int step(int x)
{
	__asm__ volatile("" ::: "memory");
	return x + 1;
}

struct job {
	int count;
	char name[16]; /* empty: keeps the program's */
};

static void *body(void *argument)
{
	struct job *job = argument;
	int x = 0;

	for (int i = 0; i < job->count; i++)
		x = step(x);
	if (job->name[0]) /* the name counts that the thread has at its end */
		pthread_setname_np(pthread_self(), job->name);
	return x == job->count ? argument : NULL;
}

int main(void)
{
	struct job many[4];
	struct job few = { .count = 4 };
	pthread_t threads[4];

	for (int i = 0; i < 4; i++) {
		many[i].count = 1000;
		snprintf(many[i].name, sizeof(many[i].name), "worker-%d", i);
		pthread_create(&threads[i], NULL, body, &many[i]);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 300; i++) {
		pthread_create(&threads[0], NULL, body, &few);
		pthread_join(threads[0], NULL);
	}
	puts("joined");
	return 0;
}
