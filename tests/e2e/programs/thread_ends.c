/* SPDX-License-Identifier: MIT */
/*
 * Threads that end inside nested calls: pthread_exit, pthread_cancel while they wait and at once, in C
 * whose frames the unwinder just leaves. What lay above the cleanup is unwound, what is left is open at
 * the thread's end, nothing is shifted in threads that come after.
 *
 * @calls main 1
 * @calls body 12
 * @calls outer 12
 * @calls inner 12
 * @calls cleanup 12
 * @calls after 1
 * @threads 13
 * @unwound 24
 * @open 12
 * @stacks 6
 * @at body;outer;inner 12
 * @at body;cleanup 12
 * @at main;after 1
 * @run exit -- exit
 * @run cancel -- cancel
 * @run at-once -- at-once
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline))
#define BARE  __attribute__((no_instrument_function, noinline))

static const char *how;
static pthread_barrier_t barrier;
static volatile int spins;

static void cleanup(void *argument)
{
	*(int *)argument += 1;
}

BARE static void end(void)
{
	if (strcmp(how, "exit") == 0)
		pthread_exit((void *)&spins);
	pthread_barrier_wait(&barrier);
	if (strcmp(how, "cancel") == 0) {
		for (;;)
			pause();
	}
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		spins++;
}

PLAIN static void inner(void)
{
	end();
	__asm__ volatile("" ::: "memory");
}

PLAIN static void outer(void)
{
	inner();
	__asm__ volatile("" ::: "memory");
}

static void *body(void *argument)
{
	pthread_cleanup_push(cleanup, argument);
	outer();
	pthread_cleanup_pop(0);
	return NULL;
}

PLAIN static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(int argc, char **argv)
{
	int cleaned = 0;

	how = argc > 1 ? argv[1] : "exit";
	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 12; i++) {
		pthread_t thread;
		void *result;

		pthread_create(&thread, NULL, body, &cleaned);
		if (strcmp(how, "exit") != 0) {
			pthread_barrier_wait(&barrier);
			pthread_cancel(thread);
		}
		pthread_join(thread, &result);
		printf("%d\n", result == PTHREAD_CANCELED ? 1 : result == (void *)&spins ? 2 : 0);
	}
	after();
	printf("%d\n", cleaned);
	return 0;
}
