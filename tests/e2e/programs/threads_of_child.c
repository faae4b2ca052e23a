/* SPDX-License-Identifier: MIT */
/*
 * A child of fork whose first hooks run in several new threads at once: one capture, with all of them.
 *
 * @processes 41
 * @calls main 1
 * @calls child_work 160
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define BARE    __attribute__((no_instrument_function))
#define THREADS 4

static pthread_barrier_t barrier;

__attribute__((noinline)) static void child_work(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void *child_thread(void *argument)
{
	pthread_barrier_wait(&barrier);
	child_work();
	return argument;
}

BARE static void run_child(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, child_thread, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	_exit(0);
}

BARE static void *parent_thread(void *argument)
{
	for (int i = 0; i < 40; i++) {
		pid_t child = fork();

		if (child == 0)
			run_child();
		waitpid(child, NULL, 0);
	}
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, parent_thread, NULL);
	pthread_join(thread, NULL);
	puts("joined");
	return 0;
}
