/* SPDX-License-Identifier: MIT */
/*
 * paced_calls RATE SECONDS: the loop of loop_calls.c at RATE hooks a second, as even as a program that sleeps can
 * be: each millisecond's share at once, then sleep. What is late is made up for. paced_calls marks COUNT:
 * instead one call, a line with the time of it, and when SIGUSR1 says that it was seen the next, 0.9 s later.
 */
#define _POSIX_C_SOURCE 200809L /* clock_nanosleep, sigwait */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop_time.h"

#define TICKS_PER_SECOND 1000u

__attribute__((noinline)) static int inner(int x)
{
	__asm__ volatile("" ::: "memory");
	return x + 1;
}

__attribute__((noinline)) static int outer(int x)
{
	return inner(x) + 1;
}

LOOP_BARE void sleep_until(struct timespec *time, long later_ns)
{
	time->tv_nsec += later_ns;
	if (time->tv_nsec >= 1000000000) {
		time->tv_nsec -= 1000000000;
		time->tv_sec++;
	}
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, time, NULL);
}

LOOP_BARE void mark(unsigned long count)
{
	struct timespec next;
	sigset_t seen;
	int number;

	sigemptyset(&seen);
	sigaddset(&seen, SIGUSR1);
	sigprocmask(SIG_BLOCK, &seen, NULL);
	for (unsigned long i = 0; i < count; i++) {
		clock_gettime(CLOCK_MONOTONIC, &next);
		sleep_until(&next, 900000000);
		__asm__ volatile("" ::"r"(outer(0)));
		printf("%llu\n", (unsigned long long)loop_ns());
		fflush(stdout);
		sigwait(&seen, &number);
	}
}

__attribute__((no_instrument_function)) int main(int argc, char **argv)
{
	const unsigned long rate = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
	const unsigned long ticks = argc > 2 ? strtoul(argv[2], NULL, 10) * TICKS_PER_SECOND : 0;
	unsigned long made = 0;
	struct timespec next;
	uint64_t before;
	int x = 0;

	if (argc > 2 && strcmp(argv[1], "marks") == 0) {
		mark(strtoul(argv[2], NULL, 10));
		return 0;
	}
	x = outer(x); /* the first hook starts a capture */
	before = loop_ns();
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (unsigned long tick = 1; tick <= ticks; tick++) {
		const unsigned long due = rate / TICKS_PER_SECOND * tick;

		for (; made < due; made += 4)
			x = outer(x);
		sleep_until(&next, 1000000000 / TICKS_PER_SECOND);
	}
	__asm__ volatile("" ::"r"(x));
	loop_report(loop_ns() - before, made);
	return 0;
}
