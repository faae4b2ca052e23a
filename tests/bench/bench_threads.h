/* SPDX-License-Identifier: MIT */
/* What threads that are traced at the same time cost each other. */
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H

#include <jansson.h>

#include "bench_loop.h"
#include "bench_stats.h"

#define BENCH_THREAD_COUNTS 4u /* one, two, four and eight threads */

enum bench_threads_kind {
	BENCH_THREADS_EVENTS, /* a hook: the loop with hooks less that without */
	BENCH_THREADS_FLOOR,  /* a clock read and a store */
	BENCH_THREADS_KINDS
};

/* Nanoseconds, round by round, for each of the thread counts. */
struct bench_threads {
	/* of a processor, by the time that the whole took: n threads on c processors take turns */
	struct bench_series wall[BENCH_THREADS_KINDS][BENCH_THREAD_COUNTS];
	/* that a thread used of a processor */
	struct bench_series cpu[BENCH_THREADS_KINDS][BENCH_THREAD_COUNTS];
};

/** bench_threads_run() - one round of all thread counts. */
void bench_threads_run(struct bench_threads *threads, const struct bench_loop *loop);

/** bench_threads_report() - prints the table. Return: the same for the result file. */
json_t *bench_threads_report(const struct bench_threads *threads);

#endif
