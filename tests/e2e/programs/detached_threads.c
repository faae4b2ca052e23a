/* SPDX-License-Identifier: MIT */
/*
 * Detached threads that still run or wait when the process ends: what they did is there, their frames
 * are open, and the end waits for none of them.
 *
 * @calls main 1
 * @calls body 6
 * @calls step 6000
 * @calls wait_for_good 6
 * @threads 7
 * @unwound 0
 * @calls last_step 6
 * @stacks 5
 * @at body;step 6000
 * @at body;wait_for_good;last_step 6
 * @run return -- return
 * @open 12
 * @run exit -- exit
 * @open 13
 * @status 3
 * @run main-leaves -- main-leaves
 * @open 13
 * @status 7
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_barrier_t barrier;
static pthread_t first;
static const char *how;

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void last_step(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void wait_for_good(int is_first)
{
	last_step();
	pthread_barrier_wait(&barrier);
	if (is_first && strcmp(how, "main-leaves") == 0) {
		pthread_join(first, NULL);
		fflush(stdout);
		_exit(7);
	}
	for (;;)
		pause();
}

static void *body(void *argument)
{
	for (int i = 0; i < 1000; i++)
		step();
	wait_for_good(argument != NULL);
	return argument;
}

int main(int argc, char **argv)
{
	how = argc > 1 ? argv[1] : "return";
	first = pthread_self();
	pthread_barrier_init(&barrier, NULL, 7);
	for (int i = 0; i < 6; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, body, i == 0 ? &barrier : NULL);
		pthread_detach(thread);
	}
	pthread_barrier_wait(&barrier);
	puts("all wait");
	if (strcmp(how, "exit") == 0)
		exit(3);
	if (strcmp(how, "main-leaves") == 0)
		pthread_exit(NULL);
	return 0;
}
