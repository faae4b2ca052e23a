/* SPDX-License-Identifier: MIT */
/*
 * Destructors of thread-specific data that run in the last round, after every other: their calls
 * belong to the thread.
 *
 * @calls main 1
 * @calls body 1
 * @calls destroy 4
 * @calls helper 4
 * @open 0
 * @path destroy;helper
 * @threads 2
 */
#include <pthread.h>
#include <stdio.h>

static pthread_key_t key;

__attribute__((noinline)) static void helper(void)
{
	__asm__ volatile("" ::: "memory");
}

static void destroy(void *value)
{
	helper();
	pthread_setspecific(key, value); /* asks for another round, as long as there is one */
}

static void *body(void *argument)
{
	pthread_setspecific(key, &key);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_key_create(&key, destroy);
	pthread_create(&thread, NULL, body, NULL);
	pthread_join(thread, NULL);
	puts("done");
	return 0;
}
