/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include "bench_threads.h"

#include <sched.h>
#include <stdio.h>

#include "bench_json.h"

static const char *const traced[] = { "TRACE_ENABLE=1", NULL };
static const char *const not_traced[] = { NULL };

static unsigned processors(void)
{
	cpu_set_t all;

	return sched_getaffinity(0, sizeof(all), &all) == 0 ? (unsigned)CPU_COUNT(&all) : 1;
}

static struct bench_loop_time run(const struct bench_loop *loop, const char *program,
				  const char *const *environment, unsigned count)
{
	unsigned cpus = processors() < count ? processors() : count;
	struct bench_loop_time time = bench_loop_run(loop, program, environment, count, cpus);

	time.wall_ns *= (double)cpus / count;
	return time;
}

void bench_threads_run(struct bench_threads *threads, const struct bench_loop *loop)
{
	for (unsigned i = 0; i < BENCH_THREAD_COUNTS; i++) {
		struct bench_loop_time plain = run(loop, "bench_plain", not_traced, 1u << i);
		struct bench_loop_time hooks = run(loop, "bench_hooks", traced, 1u << i);
		struct bench_loop_time floor = run(loop, "bench_floor", not_traced, 1u << i);

		bench_add(&threads->wall[BENCH_THREADS_EVENTS][i], hooks.wall_ns - plain.wall_ns);
		bench_add(&threads->cpu[BENCH_THREADS_EVENTS][i], hooks.cpu_ns - plain.cpu_ns);
		bench_add(&threads->wall[BENCH_THREADS_FLOOR][i], floor.wall_ns);
		bench_add(&threads->cpu[BENCH_THREADS_FLOOR][i], floor.cpu_ns);
	}
}

/* Prints the columns of one way to take the time; its part of the result file. */
static json_t *report_time(const struct bench_series (*ns)[BENCH_THREAD_COUNTS], unsigned i)
{
	const struct bench_series *events = &ns[BENCH_THREADS_EVENTS][i];
	const struct bench_series *floor = &ns[BENCH_THREADS_FLOOR][i];
	struct bench_series events_to_one = bench_ratio(events, ns[BENCH_THREADS_EVENTS]);
	struct bench_series floor_to_one = bench_ratio(floor, ns[BENCH_THREADS_FLOOR]);
	struct bench_series quotient = bench_ratio(&events_to_one, &floor_to_one);

	printf(" %9.2f %6.2f %6.2f %8.2f", bench_median(events), bench_median(&events_to_one),
	       bench_median(&floor_to_one), bench_median(&quotient));
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "events", bench_json_series(events), "floor",
			 bench_json_series(floor), "events_to_one",
			 bench_json_series(&events_to_one), "floor_to_one",
			 bench_json_series(&floor_to_one), "quotient",
			 bench_json_series(&quotient));
}

json_t *bench_threads_report(const struct bench_threads *threads)
{
	json_t *root = json_pack("{s:i}", "processors", (int)processors());

	printf("\n%-18s %31s  %31s\n", "threads, events", "time", "time of processors");
	printf("%-18s", "");
	for (unsigned i = 0; i < 2; i++)
		printf(" %9s %6s %6s %8s", "ns a hook", "x one", "floor", "quotient");
	printf("\n");
	for (unsigned i = 0; i < BENCH_THREAD_COUNTS; i++) {
		char name[16];
		json_t *wall;
		json_t *cpu;

		snprintf(name, sizeof(name), "%u", 1u << i);
		printf("%-18s", name);
		wall = report_time(threads->wall, i);
		cpu = report_time(threads->cpu, i);
		printf("\n");
		json_object_set_new(root, name, json_pack("{s:o,s:o}", "wall", wall, "cpu", cpu));
	}
	return root;
}
