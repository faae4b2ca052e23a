/* SPDX-License-Identifier: MIT */
/*
 * Says whether reports of callsight are true.
 *
 *   check_report truth REPORT.json REPORT.folded [--forks]
 *       nothing unmatched or lost, every name resolved, and table and folded stacks agree to the
 *       nanosecond: self times, inclusive times, and their sum with that of the root frames.
 *       --forks: there are children of fork; the stacks name the frames that they inherited, whose
 *       calls are the parent's, so that the stacks may hold more than the inclusive time
 *   check_report counts REPORT.json GCOV.json FOLDER --named SOURCE:FUNCTION... --varying ...
 *       calls of the functions of FOLDER are what the compiler's counters say: of the named ones
 *       always, of all others unless they are among the varying ("*" = any)
 *
 * Status: 0 true, 1 not, 2 wrong command line. Every difference is a line on stderr.
 */
/* getline() and strtok_r() are POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "function_counts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned failures;

static void fail_if(bool is_wrong, const char *what, const char *name, json_int_t expected,
		    json_int_t is)
{
	if (!is_wrong)
		return;
	fprintf(stderr, "%s: %s: expected %" JSON_INTEGER_FORMAT ", is %" JSON_INTEGER_FORMAT "\n",
		name, what, expected, is);
	failures++;
}

static json_int_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void add_to(json_t *sums, const char *key, json_int_t amount)
{
	json_object_set_new(sums, key, json_integer(number_of(sums, key) + amount));
}

static json_t *load(const char *path)
{
	json_error_t error;
	json_t *document = json_load_file(path, 0, &error);

	if (!document) {
		fprintf(stderr, "%s: %s\n", path, error.text);
		failures++;
	}
	return document;
}

static void check_summary(const json_t *report)
{
	static const char *const none[] = { "unmatched", "lost" };
	json_t *summary = json_object_get(report, "summary");

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		json_int_t value = number_of(summary, none[i]);

		fail_if(!json_is_integer(json_object_get(summary, none[i])) || value != 0, none[i],
			"summary", 0, value);
	}
	fail_if(number_of(summary, "calls") <= 0, "calls", "summary", 1, 0);
}

/* A name and a line of source: the programs are built with debug information. */
static void check_names(const json_t *report)
{
	json_t *row;
	size_t i;

	json_array_foreach(json_object_get(report, "rows"), i, row)
	{
		const char *name = json_string_value(json_object_get(row, "function"));
		const char *file = json_string_value(json_object_get(row, "file"));

		if (!name || name[0] == '\0' || strchr(name, '?') || strncmp(name, "0x", 2) == 0) {
			fprintf(stderr, "row %zu: the name '%s' is not resolved\n", i,
				name ? name : "");
			failures++;
		} else if (!file || number_of(row, "line") <= 0) {
			fprintf(stderr, "row %zu: %s has no source line\n", i, name);
			failures++;
		}
	}
}

/* Sums of one report, by function name: several rows may share one. */
struct sums {
	json_t *self_ns; /* from the table or the ends of the stacks */
	json_t *incl_ns; /* from the table or all stacks that the function is in */
	json_t *rows;    /* how many rows the name has */
	json_int_t total_ns;
};

static void sums_init(struct sums *sums)
{
	*sums = (struct sums){ .self_ns = json_object(),
			       .incl_ns = json_object(),
			       .rows = json_object() };
}

static void sums_release(struct sums *sums)
{
	json_decref(sums->self_ns);
	json_decref(sums->incl_ns);
	json_decref(sums->rows);
}

static void sum_rows(struct sums *sums, const json_t *report)
{
	json_t *row;
	size_t i;

	json_array_foreach(json_object_get(report, "rows"), i, row)
	{
		const char *name = json_string_value(json_object_get(row, "function"));

		if (!name)
			continue;
		add_to(sums->self_ns, name, number_of(row, "self_ns"));
		add_to(sums->incl_ns, name, number_of(row, "incl_ns"));
		add_to(sums->rows, name, 1);
		sums->total_ns += number_of(row, "self_ns");
	}
}

/* "root;caller;function 123": the number is the self time of the last one. */
static bool sum_stack(struct sums *sums, char *line)
{
	char *space = strrchr(line, ' ');
	json_t *seen = json_object();
	const char *last = NULL;
	char *rest = NULL;
	char *end = NULL;
	json_int_t self_ns;

	if (!space)
		return false;
	errno = 0;
	self_ns = strtoll(space + 1, &end, 10);
	*space = '\0';
	for (char *frame = strtok_r(line, ";", &rest); frame; frame = strtok_r(NULL, ";", &rest)) {
		if (!json_object_get(seen, frame))
			add_to(sums->incl_ns, frame, self_ns);
		json_object_set_new(seen, frame, json_true());
		last = frame;
	}
	if (last)
		add_to(sums->self_ns, last, self_ns);
	sums->total_ns += self_ns;
	json_decref(seen);
	return last && errno == 0 && *end == '\n';
}

