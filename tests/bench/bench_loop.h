/* SPDX-License-Identifier: MIT */
/* Runs the programs that time a loop of their own: loop_calls.c and loop_floor.c. */
#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

#include <stdbool.h>

struct bench_loop {
	const char *programs; /* the folder of the programs */
	const char *work;     /* captures are made in it, and removed */
	bool quick;           /* a hundredth of the calls */
};

/* Nanoseconds for each hook of one thread. */
struct bench_loop_time {
	double wall_ns; /* of the whole loop, all threads at once */
	double cpu_ns;  /* of processors, the mean of the threads; 0 without threads */
};

/**
 * bench_loop_run() - runs a program that times a loop.
 * @environment: "NAME=VALUE", NULL-terminated, at most six
 * @threads: each does the whole loop; 0 = the program's own thread, as a program without threads
 * @cpus: how many processors it may use
 *
 * Ends the benchmark when the program could not be run.
 */
struct bench_loop_time bench_loop_run(const struct bench_loop *loop, const char *program,
				      const char *const *environment, unsigned threads,
				      unsigned cpus);

#endif
