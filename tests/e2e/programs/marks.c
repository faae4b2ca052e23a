/* SPDX-License-Identifier: MIT */
/*
 * Moments with a name: before the first hook, in functions and handlers, in threads that name themselves,
 * after a jump, as the last thing, not in a pause; marks.sh counts them.
 *
 * @calls main 1
 * @calls work 30
 * @calls leap 1
 * @calls jump 1
 * @calls handler 5
 * @calls body 2
 * @unwound 1
 * @open 0
 * @threads 3
 * @thread worker-0
 * @thread thread of main
 * @path main;jump;leap
 * @path body;work
 * @nopath main;jump;leap;work
 * @depth 3
 */
#include <callsight/callsight.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

#define UNHOOKED __attribute__((no_instrument_function))
#define HOOKED   __attribute__((noinline))

static jmp_buf back;
static volatile int sum;

__attribute__((constructor)) UNHOOKED static void construct(void)
{
	callsight_mark("before main");
}

__attribute__((destructor)) UNHOOKED static void destruct(void)
{
	callsight_mark("last");
}

HOOKED static void work(int i)
{
	callsight_frame("work");
	callsight_value("negative", -i);
	sum += i;
}

HOOKED static void leap(void)
{
	callsight_mark("leaps");
	longjmp(back, 1);
}

HOOKED static void jump(void)
{
	if (setjmp(back) == 0)
		leap();
	callsight_mark("back");
}

HOOKED static void handler(int number)
{
	callsight_value("signal", number);
}

/* Cut to 15 bytes, not in the middle of a character. */
HOOKED static void *body(void *argument)
{
	callsight_thread_name(argument ? "thread of main\xc3\xa4" : "worker-0");
	for (int i = 0; i < 10; i++)
		work(i);
	callsight_flush();
	callsight_flush();
	callsight_mark("flushed");
	return argument;
}

UNHOOKED static void set_off(void)
{
	pthread_t thread;
	int other;

	for (int i = 0; i < 2; i++) {
		pthread_create(&thread, NULL, body, i ? &other : NULL);
		pthread_join(thread, NULL);
	}
}

int main(void)
{
	errno = 1234;
	signal(SIGUSR1, handler);
	callsight_value("least", LLONG_MIN);
	callsight_value("greatest", LLONG_MAX);
	callsight_value("unsigned", 40u);
	callsight_value("cut", 2.75);
	for (int i = 0; i < 10; i++)
		work(i);
	jump();
	for (int i = 0; i < 5; i++)
		raise(SIGUSR1);
	set_off();
	callsight_pause();
	{
		CALLSIGHT_SCOPE("never");
		callsight_mark("never");
		callsight_value("never", 1);
		callsight_frame("never");
		callsight_flush();
	}
	callsight_resume();
	callsight_thread_name("main too");
	callsight_thread_name(NULL);
	printf("%d %d\n", sum, errno);
	return 0;
}
