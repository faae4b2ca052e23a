/* SPDX-License-Identifier: MIT */
/*
 * Stacks that the program switches by assembly of its own, told by the API: between calls and in the middle
 * of them, from one fiber to the next, to a thread that did not make them, with scopes that stay open.
 *
 * @calls main 1
 * @calls schedule 3
 * @calls body 6
 * @calls outer 60
 * @calls inner 60
 * @calls turn 8
 * @calls part 60
 * @calls whole 6
 * @calls on_thread 1
 * @unwound 0
 * @open 0
 * @threads 8
 * @stacks 11
 * @at body 6
 * @at body;whole 6
 * @at body;whole;outer 60
 * @at body;whole;outer;part 60
 * @at body;whole;outer;part;inner 60
 * @at main 1
 * @at main;schedule 1
 * @at main;schedule;turn 2
 * @at on_thread 1
 * @at on_thread;schedule 2
 * @at on_thread;schedule;turn 6
 */
#include <callsight/callsight.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "own_switch.h"

#define FIBERS   3
#define BYTES    ((size_t)64 * 1024)
#define UNHOOKED __attribute__((no_instrument_function, noinline))
#define HOOKED   __attribute__((noinline))

struct fiber {
	void *stack;
	void *at;
};

static struct fiber fibers[FIBERS];
static int running;
static void *scheduler;
static long sum;

/* To the next fiber in the ring, from the last one back to the scheduler. */
UNHOOKED static void yield(void)
{
	int from = running++;

	if (running < FIBERS) {
		callsight_fiber_switch(fibers[running].stack, BYTES);
		own_switch(&fibers[from].at, fibers[running].at);
	} else {
		callsight_fiber_switch(NULL, 0);
		own_switch(&fibers[from].at, scheduler);
	}
}

HOOKED static void inner(int i)
{
	sum++;
	if (i % 3 == 2)
		yield();
	sum++;
}

HOOKED static void outer(int i)
{
	CALLSIGHT_SCOPE("part");
	inner(i);
	sum++;
}

HOOKED static void body(void)
{
	CALLSIGHT_SCOPE("whole");
	for (int i = 0; i < 10; i++)
		outer(i);
}

UNHOOKED static void start(void)
{
	body();
	yield();
}

HOOKED static void turn(void)
{
	running = 0;
	callsight_fiber_switch(fibers[0].stack, BYTES);
	own_switch(&scheduler, fibers[0].at);
	sum++;
}

UNHOOKED static void make(void)
{
	for (int i = 0; i < FIBERS; i++) {
		fibers[i].stack = malloc(BYTES);
		fibers[i].at = own_switch_prepare(fibers[i].stack, BYTES, start);
	}
}

UNHOOKED static void end(void)
{
	for (int i = 0; i < FIBERS; i++) {
		callsight_fiber_end(fibers[i].stack);
		free(fibers[i].stack);
	}
}

HOOKED static void schedule(int rounds)
{
	for (int i = 0; i < rounds; i++)
		turn();
	sum++;
}

/* Takes over the fibers of the main thread, and makes others on the same stacks. */
HOOKED static void *on_thread(void *argument)
{
	schedule(2);
	end();
	make();
	schedule(4);
	end();
	return argument;
}

int main(void)
{
	pthread_t thread;

	make();
	schedule(2);
	pthread_create(&thread, NULL, on_thread, NULL);
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
