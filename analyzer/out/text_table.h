/* SPDX-License-Identifier: MIT */
/*
 * A table for people. Text columns, the first and the last unless the table says otherwise, stand at the
 * left of their place, others at the right. Where there is no room texts are shortened in their
 * middle, then columns are left out; a line never wraps.
 */
#ifndef CSA_TEXT_TABLE_H
#define CSA_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "buf.h"
#include "terminal.h"

#define CSA_TEXT_COLUMNS_MAX 40u

struct csa_text_table {
	const char *const *titles;
	unsigned columns; /* at most CSA_TEXT_COLUMNS_MAX */
	size_t rows;      /* without the titles */
	/* What stands in a cell; nothing is allowed. */
	void (*add)(struct csa_buf *buf, const void *data, size_t row, unsigned column);
	const void *data;
	/* The rest may be 0. */
	const bool *are_texts; /* one a column; NULL: the first and the last */
	const unsigned char
		*ranks; /* the greatest is left out first, 0 never; NULL: from the right */
	unsigned width; /* columns of the terminal; 0: no limit */
	bool has_styles;
	enum csa_style (*style)(const void *data, size_t row, unsigned column);
};

/** csa_print_table() - all rows below the titles. Memory does not grow with them. Return: 0 or CSA_E_NOMEM. */
int csa_print_table(const struct csa_text_table *table, FILE *out);

#endif
