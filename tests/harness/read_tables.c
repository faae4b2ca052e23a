/* SPDX-License-Identifier: MIT */
/*
 * Tables for people, made with numbers in ns: text with --columns function,calls,self_ns,incl_ns and tree
 * with --columns calls,self_ns,incl_ns --min-percent 0, callers with --columns calls,total_ns,self_ns, all with
 * --top 0. A function is one word.
 */
#define _GNU_SOURCE /* strndup */
#include "function_sums.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MAX_CHARS 200

/* Return: false: no such row, the table has ended. */
typedef bool (*read_row_fn)(struct t_sums *sums, const char *line);

static bool read_text_row(struct t_sums *sums, const char *line)
{
	char name[NAME_MAX_CHARS];
	uint64_t calls;
	uint64_t self_ns;
	uint64_t incl_ns;
	struct t_sum *sum;

	if (sscanf(line, "%199s %" SCNu64 " %" SCNu64 " %" SCNu64, name, &calls, &self_ns,
		   &incl_ns) != 4)
		return false;
	sum = t_sums_get(sums, name);
	sum->calls += calls;
	sum->self_ns += self_ns;
	sum->incl_ns += incl_ns;
	return true;
}

/* The lines of the tree's branches are no ASCII, names of these tests are. */
static bool read_tree_row(struct t_sums *sums, const char *line)
{
	uint64_t calls;
	uint64_t self_ns;
	uint64_t incl_ns;
	int length;
	struct t_sum *sum;

	if (sscanf(line, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %n", &calls, &self_ns, &incl_ns,
		   &length) != 3)
		return false;
	for (line += length; *line == ' ' || (unsigned char)*line >= 0x80; line++)
		;
	if (*line == '[' && strchr(line, ' ')) /* its depth, where the branches would be too wide */
		line = strchr(line, ' ') + 1;
	sum = t_sums_get(sums, line);
	sum->calls += calls;
	sum->self_ns += self_ns;
	return true;
}

/* A function, or indented below it "from" where it is called from. */
static bool read_callers_row(struct t_sums *sums, const char *line)
{
	char name[NAME_MAX_CHARS];
	uint64_t calls;
	uint64_t total_ns;
	uint64_t self_ns;
	struct t_sum *sum;

	if (sscanf(line, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %199s", &calls, &total_ns, &self_ns,
		   name) != 4)
		return false;
	if (strcmp(name, "from") == 0) {
		sums->items[sums->current].of_callers += calls;
		return true;
	}
	sum = t_sums_get(sums, name);
	sums->current = (size_t)(sum - sums->items);
	sum->calls += calls;
	sum->self_ns += self_ns;
	return true;
}

/* @header: how the line begins, behind spaces. */
static bool read_table(struct t_sums *sums, const char *bytes, size_t count, const char *header,
		       read_row_fn read_row)
{
	const char *end = bytes + count;
	bool is_table = false;

	sums->has_calls = true;
	while (bytes < end) {
		const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
		char *line = strndup(bytes, (size_t)((stop ? stop : end) - bytes));
		bool is_row;

		if (!line)
			abort();
		is_row = is_table && read_row(sums, line);
		if (is_table && !is_row) {
			free(line);
			break;
		}
		is_table |= strncmp(line + strspn(line, " "), header, strlen(header)) == 0;
		free(line);
		bytes = stop ? stop + 1 : end;
	}
	return sums->count || t_sums_fail(sums, "there is no table '%s'", header);
}

bool t_read_text(struct t_sums *sums, const char *bytes, size_t count)
{
	sums->has_incl = true;
	return read_table(sums, bytes, count, "function ", read_text_row);
}

bool t_read_tree(struct t_sums *sums, const char *bytes, size_t count)
{
	return read_table(sums, bytes, count, "calls ", read_tree_row);
}

bool t_read_callers(struct t_sums *sums, const char *bytes, size_t count)
{
	if (!read_table(sums, bytes, count, "calls ", read_callers_row))
		return false;
	for (size_t i = 0; i < sums->count; i++) {
		const struct t_sum *sum = &sums->items[i];

		if (sum->calls != sum->of_callers)
			return t_sums_fail(sums,
					   "%s: call sites have %" PRIu64 " calls of %" PRIu64,
					   sum->name, sum->of_callers, sum->calls);
	}
	return true;
}
