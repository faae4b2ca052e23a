/* SPDX-License-Identifier: MIT */
/* A table for people: the first and the last column stand at the left of their place, others at the right. */
#ifndef CSA_TEXT_TABLE_H
#define CSA_TEXT_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "buf.h"

#define CSA_TEXT_COLUMNS_MAX 16u

struct csa_text_table {
	const char *const *titles;
	unsigned columns; /* at most CSA_TEXT_COLUMNS_MAX */
	size_t rows;      /* without the titles */
	/* What stands in a cell; nothing is allowed. */
	void (*add)(struct csa_buf *buf, const void *data, size_t row, unsigned column);
	const void *data;
};

/** csa_print_table() - all rows below the titles. Return: 0, or CSA_E_NOMEM and nothing is printed. */
int csa_print_table(const struct csa_text_table *table, FILE *out);

#endif
