/* SPDX-License-Identifier: MIT */
/*
 * A stack overflow that the program catches: a handler on an alternate stack jumps out of thousands of
 * frames, also when the fault came inside a hook or where one hands a block over. The thread goes on, and
 * so does its trace.
 *
 * @calls main 1
 * @calls body 4
 * @calls handler 400
 * @calls after 400
 * @open 0
 * @threads 5
 * @at body;after 400
 * @nopath body;after;down
 * @nopath main;body
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define BYTES (96 * 1024)

static __thread sigjmp_buf target;
static __thread volatile int rounds;

static void handler(int number)
{
	(void)number;
	siglongjmp(target, 1);
}

/* Frames of several sizes: the fault comes in the function, in its hook, or below it. */
__attribute__((noinline)) static long down(long n, int size)
{
	volatile char *bytes = __builtin_alloca((size_t)size);
	long below;

	bytes[0] = (char)n;
	below = n ? down(n - 1, size) : 0;
	__asm__ volatile("" ::: "memory");
	return below + bytes[0];
}

__attribute__((noinline)) static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

static void *body(void *unused)
{
	stack_t stack = { .ss_sp = malloc(65536), .ss_size = 65536 };

	sigaltstack(&stack, NULL);
	for (rounds = 0; rounds < 100; rounds++) {
		if (!sigsetjmp(target, 1))
			down(1000000, 16 + 16 * (rounds % 10));
		after();
	}
	stack.ss_flags = SS_DISABLE;
	sigaltstack(&stack, NULL);
	free(stack.ss_sp);
	return unused;
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	pthread_attr_t attributes;
	pthread_t thread;

	sigaction(SIGSEGV, &action, NULL);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, BYTES);
	for (int i = 0; i < 4; i++) {
		if (pthread_create(&thread, &attributes, body, NULL) != 0)
			return 9;
		pthread_join(thread, NULL);
	}
	puts("done");
	return 0;
}
