/* SPDX-License-Identifier: MIT */
#include "text_table.h"

#include "err.h"
#include "short_name.h"
#include "terminal_text.h"

#define GAP         2u
#define FIRST_FLOOR 24u  /* a name is not made shorter than this before columns are left out */
#define TEXT_FLOOR  20u  /* likewise a file and its line */
#define LEAST       4u   /* where even one column has no room */
#define TEXT_MOST   100u /* without a limit: a name of 2 000 characters would pad every line */

/* Where the columns stand. Cells are made twice, to measure and to print them: tables can be long. */
struct layout {
	unsigned widths[CSA_TEXT_COLUMNS_MAX]; /* 0: left out */
	struct csa_buf cell;
	struct csa_buf shown;
};

static bool is_text(const struct csa_text_table *table, unsigned column)
{
	if (table->are_texts)
		return table->are_texts[column];
	return column == 0 || column == table->columns - 1;
}

/* @row: SIZE_MAX for the titles */
static const char *make_cell(const struct csa_text_table *table, struct csa_buf *cell, size_t row,
			     unsigned column)
{
	csa_buf_clear(cell);
	if (row == SIZE_MAX)
		csa_buf_add_str(cell, table->titles[column]);
	else
		table->add(cell, table->data, row, column);
	return cell->data;
}

/* Return: 0 or CSA_E_NOMEM. */
static int measure(const struct csa_text_table *table, struct layout *layout)
{
	for (unsigned column = 0; column < table->columns; column++)
		layout->widths[column] = csa_text_width(table->titles[column]);
	for (size_t row = 0; row < table->rows; row++) {
		for (unsigned column = 0; column < table->columns; column++) {
			unsigned width =
				csa_text_width(make_cell(table, &layout->cell, row, column));

			if (layout->cell.failed)
				return CSA_E_NOMEM;
			if (width > layout->widths[column])
				layout->widths[column] = width;
		}
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
static void print_line(const struct csa_text_table *table, struct layout *layout, size_t row,
		       FILE *out)
{
	const unsigned last = last_column(table, layout);
	bool is_first = true;

	for (unsigned column = 0; column <= last; column++) {
		unsigned width = layout->widths[column];
		enum csa_style style = row == SIZE_MAX ? CSA_STYLE_TITLE
				       : table->style  ? table->style(table->data, row, column)
						       : CSA_STYLE_PLAIN;
		const char *cell = width ? make_cell(table, &layout->cell, row, column) : "";

		if (!width || (column == last && !*cell && is_text(table, column)))
			continue;
		csa_buf_clear(&layout->shown);
		csa_add_shortened_name(&layout->shown, cell, width);
		fprintf(out, "%*s%s", is_first ? 0 : (int)GAP, "",
			csa_style_begin(table->has_styles, style));
		print_cell(layout->shown.data, (int)(width - csa_text_width(layout->shown.data)),
			   is_text(table, column), column == last, out);
		fputs(csa_style_end(table->has_styles, style), out);
		is_first = false;
	}
	fputc('\n', out);
}

int csa_print_table(const struct csa_text_table *table, FILE *out)
{
	struct layout layout = { 0 };
	int rc;

	csa_buf_init(&layout.cell);
	csa_buf_init(&layout.shown);
	rc = measure(table, &layout);
	if (rc == 0) {
		lay_out(table, &layout);
		print_line(table, &layout, SIZE_MAX, out);
		for (size_t row = 0; row < table->rows; row++)
			print_line(table, &layout, row, out);
		if (layout.cell.failed || layout.shown.failed)
			rc = CSA_E_NOMEM;
	}
	csa_buf_release(&layout.cell);
	csa_buf_release(&layout.shown);
	return rc;
}
