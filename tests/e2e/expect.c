/* SPDX-License-Identifier: MIT */
/*
 * expect PROGRAM RUN REPORT.json REPORT.folded STACKS STATUS PROCESSES COMPILER LEVEL
 *
 * Compares a run's reports, and its stacks as list_stacks prints them, with the @ lines of its program.
 * Prints every difference; status 0 when there is none. Also checks what holds for every report: the
 * folded total is the sum of self times.
 */
#define _GNU_SOURCE /* getline */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect_lines.h"

struct stack {
	char *path; /* "a;b;c" */
	long long calls;
};

struct report {
	json_t *root;
	struct stack *stacks;
	size_t stack_count;
	long long folded_total;
	long long processes;
	long long status;
};

static int differences;

static void differ(const char *what, long long found, long long expected)
{
	printf("expected %s %lld, found %lld\n", what, expected, found);
	differences++;
}

/* Calls @take for every line of @path, without its end. */
static void read_lines(struct report *report, const char *path,
		       void (*take)(struct report *report, char *line))
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t capacity = 0;

	if (!file) {
		perror(path);
		exit(1);
	}
	while (getline(&line, &capacity, file) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		take(report, line);
	}
	free(line);
	fclose(file);
}

static void take_folded(struct report *report, char *line)
{
	const char *number = strrchr(line, ' ');

	if (!number) {
		printf("folded line without a number: %s\n", line);
		differences++;
		return;
	}
	report->folded_total += strtoll(number + 1, NULL, 10);
}

/* "a;b;c 12"; two functions of one name make two lines of one path. */
static void take_stack(struct report *report, char *line)
{
	char *number = strrchr(line, ' ');
	struct stack *stack;

	if (!number)
		abort();
	*number = '\0';
	for (size_t i = 0; i < report->stack_count; i++) {
		if (strcmp(report->stacks[i].path, line) == 0) {
			report->stacks[i].calls += strtoll(number + 1, NULL, 10);
			return;
		}
	}
	report->stacks =
		realloc(report->stacks, (report->stack_count + 1) * sizeof(*report->stacks));
	if (!report->stacks)
		abort();
	stack = &report->stacks[report->stack_count++];
	*stack = (struct stack){ strdup(line), strtoll(number + 1, NULL, 10) };
}

static long long row_sum(const struct report *report, const char *function, const char *key)
{
	json_t *rows = json_object_get(report->root, "rows");
	long long sum = 0;
	size_t index;
	json_t *row;

	json_array_foreach(rows, index, row)
	{
		const char *name = json_string_value(json_object_get(row, "function"));

		if (!function || (name && strcmp(name, function) == 0))
			sum += json_integer_value(json_object_get(row, key));
	}
	return sum;
}

/* "A;B" is a stack when one is "A;B" or goes on below it: "A;B;C". */
static bool has_path(const struct report *report, const char *path)
{
	size_t length = strlen(path);

	for (size_t i = 0; i < report->stack_count; i++) {
		const char *stack = report->stacks[i].path;

		if (strncmp(stack, path, length) == 0 &&
		    (stack[length] == '\0' || stack[length] == ';'))
			return true;
	}
	return false;
}

static long long deepest(const struct report *report)
{
	long long deepest_stack = 0;

	for (size_t i = 0; i < report->stack_count; i++) {
		long long depth = 1;

		for (const char *c = report->stacks[i].path; *c; c++)
			depth += *c == ';';
		if (depth > deepest_stack)
			deepest_stack = depth;
	}
	return deepest_stack;
}

static bool array_has(const struct report *report, const char *array, const char *key,
		      const char *value)
{
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(report->root, array), index, item)
	{
		const char *text = json_string_value(json_object_get(item, key));

		if (text && strcmp(text, value) == 0)
			return true;
	}
	return false;
}

/* KIND, or KIND TIMES SUM: how often in all threads, and the sum of the arguments. */
static bool has_marker(const struct report *report, const char *rest)
{
	char kind[32] = "";
	long long times = -1;
	long long sum = 0;
	size_t index;
	json_t *item;

	if (sscanf(rest, "%31s %lld %lld", kind, &times, &sum) < 2)
		return array_has(report, "markers", "kind", rest);
	json_array_foreach(json_object_get(report->root, "markers"), index, item)
	{
		if (strcmp(json_string_value(json_object_get(item, "kind")), kind) != 0)
			continue;
		times -= json_integer_value(json_object_get(item, "count"));
		sum -= json_integer_value(json_object_get(item, "argument"));
	}
	return times == 0 && sum == 0;
}

