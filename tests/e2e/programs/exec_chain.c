/* SPDX-License-Identifier: MIT */
/*
 * A program that replaces itself twice by exec, and one that a thread of it replaces: each image has a
 * capture of its own, and what was open in the one before is open there.
 *
 * @run chain -- 2
 * @processes 3
 * @calls main 3
 * @calls step 30005
 * @calls replace 2
 * @open 4
 * @unwound 0
 * @path main;step
 * @path main;replace;step
 * @run thread -- 2 thread
 * @processes 3
 * @calls main 3
 * @calls step 30005
 * @calls replace 2
 * @path body;replace;step
 * @run failing -- 0 failing
 * @processes 1
 * @calls main 1
 * @calls step 10002
 * @calls replace 1
 * @open 0
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline))

static char *self;
static char left_text[16];
static char *how;

PLAIN static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static void replace(void)
{
	step();
	execl(self, self, left_text, how, (char *)NULL);
	__asm__ volatile("" ::: "memory");
}

static void *body(void *argument)
{
	replace();
	return argument;
}

int main(int argc, char **argv)
{
	int left = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t thread;

	self = argv[0];
	how = argc > 2 ? argv[2] : NULL;
	for (int i = 0; i < 10001; i++)
		step();
	printf("%d\n", left);
	fflush(stdout);
	snprintf(left_text, sizeof(left_text), "%d", left - 1);
	if (left > 0 && how) {
		pthread_create(&thread, NULL, body, NULL);
		pthread_join(thread, NULL);
	} else if (left > 0) {
		replace();
	} else if (how && *how == 'f') {
		self = "/nonexistent";
		replace();
	}
	return 0;
}
