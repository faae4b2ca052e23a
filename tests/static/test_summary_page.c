/* SPDX-License-Identifier: MIT */
/*
 * docs/format/summary.md against summary_format.h: each field of the tables lies where the header has it,
 * and each field of the header stands in the page.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callsight/summary_format.h"
#include "test.h"

struct field {
	const char *name;
	size_t offset;
	size_t size; /* 0: the table has no such column */
};

#define FIELD(type, name)                                                            \
	{                                                                            \
#name, offsetof(struct type, name), sizeof(((struct type *)0)->name) \
	}
#define PLACE(name)                                              \
	{                                                        \
#name, offsetof(struct csf_summary_row, name), 0 \
	}

static const struct field summary[] = {
	FIELD(csf_summary, magic),
	FIELD(csf_summary, version),
	FIELD(csf_summary, mode),
	FIELD(csf_summary, window_bytes),
	FIELD(csf_summary, window_count),
	FIELD(csf_summary, pid),
	FIELD(csf_summary, windows_refused),
	FIELD(csf_summary, error),
	{ NULL, 0, 0 },
};

static const struct field table[] = {
	FIELD(csf_table, magic),        FIELD(csf_table, version),
	FIELD(csf_table, slot),         FIELD(csf_table, index),
	FIELD(csf_table, threads),      FIELD(csf_table, tid),
	FIELD(csf_table, first_serial), FIELD(csf_table, serial),
	FIELD(csf_table, name),         FIELD(csf_table, first_ticks),
	FIELD(csf_table, last_ticks),   FIELD(csf_table, pair_ticks),
	FIELD(csf_table, pair_ns),      FIELD(csf_table, lost_events),
	FIELD(csf_table, unmatched),    FIELD(csf_table, clock_steps),
	FIELD(csf_table, torn),         FIELD(csf_table, pauses),
	FIELD(csf_table, resumes),      FIELD(csf_table, paused_hooks),
	FIELD(csf_table, tags),         { NULL, 0, 0 },
};

static const struct field row[] = {
	PLACE(function),  PLACE(entered),    PLACE(leaving), PLACE(ended),
	PLACE(self),      PLACE(total),      PLACE(min),     PLACE(max),
	PLACE(nested),    PLACE(children),   PLACE(unwound), PLACE(flags),
	PLACE(left_open), PLACE(open_total), PLACE(handle),  { NULL, 0, 0 },
};

static char *read_page(void)
{
	FILE *file = fopen(T_PAGE, "r");
	char *text = calloc(1, 1u << 20);

	assert_non_null(file);
	assert_non_null(text);
	assert_true(fread(text, 1, (1u << 20) - 1, file) > 0);
	fclose(file);
	return text;
}

/* The lines of the table below @heading are exactly @fields. */
static void check(const char *heading, const struct field *fields)
{
	char *text = read_page();
	char *at = strstr(text, heading);
	char *end;
	size_t count = 0;

	assert_non_null(at);
	end = strstr(at + 3, "\n## ");
	if (end)
		*end = '\0';
	for (; fields[count].name; count++) {
		char line[80];

		if (fields[count].size)
			snprintf(line, sizeof(line), "\n| %zu | %zu | `%s` |", fields[count].offset,
				 fields[count].size, fields[count].name);
		else
			snprintf(line, sizeof(line), "\n| %zu | `%s` |", fields[count].offset,
				 fields[count].name);
		if (!strstr(at, line))
			fail_msg("%s lacks '%s'", heading, line + 1);
	}
	for (char *line = strstr(at, "\n| "); line; line = strstr(line + 1, "\n| ")) {
		if (line[3] >= '0' && line[3] <= '9' && strchr(line + 3, '`') &&
		    strchr(line + 3, '`') < strchr(line + 3, '\n'))
			count--;
	}
	assert_int_equal(count, 0);
	free(text);
}

TEST(tables_are_those_of_the_header)
{
	T_UNUSED;
	check("## `struct csf_summary`", summary);
	check("## `struct csf_table`", table);
	check("## Rows", row);
}

TEST(numbers_are_those_of_the_header)
{
	char *text = read_page();

	T_UNUSED;
	assert_int_equal(CSF_SUMMARY_MAGIC, 0x33534353);
	assert_int_equal(CSF_TABLE_MAGIC, 0x33544353);
	assert_int_equal(CSF_SUMMARY_VERSION, 1);
	assert_int_equal(CSF_WINDOW_BYTES, 65536);
	assert_int_equal(CSF_CELL_BYTES, 512);
	assert_int_equal(CSF_TABLE_HEADER_BYTES, 1536);
	assert_int_equal(CSF_STACK_OFFSET, CSF_TABLE_HEADER_BYTES + 93 * CSF_CELL_BYTES);
	assert_int_equal(CSF_STACK_OFFSET, 49152);
	assert_int_equal(CSF_STACK_FRAMES, 512);
	assert_non_null(strstr(text, "cells 93 to 124"));
	free(text);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(tables_are_those_of_the_header),
		CASE(numbers_are_those_of_the_header),
	};

	return T_RUN(cases, argc, argv);
}
