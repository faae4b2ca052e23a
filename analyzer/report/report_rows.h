/* SPDX-License-Identifier: MIT */
/* From the sums of the match to the sorted rows of a report. Private to the report room. */
#ifndef CSA_REPORT_ROWS_H
#define CSA_REPORT_ROWS_H

#include "report.h"

/** csa_report_fill_rows() - rows and the summary's sums, from stats. Return: 0 or CSA_E_NOMEM. */
int csa_report_fill_rows(struct csa_report *report, enum csa_report_sort sort);

/**
 * csa_report_add_probe() - a hook costs @hook_ns for these events; the report uses the mean of all.
 */
void csa_report_add_probe(struct csa_report *report, double hook_ns, uint64_t events);

#endif
