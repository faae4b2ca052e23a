/* SPDX-License-Identifier: MIT */
/* A report in any format, as `callsight analyze` makes it, written to nowhere: for input that is wrong. */
#ifndef T_ANY_REPORT_H
#define T_ANY_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "report.h"

struct t_any_report {
	unsigned format;                 /* a number; those beyond the last begin again */
	bool is_filtered;                /* with some of every filter */
	const char *const *process_dirs; /* as in struct csa_report_options */
	size_t process_dir_count;
};

/**
 * t_any_report() - of the capture in @dir.
 * @report: released by csa_report_release(), whatever is returned
 *
 * Return: 0, or an enum csa_errcode with @err set.
 */
int t_any_report(struct csa_report *report, const char *dir, const struct t_any_report *choices,
		 struct csa_err *err);

/** t_format_count() - how many formats there are. */
unsigned t_format_count(void);

#endif
