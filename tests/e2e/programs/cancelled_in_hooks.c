/* SPDX-License-Identifier: MIT */
/*
 * Threads that are cancelled at once while they are in hooks: the unwinder goes through the hook, the
 * cleanup is recorded, body stays open, and threads that come after have nothing of it. On a busy machine
 * they may step for long before that; the calls that they make are limited.
 *
 * @calls main 1
 * @calls body 200
 * @calls round_of 200
 * @calls cleanup 200
 * @calls after 1
 * @threads 201
 * @open 200
 * @at body;cleanup 200
 * @at body;round_of 200
 * @at main;after 1
 * @path body;round_of;step
 * @depth 3
 * @nopath body;cleanup;step
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define PLAIN __attribute__((noinline))

#define STEPS_MAX 20000 /* 200 times 440 KB fit into the ring of a test */

static pthread_barrier_t barrier;
static volatile int spins;
static int cleaned;

static void cleanup(void *argument)
{
	*(int *)argument += 1;
}

PLAIN static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static void round_of(void)
{
	pthread_barrier_wait(&barrier);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;) {
		if (spins < STEPS_MAX) {
			step();
			spins = spins + 1;
		}
	}
}

static void *body(void *argument)
{
	pthread_cleanup_push(cleanup, argument);
	round_of();
	pthread_cleanup_pop(0);
	return NULL;
}

PLAIN static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	/* It ends while the other thread is in the middle of its calls, on one processor, too. */
	const struct timespec moment = { 0, 20000 };
	int cancelled = 0;

	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 200; i++) {
		pthread_t thread;
		void *result;

		spins = 0;
		pthread_create(&thread, NULL, body, &cleaned);
		pthread_barrier_wait(&barrier);
		while (spins < 100)
			nanosleep(&moment, NULL);
		for (volatile int wait = 0; wait < i * 20; wait++)
			continue;
		pthread_cancel(thread);
		pthread_join(thread, &result);
		cancelled += result == PTHREAD_CANCELED;
	}
	after();
	printf("%d %d\n", cancelled, cleaned);
	return 0;
}
