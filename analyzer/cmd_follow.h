/* SPDX-License-Identifier: MIT */
/* A report that is written again and again while the processes run. */
#ifndef CSA_CMD_FOLLOW_H
#define CSA_CMD_FOLLOW_H

#include <stdint.h>

#include "cmd.h"
#include "out_format.h"

struct csa_follow_choices {
	const char *output;   /* file, replaced each time; NULL: standard output */
	uint64_t interval_ns; /* from one report to the next */
};

/**
 * csa_follow() - until all processes have ended, or SIGINT or SIGTERM.
 * @format: one that writes a report at once
 * @options: for it; width and styles are filled
 * @report_options: without calls
 *
 * On a terminal each report replaces the one before, cut to its rows; otherwise they follow each other.
 * Waits for a run when there is none. What is said last about a capture is the caller's, who makes a
 * report of the whole.
 *
 * Return: 0; what reading or writing failed with.
 */
int csa_follow(const struct csa_cmd *cmd, const struct csa_follow_choices *choices,
	       const struct csa_out_format *format, struct csa_out_options *options,
	       const char *dir, const struct csa_report_options *report_options,
	       struct csa_err *err);

#endif
