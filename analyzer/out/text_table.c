/* SPDX-License-Identifier: MIT */
#include "text_table.h"

#include <stdlib.h>

#include "err.h"
#include "terminal_text.h"

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

static void print_line(const struct csa_text_table *table, const char *const *cells,
		       const unsigned *widths, FILE *out)
{
	for (unsigned column = 0; column < table->columns; column++) {
		const char *cell = cells[column];
		int pad = (int)(widths[column] - csa_text_width(cell));

		if (column == table->columns - 1)
			fprintf(out, *cell ? "  %s" : "%s", cell);
		else if (column == 0)
			fprintf(out, "%s%*s", cell, pad, "");
		else
			fprintf(out, "  %*s%s", pad, "", cell);
	}
	fputc('\n', out);
}

int csa_print_table(const struct csa_text_table *table, FILE *out)
{
	unsigned widths[CSA_TEXT_COLUMNS_MAX];
	size_t count = table->rows * table->columns;
	char **cells = calloc(count + 1, sizeof(*cells));
	int rc = cells ? fill(table, cells, widths) : CSA_E_NOMEM;

	if (rc == 0) {
		print_line(table, table->titles, widths, out);
		for (size_t i = 0; i < count; i += table->columns)
			print_line(table, (const char *const *)cells + i, widths, out);
	}
	for (size_t i = 0; cells && i < count; i++)
		free(cells[i]);
	free(cells);
	return rc;
}
