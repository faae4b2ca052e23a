/* SPDX-License-Identifier: MIT */
/*
 * posix_spawn, and vfork with code before exec, from threads and from main: the parent's capture is its
 * own, each program that comes has one too.
 *
 * @calls main 9
 * @calls child_work 36
 * @calls step 40000
 * @calls body 4
 * @processes 9
 * @open 0
 * @lost 0
 * @run default
 * @run small-address-space TRACE_MAX_MB=8 -- limit
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline))
#define BARE  __attribute__((no_instrument_function, noinline))

extern char **environ;
static char *self;

PLAIN static void child_work(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void spawn(void)
{
	char *arguments[] = { self, "child", NULL };
	pid_t child = 0;

	if (posix_spawn(&child, self, NULL, NULL, arguments, environ) != 0)
		_exit(5);
	waitpid(child, NULL, 0);
}

/* Hooks between vfork and exec belong to the thread that called vfork. */
BARE static void vfork_and_exec(void)
{
	pid_t child = vfork();

	if (child == 0) {
		child_work();
		execl(self, self, "child", (char *)NULL);
		_exit(6);
	}
	waitpid(child, NULL, 0);
}

static void *body(void *argument)
{
	for (int i = 0; i < 5000; i++)
		step();
	spawn();
	for (int i = 0; i < 5000; i++)
		step();
	vfork_and_exec();
	return argument;
}

int main(int argc, char **argv)
{
	struct rlimit limit = { 1u << 29, 1u << 29 };
	pthread_t threads[4];

	self = argv[0];
	if (argc > 1 && strcmp(argv[1], "child") == 0) {
		for (int i = 0; i < 4; i++)
			child_work();
		fflush(stdout);
		return 0;
	}
	if (argc > 1)
		setrlimit(RLIMIT_AS, &limit);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, body, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 0;
}
