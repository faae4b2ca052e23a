/* SPDX-License-Identifier: MIT */
/* What a process lost: of all threads, and of each. Private to the report room. */
#ifndef CSA_REPORT_LOSSES_H
#define CSA_REPORT_LOSSES_H

#include "capture_dir.h"
#include "report.h"

/** csa_note_losses() - of the process that @report got last, with its threads. */
void csa_note_losses(struct csa_report *report, const struct csa_capture *capture);

#endif
