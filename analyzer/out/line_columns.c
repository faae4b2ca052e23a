/* SPDX-License-Identifier: MIT */
#include "line_columns.h"

#include <string.h>

#include "short_name.h"
#include "terminal_text.h"

#define GAP        2u
#define ROOM_FLOOR 30u /* columns go before names have less */
#define ROOM_LEAST 8u

static unsigned sum_of(const struct csa_line_columns *columns)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < columns->chosen.count; i++)
		sum += columns->widths[i] ? columns->widths[i] + GAP : 0;
	return sum;
}

/* Return: false: there is none that may be. */
static bool leave_one_out(struct csa_line_columns *columns)
{
	unsigned found = columns->chosen.count;

	for (unsigned i = 0; i < columns->chosen.count; i++) {
		if (columns->widths[i] && columns->chosen.ranks[i] &&
		    (found == columns->chosen.count ||
		     columns->chosen.ranks[i] >= columns->chosen.ranks[found]))
			found = i;
	}
	if (found == columns->chosen.count)
		return false;
	columns->widths[found] = 0;
	return true;
}

void csa_line_fit(struct csa_line_columns *columns, unsigned width)
{
	for (unsigned i = 0; i < columns->chosen.count; i++) {
		unsigned title = csa_text_width(columns->chosen.titles[i]);

		if (columns->widths[i] < title)
			columns->widths[i] = title;
	}
	columns->room = UINT32_MAX;
	if (!width)
		return;
	while (sum_of(columns) + ROOM_FLOOR > width && leave_one_out(columns))
		;
	columns->room = sum_of(columns) + ROOM_LEAST < width ? width - sum_of(columns) : ROOM_LEAST;
}

static void add_blanks(struct csa_buf *line, unsigned count)
{
	static const char blanks[] = "                ";

	while (count) {
		unsigned some = count < sizeof(blanks) - 1 ? count : (unsigned)sizeof(blanks) - 1;

		csa_buf_add(line, blanks, some);
		count -= some;
	}
}

/* What was added to @line from @start on becomes a cell: as wide as its column, with a gap behind it. */
static void finish_cell(const struct csa_line_columns *columns, unsigned i, struct csa_buf *line,
			size_t start)
{
	unsigned width = csa_text_width(line->data + start);
	unsigned pad = width < columns->widths[i] ? columns->widths[i] - width : 0;
	size_t length = line->length - start;

	add_blanks(line, pad + GAP);
	if (!columns->chosen.are_texts[i] && pad && !line->failed) {
		memmove(line->data + start + pad, line->data + start, length);
		memset(line->data + start, ' ', pad);
	}
}

void csa_line_titles(const struct csa_line_columns *columns, const char *last, FILE *out)
{
	struct csa_buf line;

	csa_buf_init(&line);
	for (unsigned i = 0; i < columns->chosen.count; i++) {
		size_t start = line.length;

		if (!columns->widths[i])
			continue;
		csa_buf_add_str(&line, columns->chosen.titles[i]);
		finish_cell(columns, i, &line, start);
	}
	csa_add_shortened(&line, last, columns->room);
	fprintf(out, "%s%s%s\n", csa_style_begin(columns->has_styles, CSA_STYLE_TITLE), line.data,
		csa_style_end(columns->has_styles, CSA_STYLE_TITLE));
	csa_buf_release(&line);
}

static void add_short_cell(struct csa_buf *line, unsigned width,
			   void (*add)(struct csa_buf *buf, const void *data, unsigned column),
			   const void *data, unsigned column)
{
	struct csa_buf cell;

	csa_buf_init(&cell);
	add(&cell, data, column);
	csa_add_shortened(line, cell.data, width);
	csa_buf_release(&cell);
}

void csa_line_begin(const struct csa_line_columns *columns,
		    void (*add)(struct csa_buf *buf, const void *data, unsigned column),
		    const void *data, struct csa_buf *line)
{
	csa_buf_clear(line);
	for (unsigned i = 0; i < columns->chosen.count; i++) {
		size_t start = line->length;

		if (!columns->widths[i])
			continue;
		if (columns->chosen.are_texts[i])
			add_short_cell(line, columns->widths[i], add, data,
				       columns->chosen.numbers[i]);
		else
			add(line, data, columns->chosen.numbers[i]);
		finish_cell(columns, i, line, start);
	}
}

unsigned csa_count_digits(uint64_t number)
{
	unsigned digits = 1;

	for (; number >= 10; number /= 10)
		digits++;
	return digits;
}
