/* SPDX-License-Identifier: MIT */
/*
 * bench_link --programs DIR --output FILE --work DIR [--leveldb BUILD-DIR] [--quick]
 *
 * What a call costs whose hooks "callsight link" silenced, and what the step adds to a link: that of
 * leveldbutil, in a build folder of LevelDB with tracing (ctest -R real.leveldb/build makes one).
 */
#define _GNU_SOURCE /* asprintf, popen, getline */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench_json.h"
#include "bench_options.h"
#include "bench_run.h"
#include "bench_stats.h"

struct options {
	const char *programs;
	const char *output;
	const char *work;
	const char *leveldb;
	bool quick;
};

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "bench_link: %s: %s\n", what, why);
	exit(1);
}

/* ns a call: the loop makes two calls where it reports four hooks. */
static double call_ns(const char *name, const struct options *options)
{
	char *program;
	char calls[] = "10000000";
	const char *argv[] = { NULL, calls, NULL };
	struct bench_result result;
	double ns;
	double hooks;
	char *rest;

	if (options->quick)
		calls[5] = '\0';
	if (asprintf(&program, "%s/%s", options->programs, name) < 0)
		abort();
	argv[0] = program;
	result = bench_run(argv, NULL, 1);
	ns = strtod(result.output, &rest);
	hooks = strtod(rest, NULL);
	if (result.status != 0 || ns <= 0 || hooks <= 0)
		fail(program, result.output);
	free(program);
	return 2 * ns / hooks;
}

static json_t *measure_calls(const struct options *options)
{
	struct bench_series plain = { 0 };
	struct bench_series silenced = { 0 };
	struct bench_series cost = { 0 };

	for (unsigned round = 0; round < (options->quick ? 1u : 15u); round++) {
		bench_add(&plain, call_ns("bench_plain", options));
		bench_add(&silenced, call_ns("bench_silenced", options));
		bench_add(&cost, silenced.values[round] - plain.values[round]);
	}
	printf("%-44s %9s %9s\n", "", "median", "min");
	printf("%-44s %9.2f %9.2f ns\n", "a call without hooks", bench_median(&plain),
	       bench_minimum(&plain));
	printf("%-44s %9.2f %9.2f ns   (to reach: 1)\n", "silenced hooks add", bench_median(&cost),
	       bench_minimum(&cost));
	return json_pack("{s:o,s:o,s:o}", "plain_ns", bench_json_series(&plain), "silenced_ns",
			 bench_json_series(&silenced), "cost_ns", bench_json_series(&cost));
}

/* The command that links leveldbutil, as the build has it. NULL: there is no such build. */
static char *link_command(const struct options *options)
{
	char *command;
	char *line = NULL;
	char *last = NULL;
	size_t room = 0;
	FILE *ninja;

	if (!options->leveldb || access(options->leveldb, R_OK) != 0)
		return NULL;
	if (asprintf(&command, "exec ninja -C '%s' -t commands leveldb/leveldbutil 2>/dev/null",
		     options->leveldb) < 0)
		abort();
	ninja = popen(command, "r");
	while (ninja && getline(&line, &room, ninja) > 0) {
		free(last);
		last = strdup(line);
	}
	free(line);
	free(command);
	if (!ninja || pclose(ninja) != 0 || !last || !strstr(last, " link ")) {
		free(last);
		return NULL;
	}
	return last;
}

/* @text without what lies between @begin and behind @end, with @put in its place. */
static char *cut(const char *text, const char *begin, const char *end, const char *put)
{
	char *out = NULL;

	if (!begin || !end || asprintf(&out, "%.*s%s%s", (int)(begin - text), text, put, end) < 0)
		fail("the link command is not as expected", text);
	return out;
}

/* The file is written elsewhere: the build stays as it is. */
static char *redirect(const char *command, const struct options *options)
{
	const char *begin = strstr(command, " -o ");
	const char *end = begin ? strchr(begin + 4, ' ') : NULL;
	char *put;
	char *out;

	if (asprintf(&put, " -o '%s/leveldbutil'", options->work) < 0)
		abort();
	out = cut(command, begin, end, put);
	free(put);
	return out;
}

static double link_ms(const char *command, const struct options *options)
{
	char *line;
	const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
	struct bench_result result;

	if (asprintf(&line, "exec 2>/dev/null; cd '%s' && %s", options->leveldb, command) < 0)
		abort();
	line[strcspn(line, "\n")] = '\0';
	argv[2] = line;
	result = bench_run(argv, NULL, 1);
	if (result.status != 0)
		fail(line, result.output);
	free(line);
	return result.wall_ns / 1e6;
}

static json_t *measure_link(const struct options *options)
{
	struct bench_series without = { 0 };
	struct bench_series with = { 0 };
	struct bench_series ratio;
	char *given = link_command(options);
	char *stepped;
	char *bare;
	const char *words;

	if (!given) {
		printf("linking leveldbutil: skipped, there is no traced build of it "
		       "(ctest -R real.leveldb/build)\n");
		return json_null();
	}
	stepped = redirect(given, options);
	/* ": && TOOL link --selection FILE -- COMPILER ..." */
	words = strstr(stepped, " && ");
	bare = cut(stepped, words ? words + 4 : NULL,
		   strstr(stepped, " -- ") ? strstr(stepped, " -- ") + 4 : NULL, "");
	for (unsigned round = 0; round < (options->quick ? 1u : 15u); round++) {
		bool is_even = round % 2 == 0;

		if (is_even)
			bench_add(&without, link_ms(bare, options));
		bench_add(&with, link_ms(stepped, options));
		if (!is_even)
			bench_add(&without, link_ms(bare, options));
	}
	ratio = bench_ratio(&with, &without);
	printf("%-44s %9.1f %9.1f ms\n", "linking leveldbutil", bench_median(&without),
	       bench_minimum(&without));
	printf("%-44s %9.3f %9.3f x    (to reach: 1.1)\n", "  with the step", bench_median(&ratio),
	       bench_minimum(&ratio));
	free(given);
	free(stepped);
	free(bare);
	return json_pack("{s:o,s:o,s:o}", "without_ms", bench_json_series(&without), "with_ms",
			 bench_json_series(&with), "ratio", bench_json_series(&ratio));
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	const struct bench_option words[] = {
		{ "--programs", &options.programs, false },
		{ "--work", &options.work, false },
		{ "--output", &options.output, false },
		{ "--leveldb", &options.leveldb, true },
		{ NULL, NULL, false },
	};
	json_t *root;

	if (!bench_options_parse(words, argc, argv, &options.quick))
		return 2;
	mkdir(options.work, 0700);
	root = json_pack("{s:i,s:o}", "schema", 1, "silenced", measure_calls(&options));
	json_object_set_new(root, "link", measure_link(&options));
	return bench_json_write(root, options.output) ? 0 : 1;
}
