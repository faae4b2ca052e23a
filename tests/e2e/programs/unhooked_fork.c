/* SPDX-License-Identifier: MIT */
/*
 * A thread that has run no hook forks, and one that TRACE_THREADS leaves out: the child records in a
 * capture of its own, and nothing of it reaches its parent's files.
 *
 * @calls main 1
 * @run default
 * @processes 2
 * @threads 2
 * @calls child_work 2
 * @run muted TRACE_THREADS=program -- rename
 * @processes 2
 * @threads 1
 * @calls child_work 0
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define BARE __attribute__((no_instrument_function))

__attribute__((noinline)) static void child_work(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void *body(void *rename)
{
	pid_t child;

	if (rename)
		pthread_setname_np(pthread_self(), "other");
	child = fork();
	if (child == 0) {
		child_work();
		child_work();
		_exit(0);
	}
	waitpid(child, NULL, 0);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	pthread_create(&thread, NULL, body, argc > 1 ? argv[1] : NULL);
	pthread_join(thread, NULL);
	puts("joined");
	return 0;
}
