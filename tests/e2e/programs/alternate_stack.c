/* SPDX-License-Identifier: MIT */
/*
 * A handler on an alternate stack that lies above the thread's own: its frames nest under the
 * function that it interrupted, and the ordinary stack goes on afterwards.
 *
 * @calls main 1
 * @calls body 1
 * @calls hot 3
 * @calls handler 3
 * @calls helper 3
 * @calls after 3
 * @open 0
 * @stacks 6
 * @at body;hot 3
 * @at body;hot;handler 3
 * @at body;hot;handler;helper 3
 * @at body;after 3
 * @run returns -- returns
 * @unwound 0
 * @run jumps -- jumps
 * @unwound 9
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define BYTES (256 * 1024)

static sigjmp_buf target;
static int jumps;

__attribute__((noinline)) static void helper(void)
{
	if (jumps)
		siglongjmp(target, 1);
	__asm__ volatile("" ::: "memory");
}

static void handler(int number)
{
	(void)number;
	helper();
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void hot(void)
{
	raise(SIGUSR1);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

static void *body(void *alternate)
{
	stack_t stack = { .ss_sp = alternate, .ss_size = BYTES };

	sigaltstack(&stack, NULL);
	for (volatile int i = 0; i < 3; i++) {
		if (!sigsetjmp(target, 1))
			hot();
		after();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	char *memory =
		mmap(NULL, 2 * BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_attr_t attributes;
	pthread_t thread;

	jumps = argc > 1 && strcmp(argv[1], "jumps") == 0;
	sigaction(SIGUSR1, &action, NULL);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, memory, BYTES);
	pthread_create(&thread, &attributes, body, memory + BYTES);
	pthread_join(thread, NULL);
	puts("done");
	return 0;
}
