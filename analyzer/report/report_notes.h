/* SPDX-License-Identifier: MIT */
/* The sentences of a report about what is missing or uncertain. Private to report.c. */
#ifndef CSA_REPORT_NOTES_H
#define CSA_REPORT_NOTES_H

#include "report.h"

/** csa_note_process() - of one process, after it was added; also counts what it lost. */
void csa_note_process(struct csa_report *report, const struct csa_capture *capture,
		      uint64_t hook_frame_blocks);

/**
 * csa_note_older_runs() - a line for each of the newest ones that are left out of @dir. Or CSA_E_NOMEM.
 * @all: runs are not: only captures of earlier clients
 */
int csa_note_older_runs(struct csa_report *report, const char *dir, const struct csa_runs *runs,
			bool all);

/** csa_note_sums() - of the whole report, when its rows are filled; also counts its pauses. */
void csa_note_sums(struct csa_report *report);

#endif
