/* SPDX-License-Identifier: MIT */
/*
 * Children of fork, _Fork and a raw clone record in captures of their own: calls before the fork
 * once, the child's in the child's; a vfork child records as its parent's thread.
 *
 * @calls main 1
 * @calls before 1
 * @calls parent_work 1
 * @run fork -- fork
 * @processes 2
 * @calls child_work 2
 * @path main;child_work
 * @run _Fork -- _Fork
 * @processes 2
 * @calls child_work 2
 * @run clone -- clone
 * @processes 2
 * @calls child_work 2
 * @run vfork -- vfork
 * @processes 1
 * @calls child_work 2
 * @run daemon -- daemon
 * @processes 2
 * @calls child_work 2
 * @run threads -- threads
 * @processes 21
 * @calls child_work 40
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define BARE  __attribute__((no_instrument_function))
#define TURNS 20
#define CALLS 50000 /* of both threads in all turns 2000000, 44 MB at most */

__attribute__((noinline)) static void before(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void child_work(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void parent_work(void)
{
	__asm__ volatile("" ::: "memory");
}

/* Of TURNS; in each the busy threads make calls up to the next one, but no more than CALLS. */
static int turn, spinning;

__attribute__((noinline)) static void spin(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void *busy(void *argument)
{
	for (int n = 1; n <= TURNS; n++) {
		while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) < n)
			sched_yield();
		spin();
		__atomic_add_fetch(&spinning, 1, __ATOMIC_RELEASE);
		for (int i = 1; i < CALLS && __atomic_load_n(&turn, __ATOMIC_RELAXED) == n; i++)
			spin();
	}
	return argument;
}

static void fork_with_busy_threads(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, busy, NULL);
	for (int n = 1; n <= TURNS; n++) {
		pid_t child;

		__atomic_store_n(&turn, n, __ATOMIC_RELEASE);
		while (__atomic_load_n(&spinning, __ATOMIC_ACQUIRE) < 2 * n)
			sched_yield();
		child = fork();
		if (child == 0) {
			child_work();
			child_work();
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "fork";
	pid_t child = -1;

	before();
	if (strcmp(how, "fork") == 0)
		child = fork();
	else if (strcmp(how, "_Fork") == 0)
		child = _Fork();
	else if (strcmp(how, "clone") == 0)
		child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	else if (strcmp(how, "threads") == 0)
		fork_with_busy_threads();
	if (strcmp(how, "vfork") == 0) { /* its child must not return from here */
		child = vfork();
		if (child == 0) {
			child_work();
			child_work();
			_exit(0);
		}
	} else if (strcmp(how, "daemon") == 0) {
		child = fork();
		/* TRACE_DIR is relative: it stays where it was. */
		if (child == 0 && chdir("/") != 0)
			_exit(1);
	}
	if (child == 0) {
		child_work();
		child_work();
		_exit(0);
	}
	parent_work();
	if (child > 0)
		waitpid(child, NULL, 0);
	puts("done");
	return 0;
}
