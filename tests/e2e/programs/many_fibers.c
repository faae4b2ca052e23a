/* SPDX-License-Identifier: MIT */
/*
 * 2000 fibers, each ended before the next but three is made. Every fourth ends itself, the others are ended
 * by the scheduler; some of their stacks are used again, some are not.
 *
 * @calls main 1
 * @calls body 2000
 * @calls step 4000
 * @unwound 0
 * @open 0
 * @threads 2001
 * @stacks 3
 * @at main 1
 * @at body 2000
 * @at body;step 4000
 */
#include <callsight/callsight.h>
#include <stdio.h>
#include <stdlib.h>

#include "own_switch.h"

#define FIBERS   2000
#define ALIVE    4
#define BYTES    ((size_t)16 * 1024)
#define UNHOOKED __attribute__((no_instrument_function, noinline))
#define HOOKED   __attribute__((noinline))

struct fiber {
	char *memory;
	char *stack;
	void *at;
};

static struct fiber fibers[ALIVE];
static struct fiber *running;
static void *scheduler;
static long sum;

HOOKED static void step(void)
{
	sum++;
}

UNHOOKED static void leave(void)
{
	callsight_fiber_switch(NULL, 0);
	own_switch(&running->at, scheduler);
}

HOOKED static void body(void)
{
	step();
	leave();
	step();
}

UNHOOKED static void start(void)
{
	struct fiber *fiber = running;

	body();
	if (fiber == &fibers[3])
		callsight_fiber_end(fiber->stack);
	leave();
}

UNHOOKED static void resume(struct fiber *fiber)
{
	running = fiber;
	callsight_fiber_switch(fiber->stack, BYTES);
	own_switch(&scheduler, fiber->at);
}

int main(void)
{
	for (int i = 0; i < FIBERS + ALIVE; i++) {
		struct fiber *fiber = &fibers[i % ALIVE];

		if (i >= ALIVE) {
			resume(fiber);
			if (fiber != &fibers[3])
				callsight_fiber_end(fiber->stack);
			free(fiber->memory);
		}
		if (i < FIBERS) {
			fiber->memory = malloc(2 * BYTES);
			fiber->stack = fiber->memory + 64 * (i % 200);
			fiber->at = own_switch_prepare(fiber->stack, BYTES, start);
			resume(fiber);
		}
	}
	printf("%ld\n", sum);
	return 0;
}
