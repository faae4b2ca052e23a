/* SPDX-License-Identifier: MIT */
/* What a process recorded in the modes summary and count, added to a report. Private to the report room. */
#ifndef CSA_SUMMARY_ROWS_H
#define CSA_SUMMARY_ROWS_H

#include "report.h"

/**
 * csa_summary_add() - add the rows, threads and losses of @capture's summary to the report; its process is
 * the last of the report's.
 *
 * A slot is one thread of the report, also where threads shared it one after the other. Times are
 * converted so that the self times of a slot add up to its root_ns to the nanosecond.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_summary_add(struct csa_report *report, const struct csa_capture *capture,
		    const struct csa_address_space *space);

#endif
