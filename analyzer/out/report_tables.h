/* SPDX-License-Identifier: MIT */
/* The tables of threads and modules below the functions in the report for people. */
#ifndef CSA_REPORT_TABLES_H
#define CSA_REPORT_TABLES_H

#include <stdio.h>

#include "out_format.h"

/**
 * csa_print_threads() - threads by the time in calls, when there are several.
 * csa_print_modules() - modules by the self time of their functions, likewise.
 *
 * At most options->top rows; 0 = all. Return: 0 or CSA_E_NOMEM.
 */
int csa_print_threads(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out);
int csa_print_modules(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out);

#endif
