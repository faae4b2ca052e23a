/* SPDX-License-Identifier: MIT */
/*
 * bench_driver --programs DIR --callsight FILE --work DIR --output FILE [--quick]
 *
 * Runs every variant in turn, round by round, so that a drift of the machine meets all of them; prints
 * a table and writes every round into the output file.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench_json.h"
#include "bench_loop.h"
#include "bench_options.h"
#include "bench_run.h"
#include "bench_stats.h"
#include "bench_threads.h"

struct options {
	const char *programs;
	const char *work;
	const char *output;
	bool quick;
};

/* A program that times its own loop. */
struct variant {
	const char *name;
	const char *program;
	const char *environment[4];
	bool has_hooks; /* the loop without hooks is taken off */
	struct bench_series ns;
};

enum {
	FLOOR,
	PLAIN,
	NOP,
	OFF,
	EVENTS,
	EVENTS_NO_SITES,
	WRAP,
	WRAP_GROWING,
	SUMMARY,
	COUNT,
	VARIANTS
};

static struct variant variants[VARIANTS] = {
	[FLOOR] = { .name = "floor: clock read + store", .program = "bench_floor" },
	[PLAIN] = { .name = "loop without hooks", .program = "bench_plain" },
	[NOP] = { .name = "nop hooks", .program = "bench_nop", .has_hooks = true },
	[OFF] = { .name = "tracing off", .program = "bench_hooks", .has_hooks = true },
	[EVENTS] = { .name = "events, call sites on",
		     .program = "bench_hooks",
		     .environment = { "TRACE_ENABLE=1" },
		     .has_hooks = true },
	[EVENTS_NO_SITES] = { .name = "events, call sites off",
			      .program = "bench_hooks",
			      .environment = { "TRACE_ENABLE=1", "TRACE_CALLSITES=0" },
			      .has_hooks = true },
	/* Long enough to go around eight times: what is measured is not the making of windows. */
	[WRAP] = { .name = "wrap, 4 MiB of memory",
		   .program = "bench_hooks",
		   .environment = { "TRACE_ENABLE=1", "TRACE_FULL=wrap", "TRACE_MAX_MB=4" },
		   .has_hooks = true },
	/* The loop fills 32 MiB: every block needs a new window. */
	[WRAP_GROWING] = { .name = "wrap, windows being made",
			   .program = "bench_hooks",
			   .environment = { "TRACE_ENABLE=1", "TRACE_FULL=wrap",
					    "TRACE_MAX_MB=512" },
			   .has_hooks = true },
	[SUMMARY] = { .name = "summary",
		      .program = "bench_hooks",
		      .environment = { "TRACE_ENABLE=1", "TRACE_MODE=summary" },
		      .has_hooks = true },
	[COUNT] = { .name = "count",
		    .program = "bench_hooks",
		    .environment = { "TRACE_ENABLE=1", "TRACE_MODE=count" },
		    .has_hooks = true },
};

/* The cost of a hook: the loop with hooks minus the one without, round by round. */
static struct bench_series hook_cost(const struct variant *variant)
{
	struct bench_series cost = variant->ns;

	for (unsigned i = 0; variant->has_hooks && i < cost.count; i++)
		cost.values[i] -= variants[PLAIN].ns.values[i];
	return cost;
}

static bool report(const struct bench_threads *threads, const struct options *options)
{
	json_t *hooks = json_object();
	json_t *in_threads;
	json_t *root;

	printf("%-28s %9s %9s %12s\n", "", "ns a hook", "min", "x the floor");
	for (unsigned i = 0; i < VARIANTS; i++) {
		struct bench_series cost = hook_cost(&variants[i]);
		struct bench_series ratio = bench_ratio(&cost, &variants[FLOOR].ns);

		printf("%-28s %9.2f %9.2f %12.2f\n", variants[i].name, bench_median(&cost),
		       bench_minimum(&cost), bench_median(&ratio));
		json_object_set_new(hooks, variants[i].name,
				    json_pack("{s:o,s:o}", "ns", bench_json_series(&cost), "ratio",
					      bench_json_series(&ratio)));
	}
	in_threads = bench_threads_report(threads);
	root = json_pack("{s:i,s:o,s:o}", "schema", 1, "hooks", hooks, "threads", in_threads);
	return bench_json_write(root, options->output);
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	const struct bench_option words[] = {
		{ "--programs", &options.programs, false },
		{ "--work", &options.work, false },
		{ "--output", &options.output, false },
		{ NULL, NULL, false },
	};
	struct bench_threads threads = { 0 };
	struct bench_loop loop;

	if (!bench_options_parse(words, argc, argv, &options.quick))
		return 2;
	mkdir(options.work, 0700);
	loop = (struct bench_loop){ options.programs, options.work, options.quick };
	for (unsigned round = 0; round < (options.quick ? 1u : 15u); round++) {
		for (unsigned i = 0; i < VARIANTS; i++) {
			struct variant *variant = &variants[(i + round) % VARIANTS];

			bench_add(&variant->ns, bench_loop_run(&loop, variant->program,
							       variant->environment, 0, 1)
							.wall_ns);
		}
		bench_threads_run(&threads, &loop);
	}
	return report(&threads, &options) ? 0 : 1;
}
