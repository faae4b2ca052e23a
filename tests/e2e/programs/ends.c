/* SPDX-License-Identifier: MIT */
/*
 * Every way to end: what ran is reported, what still ran is open, the status is the program's own.
 *
 * @calls main 1
 * @calls work 10
 * @calls middle 1
 * @calls last 1
 * @path main;work
 * @run return -- return
 * @open 0
 * @run exit -- exit
 * @open 3
 * @status 3
 * @run _exit -- _exit
 * @open 3
 * @status 4
 * @run quick_exit -- quick_exit
 * @open 3
 * @status 5
 * @run abort -- abort
 * @open 3
 * @status 134
 * @run segv -- segv
 * @open 3
 * @status 139
 * @run kill -- kill
 * @open 3
 * @status 137
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) static void work(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void last(const char *how)
{
	if (strcmp(how, "exit") == 0)
		exit(3);
	if (strcmp(how, "_exit") == 0)
		_exit(4);
	if (strcmp(how, "quick_exit") == 0)
		quick_exit(5);
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "segv") == 0)
		*(volatile int *)8 = 1;
	if (strcmp(how, "kill") == 0)
		kill(getpid(), SIGKILL);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void middle(const char *how)
{
	last(how);
	__asm__ volatile("" ::: "memory");
}

int main(int argc, char **argv)
{
	for (int i = 0; i < 10; i++)
		work();
	puts("worked");
	fflush(stdout);
	middle(argc > 1 ? argv[1] : "return");
	return 0;
}
