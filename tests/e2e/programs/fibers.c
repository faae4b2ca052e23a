/* SPDX-License-Identifier: MIT */
/*
 * Stacks that the program switches by itself, in the main thread and in another one: each is a thread
 * of its own in the capture. One fiber is left for good, one ends at its uc_link.
 *
 * @calls main 1
 * @calls schedule 2
 * @calls fiber 6
 * @calls step 60
 * @calls turn 24
 * @calls after 2
 * @unwound 0
 * @open 4
 * @threads 8
 * @path fiber;step
 * @path main;schedule;turn
 * @path main;schedule;after
 * @path body;schedule;turn
 * @nopath schedule;fiber
 * @nopath main;schedule;turn;fiber
 * @nopath fiber;turn
 * @depth 3
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define FIBERS 3
#define BYTES  (64 * 1024)

struct scheduler {
	ucontext_t own;
	ucontext_t fibers[FIBERS];
	int current;
	long sum;
};

static __thread struct scheduler *running;

__attribute__((noinline)) static void step(void)
{
	running->sum++;
	__asm__ volatile("" ::: "memory");
}

/* Ten steps in four turns, then the end for the first, a switch for good for the others. */
static void fiber(void)
{
	int number = running->current;

	for (int i = 0; i < 10; i++) {
		step();
		if (i % 3 == 2)
			swapcontext(&running->fibers[number], &running->own);
	}
	if (number > 0)
		swapcontext(&running->fibers[number], &running->own);
}

__attribute__((noinline)) static void turn(struct scheduler *s, int number)
{
	s->current = number;
	swapcontext(&s->own, &s->fibers[number]);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static long schedule(void)
{
	struct scheduler s = { .sum = 0 };

	running = &s;
	for (int i = 0; i < FIBERS; i++) {
		getcontext(&s.fibers[i]);
		s.fibers[i].uc_stack.ss_sp = malloc(BYTES);
		s.fibers[i].uc_stack.ss_size = BYTES;
		s.fibers[i].uc_link = &s.own;
		makecontext(&s.fibers[i], fiber, 0);
	}
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < FIBERS; i++)
			turn(&s, i);
	}
	after();
	return s.sum;
}

static void *body(void *argument)
{
	*(long *)argument = schedule();
	return argument;
}

int main(void)
{
	long sum = schedule();
	long other = 0;
	pthread_t thread;

	pthread_create(&thread, NULL, body, &other);
	pthread_join(thread, NULL);
	printf("%ld %ld\n", sum, other);
	return 0;
}
