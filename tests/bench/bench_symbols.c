/* SPDX-License-Identifier: MIT */
/*
 * bench_symbols --programs DIR --make-functions SCRIPT --compiler FILE --work DIR --output FILE [--quick]
 *
 * Naming every function of a program with 200 000 of them and debug information. The program is kept in
 * the work folder: compiling it takes minutes.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench_json.h"
#include "bench_options.h"
#include "bench_run.h"
#include "bench_stats.h"

struct options {
	const char *programs;
	const char *make_functions;
	const char *compiler;
	const char *work;
	const char *output;
	bool quick;
};

static struct bench_result run(const char *const *argv)
{
	struct bench_result result = bench_run(argv, NULL, 1);

	if (result.status != 0) {
		fprintf(stderr, "bench_symbols: %s: status %d, said '%s'\n", argv[0], result.status,
			result.output);
		exit(1);
	}
	return result;
}

static char *make_program(const struct options *options)
{
	const char *files = options->quick ? "4" : "400";
	const char *argv[] = { "/bin/sh", options->make_functions, options->compiler, NULL, files,
			       NULL };
	char *folder;
	char *program;

	if (asprintf(&folder, "%s/%s", options->work, files) < 0 ||
	    asprintf(&program, "%s/functions", folder) < 0)
		abort();
	argv[3] = folder;
	(void)run(argv);
	free(folder);
	return program;
}

static json_t *measure(const struct options *options)
{
	char *program = make_program(options);
	struct bench_series seconds = { 0 };
	unsigned rounds = options->quick ? 1 : 5;
	const char *argv[] = { NULL, program, NULL };
	char *name_functions;
	long functions = 0;
	long peak_kb = 0;

	if (asprintf(&name_functions, "%s/name_functions", options->programs) < 0)
		abort();
	argv[0] = name_functions;
	for (unsigned i = 0; i < rounds; i++) {
		struct bench_result result = run(argv);

		bench_add(&seconds, result.wall_ns / 1e9);
		functions = strtol(result.output, NULL, 10);
		peak_kb = result.peak_kb > peak_kb ? result.peak_kb : peak_kb;
	}
	printf("%-44s %9s %9s\n", "", "median", "min");
	printf("%-44s %9.2f %9.2f s    (to reach: 5)\n", "naming all functions",
	       bench_median(&seconds), bench_minimum(&seconds));
	printf("%-44s %9ld\n%-44s %9ld MB   (to reach: 500)\n", "functions", functions,
	       "peak memory", peak_kb / 1024);
	free(name_functions);
	free(program);
	return json_pack("{s:I,s:o,s:I}", "functions", (json_int_t)functions, "seconds",
			 bench_json_series(&seconds), "peak_kb", (json_int_t)peak_kb);
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	const struct bench_option words[] = {
		{ "--programs", &options.programs, false },
		{ "--make-functions", &options.make_functions, false },
		{ "--compiler", &options.compiler, false },
		{ "--work", &options.work, false },
		{ "--output", &options.output, false },
		{ NULL, NULL, false },
	};

	if (!bench_options_parse(words, argc, argv, &options.quick))
		return 2;
	mkdir(options.work, 0700);
	return bench_json_write(json_pack("{s:i,s:o}", "schema", 1, "symbols", measure(&options)),
				options.output)
		       ? 0
		       : 1;
}
