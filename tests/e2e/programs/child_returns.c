/* SPDX-License-Identifier: MIT */
/*
 * A child of fork that returns out of the functions that its parent had entered: they are no calls of
 * the child's, and what it calls below them is.
 *
 * @calls main 1
 * @calls fork_here 1
 * @calls work 5
 * @processes 2
 * @open 0
 * @unwound 0
 * @unmatched 0
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static void work(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static pid_t fork_here(void)
{
	pid_t child;

	work();
	child = fork();
	work();
	return child;
}

int main(void)
{
	pid_t child = fork_here();

	work();
	if (child > 0) {
		waitpid(child, NULL, 0);
		puts("done");
	}
	return child < 0;
}
