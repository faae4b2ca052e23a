/* SPDX-License-Identifier: MIT */
/* The report of old files, made as `callsight analyze` makes it. */
#ifndef T_OLD_REPORT_H
#define T_OLD_REPORT_H

#include "report.h"

struct t_old_report {
	struct csa_report report;
	char *dir; /* of version 3 */
};

/** t_old_report() - of the files in @dir; it must be possible, without damage unless @is_damaged. */
void t_old_report(struct t_old_report *r, const char *dir, bool is_damaged);
void t_old_report_release(struct t_old_report *r);

#endif