static long long calls_at(const struct report *report, const char *path)
{
	for (size_t i = 0; i < report->stack_count; i++) {
		if (strcmp(report->stacks[i].path, path) == 0)
			return report->stacks[i].calls;
	}
	return 0;
}

/* "<name> <number>". @key: calls or resumes of a row, or at: of a stack. */
static void check_calls(const struct report *report, const char *key, const char *rest)
{
	const char *blank = strrchr(rest, ' ');
	char *name = strndup(rest, blank ? (size_t)(blank - rest) : 0);
	long long expected = blank ? strtoll(blank + 1, NULL, 10) : -1;
	long long found;
	char what[300];

	if (!name)
		abort();
	found = strcmp(key, "at") == 0 ? calls_at(report, name) : row_sum(report, name, key);
	snprintf(what, sizeof(what), "%s %s", key, name);
	if (found != expected)
		differ(what, found, expected);
	free(name);
}

static void require(bool holds, const struct expect_line *line)
{
	if (holds)
		return;
	printf("does not hold: %s %s\n", line->word, line->rest);
	differences++;
}

static void check_line(const struct report *report, const struct expect_line *line)
{
	const char *word = line->word;
	const char *rest = line->rest;
	long long number = strtoll(rest, NULL, 10);
	json_t *summary = json_object_get(json_object_get(report->root, "summary"), word);

	if (strcmp(word, "calls") == 0 || strcmp(word, "resumes") == 0 || strcmp(word, "at") == 0)
		check_calls(report, word, rest);
	else if (strcmp(word, "stacks") == 0) {
		if ((long long)report->stack_count != number)
			differ("stacks", (long long)report->stack_count, number);
	} else if (strcmp(word, "path") == 0)
		require(has_path(report, rest), line);
	else if (strcmp(word, "nopath") == 0)
		require(!has_path(report, rest), line);
	else if (strcmp(word, "depth") == 0)
		require(deepest(report) <= number, line);
	else if (strcmp(word, "marker") == 0)
		require(has_marker(report, rest), line);
	else if (strcmp(word, "thread") == 0)
		require(array_has(report, "threads", "name", rest), line);
	else if (strcmp(word, "processes") == 0)
		require(report->processes == number, line);
	else if (json_is_integer(summary)) {
		if (json_integer_value(summary) != number)
			differ(word, json_integer_value(summary), number);
	} else if (strcmp(word, "status") != 0 && strcmp(word, "flags") != 0) {
		printf("no such expectation: %s\n", word);
		differences++;
	}
}

/* What no program has to say: nothing is unmatched, nothing lost. */
static void check_default(const struct report *report, const struct expect_lines *lines,
			  const char *word)
{
	char zero[] = "0";
	char copy[32];
	struct expect_line line = { copy, zero };

	for (size_t i = 0; i < lines->count; i++) {
		if (strcmp(lines->items[i].word, word) == 0)
			return;
	}
	snprintf(copy, sizeof(copy), "%s", word);
	check_line(report, &line);
}

static long long expected_status(const struct expect_lines *lines)
{
	long long status = 0;

	for (size_t i = 0; i < lines->count; i++) {
		if (strcmp(lines->items[i].word, "status") == 0)
			status = strtoll(lines->items[i].rest, NULL, 10);
	}
	return status;
}

int main(int argc, char **argv)
{
	struct report report = { 0 };
	struct expect_lines lines;
	json_error_t error;

	if (argc != 10)
		return 2;
	lines = expect_lines_read(argv[1], argv[2], argv[8], argv[9]);
	report.root = json_load_file(argv[3], 0, &error);
	if (!report.root) {
		printf("%s:%d: %s\n", argv[3], error.line, error.text);
		return 1;
	}
	read_lines(&report, argv[4], take_folded);
	read_lines(&report, argv[5], take_stack);
	report.status = strtoll(argv[6], NULL, 10);
	report.processes = strtoll(argv[7], NULL, 10);
	if (report.status != expected_status(&lines))
		differ("status", report.status, expected_status(&lines));
	for (size_t i = 0; i < lines.count; i++)
		check_line(&report, &lines.items[i]);
	check_default(&report, &lines, "unmatched");
	check_default(&report, &lines, "lost");
	if (report.folded_total != row_sum(&report, NULL, "self_ns"))
		differ("sum of self times as folded total", row_sum(&report, NULL, "self_ns"),
		       report.folded_total);
	if (differences)
		printf("run %s: %d differences\n", argv[2], differences);
	json_decref(report.root);
	for (size_t i = 0; i < report.stack_count; i++)
		free(report.stacks[i].path);
	free(report.stacks);
	expect_lines_release(&lines);
	return differences ? 1 : 0;
}
