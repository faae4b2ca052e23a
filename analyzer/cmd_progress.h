/* SPDX-License-Identifier: MIT */
/* How far a report is, on a terminal, while it is made. */
#ifndef CSA_CMD_PROGRESS_H
#define CSA_CMD_PROGRESS_H

#include <stdbool.h>

#include "progress.h"
#include "report_watch.h"

struct csa_watch {
	struct csa_report_watch report; /* for csa_report_options */
	bool is_wanted;
	uint64_t done;
	struct csa_progress progress;
};

/** csa_watch_init() - the object stays where it is. @is_wanted: false: nothing is shown */
void csa_watch_init(struct csa_watch *watch, bool is_wanted);

/** csa_watch_end() - the report is made; before anything else is written to the terminal. */
void csa_watch_end(struct csa_watch *watch);

#endif
