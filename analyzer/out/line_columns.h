/* SPDX-License-Identifier: MIT */
/*
 * Columns of numbers in front of a name that takes the rest of the line, for views whose lines are
 * printed one by one: their widths are known before the first.
 */
#ifndef CSA_LINE_COLUMNS_H
#define CSA_LINE_COLUMNS_H

#include <stdint.h>

#include "text_columns.h"

struct csa_line_columns {
	struct csa_chosen_columns chosen;
	unsigned widths[CSA_TEXT_COLUMNS_MAX]; /* 0: left out */
	unsigned room; /* for what stands behind them; UINT32_MAX: no limit */
	bool has_styles;
};

/**
 * csa_line_fit() - leave columns out until the rest of the line has room.
 * @columns: chosen and widths are filled; a width that is shorter than the title becomes its
 * @width: of the terminal; 0: no limit
 */
void csa_line_fit(struct csa_line_columns *columns, unsigned width);

/** csa_line_titles() - the line above all, with @last above the names. */
void csa_line_titles(const struct csa_line_columns *columns, const char *last, FILE *out);

/**
 * csa_line_begin() - the columns of a line, with a gap behind them.
 * @add: adds to its buffer; gets numbers of all columns
 * @line: what it had goes
 */
void csa_line_begin(const struct csa_line_columns *columns,
		    void (*add)(struct csa_buf *buf, const void *data, unsigned column),
		    const void *data, struct csa_buf *line);

/** csa_count_digits() - the width that a column for @number needs. */
unsigned csa_count_digits(uint64_t number);

#define CSA_DURATION_WIDTH 7u /* "999 ms", "1.00 us"; more from 100 000 s on */

#endif
