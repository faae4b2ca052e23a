/* SPDX-License-Identifier: MIT */
/* Call sites and modules of a report. Private to the report room. */
#ifndef CSA_REPORT_SITES_H
#define CSA_REPORT_SITES_H

#include "report.h"
#include "site_sums.h"

/** csa_report_fill_sites() - each site once, sorted, when rows are. Return: 0 or CSA_E_NOMEM. */
int csa_report_fill_sites(struct csa_report *report);

/** csa_report_fill_modules() - from the rows. Return: 0 or CSA_E_NOMEM. */
int csa_report_fill_modules(struct csa_report *report);

#endif
