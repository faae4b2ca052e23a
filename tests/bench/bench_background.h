/* SPDX-License-Identifier: MIT */
/* Programs that run beside what is measured, and what each took. */
#ifndef BENCH_BACKGROUND_H
#define BENCH_BACKGROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct bench_background {
	pid_t pid;  /* 0: it has ended */
	int output; /* what it says on standard output; -1: closed */
};

struct bench_usage {
	int status; /* exit status, 128+n for a signal, -1 when it could not be run */
	double cpu_ns;
	long peak_kb; /* largest resident set */
};

/**
 * bench_start() - begins @argv with @environment ("NAME=VALUE", NULL-terminated, may be NULL) added.
 *
 * Its standard error goes to the file @words. It is killed when the benchmark ends. Ends the benchmark when
 * there can be no process.
 */
struct bench_background bench_start(const char *const *argv, const char *const *environment,
				    const char *words);

/**
 * bench_finish() - waits until it ends, for at most @seconds, then kills it.
 * @output: the end of what it says, NUL-terminated; may be NULL
 */
struct bench_usage bench_finish(struct bench_background *background, double seconds, char *output,
				size_t output_bytes);

double bench_now_ns(void);

void bench_sleep(double seconds);

/** bench_wait_for() - until is_true(data), for at most @seconds. Return: it is. */
bool bench_wait_for(double seconds, bool (*is_true)(void *data), void *data);

#endif
