/* SPDX-License-Identifier: MIT */
/* A loop in several threads at once: each has its own, and they begin together. */
#ifndef BENCH_LOOP_THREADS_H
#define BENCH_LOOP_THREADS_H

#include <pthread.h>
#include <stdlib.h>

#include "loop_time.h"

#define LOOP_THREADS_MAX 64u

struct loop_thread {
	pthread_t id;
	pthread_barrier_t *begin;
	void (*body)(unsigned long calls);
	unsigned long calls;
	uint64_t first_ns;
	uint64_t last_ns;
	uint64_t cpu_ns;
};

struct loop_times {
	uint64_t wall_ns; /* from the first thread that began to the last that ended */
	uint64_t
		cpu_ns; /* of all threads: waiting for a processor, or for each other, is not in it */
};

LOOP_BARE uint64_t loop_cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

__attribute__((no_instrument_function)) static void *loop_thread_main(void *argument)
{
	struct loop_thread *thread = argument;

	thread->body(1); /* the first hook of a thread starts it: not part of the loop */
	pthread_barrier_wait(thread->begin);
	thread->cpu_ns = loop_cpu_ns();
	thread->first_ns = loop_ns();
	thread->body(thread->calls);
	thread->last_ns = loop_ns();
	thread->cpu_ns = loop_cpu_ns() - thread->cpu_ns;
	return NULL;
}

/** loop_in_threads() - @body in @count threads. Return: 0 when there could not be so many. */
LOOP_BARE struct loop_times loop_in_threads(unsigned count, void (*body)(unsigned long calls),
					    unsigned long calls)
{
	static struct loop_thread threads[LOOP_THREADS_MAX];
	pthread_barrier_t begin;
	uint64_t first = UINT64_MAX;
	uint64_t last = 0;
	struct loop_times times = { 0, 0 };

	if (count > LOOP_THREADS_MAX || pthread_barrier_init(&begin, NULL, count) != 0)
		return times;
	for (unsigned i = 0; i < count; i++) {
		threads[i] = (struct loop_thread){ .begin = &begin, .body = body, .calls = calls };
		if (pthread_create(&threads[i].id, NULL, loop_thread_main, &threads[i]) != 0)
			exit(1); /* those that exist wait for it */
	}
	for (unsigned i = 0; i < count; i++) {
		pthread_join(threads[i].id, NULL);
		first = threads[i].first_ns < first ? threads[i].first_ns : first;
		last = threads[i].last_ns > last ? threads[i].last_ns : last;
		times.cpu_ns += threads[i].cpu_ns;
	}
	times.wall_ns = last - first;
	return times;
}

/** loop_report_threads() - the line "<ns> <hooks of each thread> <ns of processors for all threads>". */
LOOP_BARE void loop_report_threads(struct loop_times times, unsigned long hooks)
{
	printf("%llu %lu %llu\n", (unsigned long long)times.wall_ns, hooks,
	       (unsigned long long)times.cpu_ns);
}

#endif
