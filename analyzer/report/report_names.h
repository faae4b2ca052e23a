/* SPDX-License-Identifier: MIT */
/* The marks, frames and values of a report. Private to the rooms report and partial. */
#ifndef CSA_REPORT_NAMES_H
#define CSA_REPORT_NAMES_H

#include "report.h"

/**
 * csa_report_add_names() - those of one process.
 * @names: its table
 * @stats: by number in it; histograms are taken
 * @zero_monotonic_ns: when the process's times are 0
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_report_add_names(struct csa_report *report, const struct csa_user_names *names,
			 struct csa_user_stats *stats, uint64_t zero_monotonic_ns);

/** csa_report_add_name() - one name; as above, @row loses its histogram. Return: false: no memory. */
bool csa_report_add_name(struct csa_report *report, const struct csa_user_name *name,
			 struct csa_user_row *row, uint64_t move_ns);

/** csa_report_fill_names() - fill report->names when all processes are there. 0 or CSA_E_NOMEM. */
int csa_report_fill_names(struct csa_report *report, uint64_t start_monotonic_ns);

#endif
