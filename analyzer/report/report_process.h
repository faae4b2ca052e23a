/* SPDX-License-Identifier: MIT */
/* One process of a report: read, matched, added. Private to the report room. */
#ifndef CSA_REPORT_PROCESS_H
#define CSA_REPORT_PROCESS_H

#include "report_calls.h"

/** csa_report_read_process() - add the process of the folder @dir. Return: as csa_report_make(). */
int csa_report_read_process(struct csa_report *report, struct csa_report_calls *calls,
			    const char *dir, struct csa_err *err);

/** csa_report_free_names() - of csa_report.process_names; NULL is allowed. */
void csa_report_free_names(struct csa_user_names *names);

#endif
