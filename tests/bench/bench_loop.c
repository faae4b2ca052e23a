/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf */
#include "bench_loop.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench_run.h"

struct bench_loop_time bench_loop_run(const struct bench_loop *loop, const char *program,
				      const char *const *environment, unsigned threads,
				      unsigned cpus)
{
	char *path = bench_text("%s/%s", loop->programs, program);
	char *traces = bench_text("%s%s", loop->work, "/loop");
	char *folder = bench_text("TRACE_DIR=%s%s", traces, "");
	char number[16];
	const char *const argv[] = { path, loop->quick ? "10000" : "1000000",
				     threads ? number : NULL, NULL };
	const char *added[9] = { folder, "TRACE_MAX_MB=0", NULL };
	struct bench_result result;
	double ns;
	double hooks;
	double cpu_ns;
	char *rest;

	snprintf(number, sizeof(number), "%u", threads);
	for (unsigned i = 0; i < 6 && environment[i]; i++)
		added[2 + i] = environment[i];
	bench_remove_tree(traces);
	result = bench_run(argv, added, cpus);
	ns = strtod(result.output, &rest);
	hooks = strtod(rest, &rest);
	cpu_ns = strtod(rest, NULL);
	if (result.status != 0 || ns <= 0 || hooks <= 0) {
		fprintf(stderr, "bench: %s: status %d, said '%s'\n", path, result.status,
			result.output);
		exit(1);
	}
	bench_remove_tree(traces);
	free(path);
	free(traces);
	free(folder);
	return (struct bench_loop_time){ ns / hooks, threads ? cpu_ns / hooks / threads : 0 };
}
