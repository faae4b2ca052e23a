/* SPDX-License-Identifier: MIT */
#include "summary_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK_CELL ((CSF_STACK_OFFSET - CSF_TABLE_HEADER_BYTES) / CSF_CELL_BYTES)

static char *window(const struct t_summary *s)
{
	return s->windows + (s->count - 1) * CSF_WINDOW_BYTES;
}

void t_summary_init(struct t_summary *s, enum csf_summary_mode mode)
{
	*s = (struct t_summary){ .header = { .magic = CSF_SUMMARY_MAGIC,
					     .version = CSF_SUMMARY_VERSION,
					     .mode = (uint16_t)mode,
					     .window_bytes = CSF_WINDOW_BYTES,
					     .pid = 42 } };
}

static char *cell(struct t_summary *s, uint64_t tag)
{
	struct csf_table *table = (struct csf_table *)(void *)window(s);
	size_t offset = CSF_TABLE_HEADER_BYTES + (size_t)s->cells * CSF_CELL_BYTES;

	table->tags[s->cells++] = tag;
	return window(s) + offset;
}

struct csf_table *t_summary_slot(struct t_summary *s)
{
	struct csf_table *table;

	s->windows = realloc(s->windows, (s->count + 1) * CSF_WINDOW_BYTES);
	if (!s->windows)
		abort();
	s->count++;
	s->rows = s->cells = s->frames = 0;
	memset(window(s), 0, CSF_WINDOW_BYTES);
	table = (struct csf_table *)(void *)window(s);
	*table = (struct csf_table){ .magic = CSF_TABLE_MAGIC,
				     .version = CSF_SUMMARY_VERSION,
				     .slot = (uint32_t)s->count - 1,
				     .threads = 1,
				     .tid = (uint32_t)s->count + 70,
				     .first_serial = (uint32_t)s->count,
				     .serial = (uint32_t)s->count,
				     .first_ticks = 2000,
				     .last_ticks = 9000,
				     .pair_ticks = 2000,
				     .pair_ns = 2000 };
	if (s->header.mode == CSF_MODE_COUNT) {
		t_summary_count(s, 0);
		return table;
	}
	for (unsigned i = STACK_CELL; i < CSF_TABLE_CELLS; i++)
		table->tags[i] = CSF_CELL_STACK;
	t_summary_row(s, 0);
	return table;
}

/* The cell of the row that comes next. */
static char *row_cell(struct t_summary *s, unsigned kind, unsigned per_cell)
{
	const struct csf_table *table = (const struct csf_table *)(const void *)window(s);
	unsigned at = s->cells;

	if (s->rows % per_cell == 0)
		return cell(s, kind | (uint64_t)s->rows << CSF_TAG_ROW_SHIFT);
	while ((table->tags[--at] & CSF_TAG_KIND_MASK) != kind)
		continue;
	return window(s) + CSF_TABLE_HEADER_BYTES + (size_t)at * CSF_CELL_BYTES;
}

struct csf_summary_row *t_summary_row(struct t_summary *s, uint64_t function)
{
	struct csf_summary_row *rows =
		(struct csf_summary_row *)(void *)row_cell(s, CSF_CELL_ROWS, CSF_ROWS_PER_CELL);
	struct csf_summary_row *row = &rows[s->rows++ % CSF_ROWS_PER_CELL];

	row->function = function;
	row->handle = function;
	row->min = UINT64_MAX;
	return row;
}

struct csf_count_row *t_summary_count(struct t_summary *s, uint64_t function)
{
	struct csf_count_row *rows =
		(struct csf_count_row *)(void *)row_cell(s, CSF_CELL_COUNTS, CSF_COUNTS_PER_CELL);
	struct csf_count_row *row = &rows[s->rows++ % CSF_COUNTS_PER_CELL];

	row->function = function;
	return row;
}

uint64_t *t_summary_octave(struct t_summary *s, unsigned octave)
{
	return (uint64_t *)(void *)cell(s, CSF_CELL_OCTAVE | octave << CSF_TAG_OCTAVE_SHIFT |
						   (uint64_t)(s->rows - 1) << CSF_TAG_ROW_SHIFT);
}

void t_summary_open(struct t_summary *s, uint64_t function, uint64_t enter_ticks,
		    uint64_t child_ticks)
{
	struct csf_tally_frame *frames = t_summary_root(s);

	frames[++s->frames] = (struct csf_tally_frame){ .row = function,
							.enter_ticks = enter_ticks,
							.child_ticks = child_ticks };
}

struct csf_tally_frame *t_summary_root(struct t_summary *s)
{
	return (void *)(window(s) + CSF_STACK_OFFSET);
}

void t_summary_write(struct t_summary *s, const char *path)
{
	FILE *file = fopen(path, "w");
	char page[CSF_SUMMARY_HEADER_BYTES] = { 0 };

	s->header.window_count = (uint32_t)s->count;
	memcpy(page, &s->header, sizeof(s->header));
	if (!file || fwrite(page, sizeof(page), 1, file) != 1 ||
	    (s->count && fwrite(s->windows, CSF_WINDOW_BYTES, s->count, file) != s->count) ||
	    fclose(file) != 0) {
		perror(path);
		exit(2);
	}
	free(s->windows);
	*s = (struct t_summary){ 0 };
}
