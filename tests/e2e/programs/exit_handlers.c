/* SPDX-License-Identifier: MIT */
/*
 * Handlers of exit() and quick_exit(), in main and in a thread: what they call is recorded below the function
 * that ended the process, which is open, or below nothing when main has returned.
 *
 * @calls main 1
 * @calls handler 2
 * @calls helper 4
 * @unwound 0
 * @run return -- return
 * @open 0
 * @stacks 3
 * @at handler 2
 * @at handler;helper 4
 * @run exit -- exit
 * @status 3
 * @open 3
 * @stacks 5
 * @at main;middle;last 1
 * @at main;middle;last;handler;helper 4
 * @run quick_exit -- quick_exit
 * @status 4
 * @open 3
 * @stacks 5
 * @at main;middle;last;handler;helper 4
 * @run thread -- thread
 * @status 3
 * @open 4
 * @threads 2
 * @stacks 6
 * @at body;middle;last;handler;helper 4
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN __attribute__((noinline))

static const char *how;

PLAIN static void helper(void)
{
	__asm__ volatile("" ::: "memory");
}

static void handler(void)
{
	helper();
	helper();
}

PLAIN static void last(void)
{
	if (strcmp(how, "quick_exit") == 0)
		quick_exit(4);
	exit(3);
}

PLAIN static void middle(void)
{
	last();
	__asm__ volatile("" ::: "memory");
}

static void *body(void *argument)
{
	middle();
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	how = argc > 1 ? argv[1] : "return";
	for (int i = 0; i < 2; i++) {
		atexit(handler);
		at_quick_exit(handler);
	}
	puts("running");
	fflush(stdout);
	if (strcmp(how, "return") == 0)
		return 0;
	if (strcmp(how, "thread") != 0)
		middle();
	pthread_create(&thread, NULL, body, NULL);
	pthread_join(thread, NULL);
	return 0;
}
