/* SPDX-License-Identifier: MIT */
/* Which columns a table for people has: those of the view, or those that --columns names. */
#ifndef CSA_TEXT_COLUMNS_H
#define CSA_TEXT_COLUMNS_H

#include "err.h"
#include "text_table.h"

/** A column that a view can have. */
struct csa_text_column {
	const char *name;   /* as --columns has it */
	const char *title;  /* NULL: the name */
	unsigned char rank; /* for csa_text_table.ranks; 0 only for what the table is about */
	bool is_text;
};

/** Those that were chosen, in order; what a csa_text_table wants beside them. */
struct csa_chosen_columns {
	unsigned count;
	unsigned numbers[CSA_TEXT_COLUMNS_MAX]; /* in the list of all */
	const char *titles[CSA_TEXT_COLUMNS_MAX];
	bool are_texts[CSA_TEXT_COLUMNS_MAX];
	unsigned char ranks[CSA_TEXT_COLUMNS_MAX];
};

/**
 * csa_columns_choose() - the columns of a list of names.
 * @chosen: filled
 * @all: what there is, ending in a name NULL
 * @list: names separated by commas
 *
 * Return: 0, or CSA_E_USAGE with all names in the message.
 */
int csa_columns_choose(struct csa_chosen_columns *chosen, const struct csa_text_column *all,
		       const char *list, struct csa_err *err);

#endif
