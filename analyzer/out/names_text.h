/* SPDX-License-Identifier: MIT */
/* The tables of frames, values and marks below the functions in the report for people. */
#ifndef CSA_NAMES_TEXT_H
#define CSA_NAMES_TEXT_H

#include <stdio.h>

#include "out_format.h"

/** csa_print_names() - a table for each kind that there is, of at most options->top rows; 0 = all.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_print_names(const struct csa_report *report, const struct csa_out_options *options,
		    FILE *out);

/** csa_short_path() - the last two parts of a path. */
const char *csa_short_path(const char *path);

#endif
