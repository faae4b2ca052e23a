/* SPDX-License-Identifier: MIT */
#include "line_columns.h"

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

static void print_cell(const struct csa_line_columns *columns, unsigned i, const char *text,
		       FILE *out)
{
	unsigned width = csa_text_width(text);
	int pad = width < columns->widths[i] ? (int)(columns->widths[i] - width) : 0;

	if (columns->chosen.are_texts[i])
		fprintf(out, "%s%*s", text, pad + (int)GAP, "");
	else
		fprintf(out, "%*s%s%*s", pad, "", text, (int)GAP, "");
}

void csa_line_titles(const struct csa_line_columns *columns, const char *last, FILE *out)
{
	struct csa_buf shown;

	fputs(csa_style_begin(columns->has_styles, CSA_STYLE_TITLE), out);
	for (unsigned i = 0; i < columns->chosen.count; i++) {
		if (columns->widths[i])
			print_cell(columns, i, columns->chosen.titles[i], out);
	}
	csa_buf_init(&shown);
	csa_add_shortened(&shown, last, columns->room);
	fprintf(out, "%s%s\n", shown.data, csa_style_end(columns->has_styles, CSA_STYLE_TITLE));
	csa_buf_release(&shown);
}

void csa_line_begin(const struct csa_line_columns *columns,
		    void (*add)(struct csa_buf *buf, const void *data, unsigned column),
		    const void *data, FILE *out)
{
	struct csa_buf cell;
	struct csa_buf shown;

	csa_buf_init(&cell);
	csa_buf_init(&shown);
	for (unsigned i = 0; i < columns->chosen.count; i++) {
		if (!columns->widths[i])
			continue;
		csa_buf_clear(&cell);
		csa_buf_clear(&shown);
		add(&cell, data, columns->chosen.numbers[i]);
		if (columns->chosen.are_texts[i])
			csa_add_shortened(&shown, cell.data, columns->widths[i]);
		print_cell(columns, i, columns->chosen.are_texts[i] ? shown.data : cell.data, out);
	}
	csa_buf_release(&cell);
	csa_buf_release(&shown);
}

unsigned csa_count_digits(uint64_t number)
{
	unsigned digits = 1;

	for (; number >= 10; number /= 10)
		digits++;
	return digits;
}
