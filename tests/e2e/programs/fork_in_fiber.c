/* SPDX-License-Identifier: MIT */
/*
 * A fork on a stack that the program switched to, and a child that goes on on both stacks: each is a thread of its
 * own in the child's capture as well, with the functions that were open on it.
 *
 * @processes 2
 * @calls main 1
 * @calls outer 1
 * @calls fiber 1
 * @calls inner 1
 * @calls step 14
 * @calls after 4
 * @threads 4
 * @unmatched 0
 * @unwound 0
 * @path main;outer;after;step
 * @path main;step
 * @path fiber;inner;step
 * @nopath main;outer;after;inner
 * @nopath fiber;inner;after
 * @run back -- back
 * @run twice -- twice
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define BYTES (64 * 1024)

static ucontext_t own, other;
static pid_t child = -1;
static int is_twice;

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

/* Twice: in a child of the child, whose calls are the ones that count. */
__attribute__((no_instrument_function)) static void make_child(void)
{
	child = fork();
	if (child == 0 && is_twice) {
		child = fork();
		if (child > 0) {
			waitpid(child, NULL, 0);
			_exit(0);
		}
	}
}

__attribute__((noinline)) static void inner(void)
{
	step();
	make_child();
	step();
	swapcontext(&other, &own);
	step();
}

static void fiber(void)
{
	inner();
	step();
}

__attribute__((noinline)) static void after(void)
{
	step();
}

__attribute__((noinline)) static void outer(void)
{
	makecontext(&other, fiber, 0);
	step();
	swapcontext(&own, &other);
	after();
	swapcontext(&own, &other);
	after();
}

int main(int argc, char **argv)
{
	int status = 0;

	is_twice = argc > 1 && strcmp(argv[1], "twice") == 0;
	getcontext(&other);
	other.uc_stack.ss_sp = malloc(BYTES);
	other.uc_stack.ss_size = BYTES;
	other.uc_link = &own;
	outer();
	step();
	if (child == 0)
		_exit(0);
	waitpid(child, &status, 0);
	return status != 0;
}
