/* SPDX-License-Identifier: MIT */
#include "text_table.h"

#include <stdlib.h>

#include "err.h"
#include "short_name.h"
#include "terminal_text.h"

#define GAP         2u
#define FIRST_FLOOR 24u  /* a name is not made shorter than this before columns are left out */
#define TEXT_FLOOR  20u  /* likewise a file and its line */
#define LEAST       4u   /* where even one column has no room */
#define TEXT_MOST   100u /* without a limit: a name of 2 000 characters would pad every line */

/* Where the columns stand. */
struct layout {
	unsigned widths[CSA_TEXT_COLUMNS_MAX]; /* 0: left out */
};

static bool is_text(const struct csa_text_table *table, unsigned column)
{
	if (table->are_texts)
		return table->are_texts[column];
	return column == 0 || column == table->columns - 1;
}

/* Return: 0 or CSA_E_NOMEM. */
static int fill(const struct csa_text_table *table, char **cells, unsigned *widths)
{
	for (unsigned column = 0; column < table->columns; column++)
		widths[column] = csa_text_width(table->titles[column]);
	for (size_t i = 0; i < table->rows * table->columns; i++) {
		unsigned column = (unsigned)(i % table->columns);
		struct csa_buf buf;
		unsigned width;

		csa_buf_init(&buf);
		table->add(&buf, table->data, i / table->columns, column);
		cells[i] = csa_buf_steal(&buf);
		if (!cells[i])
			return CSA_E_NOMEM;
		width = csa_text_width(cells[i]);
		if (width > widths[column])
			widths[column] = width;
	}
	return 0;
}

static unsigned floor_of(const struct csa_text_table *table, unsigned column, unsigned width)
{
	unsigned floor = column == 0 ? FIRST_FLOOR : TEXT_FLOOR;

	return is_text(table, column) && width > floor ? floor : width;
}

/* Columns that the table needs, texts as short as they may be. */
static unsigned least_width(const struct csa_text_table *table, const unsigned *widths)
{
	unsigned sum = 0;

	for (unsigned column = 0; column < table->columns; column++) {
		if (widths[column])
			sum += floor_of(table, column, widths[column]) + (sum ? GAP : 0);
	}
	return sum;
}

/* Return: false: there is none that may be. */
static bool leave_one_out(const struct csa_text_table *table, unsigned *widths)
{
	unsigned greatest = 0;
	unsigned found = table->columns;

	for (unsigned column = 0; column < table->columns; column++) {
		unsigned rank = table->ranks ? table->ranks[column] : column;

		if (widths[column] && rank && rank >= greatest) {
			greatest = rank;
			found = column;
		}
	}
	if (found == table->columns)
		return false;
	widths[found] = 0;
	return true;
}

/* Texts share the room that is left, the first one first. */
static void share_room(const struct csa_text_table *table, unsigned *widths)
{
	unsigned needed = least_width(table, widths);
	unsigned room = table->width > needed ? table->width - needed : 0;
	unsigned excess = needed > table->width ? needed - table->width : 0;

	for (unsigned column = 0; column < table->columns; column++) {
		unsigned floor = floor_of(table, column, widths[column]);
		unsigned more = widths[column] - floor;

		if (!widths[column] || !is_text(table, column))
			continue;
		more = more < room ? more : room;
		room -= more;
		widths[column] = floor + more;
		if (excess && widths[column] > LEAST) {
			unsigned less = widths[column] - LEAST;

			less = less < excess ? less : excess;
			widths[column] -= less;
			excess -= less;
		}
	}
}

static void lay_out(const struct csa_text_table *table, struct layout *layout)
{
	unsigned *widths = layout->widths;

	if (table->width) {
		while (least_width(table, widths) > table->width && leave_one_out(table, widths))
			;
		share_room(table, widths);
		return;
	}
	for (unsigned column = 0; column < table->columns; column++) {
		if (is_text(table, column) && widths[column] > TEXT_MOST)
			widths[column] = TEXT_MOST;
	}
}

static void print_cell(const char *cell, int pad, bool at_left, bool is_last, FILE *out)
{
	if (!at_left)
		fprintf(out, "%*s%s", pad, "", cell);
	else if (is_last)
		fputs(cell, out);
	else
		fprintf(out, "%s%*s", cell, pad, "");
}

static unsigned last_column(const struct csa_text_table *table, const struct layout *layout)
{
	unsigned last = table->columns - 1;

	while (last && !layout->widths[last])
		last--;
	return last;
}

/* @row: SIZE_MAX for the titles */
static void print_line(const struct csa_text_table *table, const char *const *cells,
		       const struct layout *layout, size_t row, FILE *out)
{
	const unsigned last = last_column(table, layout);
	bool is_first = true;
	struct csa_buf buf;

	csa_buf_init(&buf);
	for (unsigned column = 0; column <= last; column++) {
		unsigned width = layout->widths[column];
		enum csa_style style = row == SIZE_MAX ? CSA_STYLE_TITLE
				       : table->style  ? table->style(table->data, row, column)
						       : CSA_STYLE_PLAIN;

		if (!width || (column == last && !*cells[column] && is_text(table, column)))
			continue;
		csa_buf_clear(&buf);
		csa_add_shortened_name(&buf, cells[column], width);
		fprintf(out, "%*s%s", is_first ? 0 : (int)GAP, "",
			csa_style_begin(table->has_styles, style));
		print_cell(buf.data, (int)(width - csa_text_width(buf.data)),
			   is_text(table, column), column == last, out);
		fputs(csa_style_end(table->has_styles, style), out);
		is_first = false;
	}
	csa_buf_release(&buf);
	fputc('\n', out);
}

int csa_print_table(const struct csa_text_table *table, FILE *out)
{
	struct layout layout = { 0 };
	size_t count = table->rows * table->columns;
	char **cells = calloc(count + 1, sizeof(*cells));
	size_t row = 0;
	int rc = cells ? fill(table, cells, layout.widths) : CSA_E_NOMEM;

	if (rc == 0) {
		lay_out(table, &layout);
		print_line(table, table->titles, &layout, SIZE_MAX, out);
		for (size_t i = 0; i < count; i += table->columns)
			print_line(table, (const char *const *)cells + i, &layout, row++, out);
	}
	for (size_t i = 0; cells && i < count; i++)
		free(cells[i]);
	free(cells);
	return rc;
}