static void sum_stacks(struct sums *sums, const char *path)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	unsigned number = 0;

	if (!in) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		failures++;
		return;
	}
	while (getline(&line, &size, in) >= 0) {
		number++;
		if (!sum_stack(sums, line)) {
			fprintf(stderr, "%s:%u: not a stack and a number\n", path, number);
			failures++;
		}
	}
	free(line);
	fclose(in);
}

/* Two functions of one name may call each other: no sum of theirs is exact. */
static void check_inclusive(const struct sums *table, const struct sums *stacks, const char *name,
			    bool has_forks)
{
	json_int_t in_table = number_of(table->incl_ns, name);
	json_int_t in_stacks = number_of(stacks->incl_ns, name);
	bool is_right = has_forks ? in_table <= in_stacks : in_table == in_stacks;

	if (number_of(table->rows, name) == 1)
		fail_if(!is_right, "inclusive time in the folded stacks", name, in_table,
			in_stacks);
}

static void check_times(const json_t *report, const char *folded, bool has_forks)
{
	struct sums table;
	struct sums stacks;
	const char *name;
	json_t *value;

	sums_init(&table);
	sums_init(&stacks);
	sum_rows(&table, report);
	sum_stacks(&stacks, folded);
	fail_if(table.total_ns <= 0, "sum", "self times", 1, table.total_ns);
	fail_if(table.total_ns != stacks.total_ns, "sum of self times", "folded", table.total_ns,
		stacks.total_ns);
	json_object_foreach(table.self_ns, name, value)
	{
		fail_if(json_integer_value(value) != number_of(stacks.self_ns, name),
			"self time in the folded stacks", name, json_integer_value(value),
			number_of(stacks.self_ns, name));
		check_inclusive(&table, &stacks, name, has_forks);
	}
	sums_release(&table);
	sums_release(&stacks);
}

static int run_truth(const char *report_path, const char *folded, bool has_forks)
{
	json_t *report = load(report_path);

	if (report) {
		check_summary(report);
		check_names(report);
		check_times(report, folded, has_forks);
		printf("%" JSON_INTEGER_FORMAT " calls, %zu functions, %u wrong\n",
		       number_of(json_object_get(report, "summary"), "calls"),
		       json_array_size(json_object_get(report, "rows")), failures);
	}
	json_decref(report);
	return failures > 0;
}

/* Words after the option @option in @words, as an object; up to the next option. */
static json_t *words_after(char **words, const char *option)
{
	json_t *found = json_object();
	bool is_ours = false;

	for (; *words; words++) {
		if (strncmp(*words, "--", 2) == 0)
			is_ours = strcmp(*words, option) == 0;
		else if (is_ours)
			json_object_set_new(found, *words, json_true());
	}
	return found;
}

static void compare_one(const char *name, const json_t *counted, const json_t *reported)
{
	fail_if(number_of(counted, name) != number_of(reported, name), "calls", name,
		number_of(counted, name), number_of(reported, name));
}

/*
 * What was counted must be reported, never called functions not at all. Reported functions that
 * the counters do not know are the compiler's own, such as implicit constructors.
 */
static unsigned compare_all(const json_t *counted, const json_t *reported, const json_t *varying)
{
	unsigned compared = 0;
	const char *name;
	json_t *unused;

	json_object_foreach((json_t *)counted, name, unused)
	{
		if (json_object_get(varying, name) || json_object_get(varying, "*"))
			continue;
		compared++;
		compare_one(name, counted, reported);
	}
	return compared;
}

static int run_counts(const char *report_path, const char *gcov, const char *folder, char **words)
{
	json_t *report = load(report_path);
	json_t *reported = report ? t_counts_of_report(report, folder) : NULL;
	json_t *counted = t_counts_of_gcov(gcov, folder);
	json_t *named = words_after(words, "--named");
	json_t *varying = words_after(words, "--varying");
	unsigned compared = 0;
	const char *name;
	json_t *unused;

	if (!reported || !counted) {
		failures++;
	} else {
		json_object_foreach(named, name, unused)
		{
			fail_if(number_of(counted, name) == 0, "calls counted", name, 1, 0);
			compare_one(name, counted, reported);
		}
		compared = compare_all(counted, reported, varying);
		printf("%zu named, %u of all functions compared, %u wrong\n",
		       json_object_size(named), compared, failures);
	}
	json_decref(report);
	json_decref(reported);
	json_decref(counted);
	json_decref(named);
	json_decref(varying);
	return failures > 0;
}

int main(int argc, char **argv)
{
	bool has_forks = argc == 5 && strcmp(argv[4], "--forks") == 0;

	if ((argc == 4 || has_forks) && strcmp(argv[1], "truth") == 0)
		return run_truth(argv[2], argv[3], has_forks);
	if (argc >= 5 && strcmp(argv[1], "counts") == 0)
		return run_counts(argv[2], argv[3], argv[4], argv + 5);
	fprintf(stderr, "usage: check_report truth REPORT FOLDED [--forks] | counts REPORT GCOV "
			"FOLDER ...\n");
	return 2;
}
