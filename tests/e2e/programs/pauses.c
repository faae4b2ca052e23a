/* SPDX-License-Identifier: MIT */
/*
 * A thread that pauses: calls made meanwhile are not recorded, calls that were open are, wherever it pauses and
 * resumes; nothing is unmatched, and the markers say how often and how many hooks.
 *
 * @calls hidden 0
 * @nopath main;hidden
 * @run flat -- flat
 * @calls recorded 3
 * @path main;recorded
 * @open 0
 * @unwound 0
 * @marker paused 3 0
 * @marker resumed 3 6
 * @run twice -- twice
 * @calls recorded 1
 * @open 0
 * @marker paused 1 0
 * @marker resumed 1 4
 * @run unpaused -- unpaused
 * @calls recorded 1
 * @open 0
 * @marker paused 0 0
 * @marker resumed 0 0
 * @run deep -- deep
 * @calls outer 1
 * @calls middle 1
 * @calls inner 1
 * @calls recorded 1
 * @path main;outer;middle;inner
 * @path main;recorded
 * @nopath main;outer;recorded
 * @open 0
 * @unwound 0
 * @marker paused 1 0
 * @marker resumed 1 2
 * @run shallow -- shallow
 * @calls outer 0
 * @calls middle 0
 * @calls inner 0
 * @calls recorded 2
 * @path main;recorded
 * @depth 2
 * @open 0
 * @unwound 0
 * @marker resumed 1 3
 * @run recursion -- recursion
 * @calls recurse 4
 * @path main;recurse;recurse;recurse;recurse
 * @nopath main;recurse;recurse;recurse;recurse;recurse
 * @open 0
 * @unwound 0
 * @run jump -- jump
 * @calls jumper 1
 * @calls recorded 1
 * @path main;recorded
 * @nopath main;jumper;recorded
 * @open 0
 * @unwound 1
 * @run jump_below -- jump_below
 * @calls jumper 1
 * @calls recorded 1
 * @calls outer 0
 * @path main;jumper
 * @path main;recorded
 * @open 0
 * @unwound 1
 * @run jump_hidden -- jump_hidden
 * @calls outer 0
 * @calls jumper 0
 * @calls recorded 1
 * @path main;recorded
 * @open 0
 * @unwound 0
 * @run jump_inside -- jump_inside
 * @calls jumper 1
 * @calls recorded 1
 * @calls outer 0
 * @path main;jumper
 * @path main;recorded
 * @nopath main;jumper;recorded
 * @depth 2
 * @open 0
 * @unwound 1
 * @run blocks -- blocks
 * @calls recorded 30000
 * @calls outer 0
 * @path main;recorded
 * @depth 2
 * @open 0
 * @unwound 0
 * @run threads -- threads
 * @threads 4
 * @calls body 2
 * @calls recorded 3
 * @path body;recorded
 * @nopath main;recorded
 * @open 0
 * @unwound 0
 * @marker paused 3 0
 * @marker resumed 1 2
 * @run fork -- fork
 * @processes 2
 * @calls recorded 2
 * @path main;recorded
 * @marker paused 2 0
 * @marker resumed 2 4
 * @run fork_paused -- fork_paused
 * @processes 2
 * @calls recorded 1
 * @marker paused 2 0
 * @marker resumed 1 2
 * @run handler -- handler
 * @calls pausing 1
 * @calls resuming 0
 * @calls recorded 1
 * @path main;pausing
 * @path main;recorded
 * @open 0
 * @unwound 0
 * @marker paused 1 0
 * @marker resumed 1 5
 * @run many -- many
 * @calls recorded 20000
 * @open 0
 * @unwound 0
 * @marker paused 20000 0
 * @marker resumed 20000 80000
 */
#define _GNU_SOURCE
#include <callsight/callsight.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BARE __attribute__((no_instrument_function, noinline))
#define CALL __attribute__((noinline)) static void

static const char *run;
static jmp_buf target;

BARE static int is(const char *name)
{
	return strcmp(run, name) == 0;
}

CALL recorded(void)
{
	__asm__ volatile("" ::: "memory");
}

CALL hidden(void)
{
	__asm__ volatile("" ::: "memory");
}

CALL jumper(void)
{
	if (is("jump")) {
		callsight_pause();
		hidden();
	}
	longjmp(target, 1);
}

/* What is recorded below functions that are not. */
BARE static void below_hidden(void)
{
	callsight_resume();
	if (is("jump_inside")) {
		if (!setjmp(target))
			jumper();
		recorded();
	}
	for (int i = 0; i < 30000 && is("blocks"); i++)
		recorded();
}

CALL inner(void)
{
	if (is("deep"))
		callsight_pause();
	if (is("shallow")) {
		callsight_resume();
		recorded();
	}
	if (is("jump_below")) {
		callsight_resume();
		jumper();
	}
	if (is("jump_hidden"))
		longjmp(target, 1);
	if (is("jump_inside") || is("blocks"))
		below_hidden();
	__asm__ volatile("" ::: "memory");
}

CALL middle(void)
{
	inner();
	__asm__ volatile("" ::: "memory");
}

CALL outer(void)
{
	middle();
	__asm__ volatile("" ::: "memory");
}

CALL recurse(int depth)
{
	if (depth == 2)
		callsight_pause();
	if (depth == 4)
		callsight_resume();
	if (depth < 5)
		recurse(depth + 1);
	__asm__ volatile("" ::: "memory");
}

/* Ends paused. */
CALL body(void)
{
	recorded();
	callsight_pause();
	hidden();
	__asm__ volatile("" ::: "memory");
}

BARE static void *thread(void *unused)
{
	body();
	return unused;
}

/* Its first hook is not recorded. */
BARE static void *early_thread(void *unused)
{
	callsight_pause();
	hidden();
	callsight_resume();
	recorded();
	return unused;
}

BARE static void run_thread(void *(*function)(void *))
{
	pthread_t id;

	pthread_create(&id, NULL, function, NULL);
	pthread_join(id, NULL);
}

static void pausing(int number)
{
	(void)number;
	callsight_pause();
	hidden();
}

static void resuming(int number)
{
	(void)number;
	callsight_resume();
}

BARE static void do_forks(void)
{
	pid_t child;

	callsight_pause();
	child = fork();
	if (child > 0)
		waitpid(child, NULL, 0);
	hidden();
	if (child == 0 && is("fork_paused"))
		_exit(0);
	callsight_resume();
	recorded();
	if (child == 0)
		_exit(0);
}

BARE static void do_jumps(void)
{
	if (!is("jump"))
		callsight_pause();
	if (!setjmp(target)) {
		if (is("jump"))
			jumper();
		else
			outer();
	}
	if (!is("jump_below"))
		hidden();
	callsight_resume();
	recorded();
}

BARE static void do_many(void)
{
	for (int i = 0; i < 20000; i++) {
		callsight_pause();
		hidden();
		hidden();
		callsight_resume();
		recorded();
	}
}

BARE static void do_run(void)
{
	for (int i = 0; i < 3 && is("flat"); i++) {
		recorded();
		callsight_pause();
		hidden();
		callsight_resume();
	}
	if (is("twice")) {
		callsight_pause();
		hidden();
		callsight_pause();
		hidden();
		callsight_resume();
		recorded();
	} else if (is("unpaused")) {
		callsight_resume();
		recorded();
	} else if (is("deep")) {
		outer();
		hidden();
		callsight_resume();
		recorded();
	} else if (is("jump_inside") || is("blocks")) {
		callsight_pause();
		outer();
	} else if (is("shallow")) {
		callsight_pause();
		outer();
		recorded();
	} else if (is("recursion")) {
		recurse(0);
	} else if (is("jump") || is("jump_below") || is("jump_hidden")) {
		do_jumps();
	} else if (is("threads")) {
		run_thread(thread);
		run_thread(thread);
		run_thread(early_thread);
	} else if (is("fork") || is("fork_paused")) {
		do_forks();
	} else if (is("handler")) {
		raise(SIGUSR1);
		hidden();
		raise(SIGUSR2);
		recorded();
	} else if (is("many")) {
		do_many();
	}
}

int main(int argc, char **argv)
{
	run = argc > 1 ? argv[1] : "flat";
	signal(SIGUSR1, pausing);
	signal(SIGUSR2, resuming);
	do_run();
	puts("done");
	return 0;
}
