/* SPDX-License-Identifier: MIT */
/*
 * What happens to the calls of a capture on their way to a sink: they are filtered, and what is left is
 * added up for the report and handed on. Private to the report room.
 */
#ifndef CSA_REPORT_CALLS_H
#define CSA_REPORT_CALLS_H

#include "call_feed.h"
#include "call_filter.h"
#include "call_overhead.h"
#include "call_sums.h"
#include "report.h"
#include "site_sums.h"

/** A thread of which something is shown. */
struct csa_shown_thread {
	uint32_t serial;
	uint32_t lane;
	uint64_t root_ns;
	uint64_t first_ns;
	uint64_t last_ns;
};

struct csa_report_calls {
	const struct csa_report_options *options;
	bool is_needed; /* calls are wanted by somebody */
	bool is_filtered;
	bool has_sums; /* the report's numbers are those of the calls that are shown */
	struct csa_filter_stage filter;
	struct csa_call_overhead overhead;
	struct csa_call_sums sums;
	struct csa_site_sums sites;
	struct csa_shown_thread *threads; /* of the process */
	uint32_t thread_count;
	uint32_t thread_capacity;
};

/** Return: 0 or CSA_E_NOMEM; csa_report_calls_release() after both. */
int csa_report_calls_init(struct csa_report_calls *calls, const struct csa_report_options *options);
void csa_report_calls_release(struct csa_report_calls *calls);

/** csa_report_calls_begin() - the next process. @feed: filled, but for its process and shift */
int csa_report_calls_begin(struct csa_report_calls *calls, const struct csa_report *report,
			   const struct csa_capture *capture, struct csa_call_feed *feed);
/** csa_report_calls_end() - the process has been read. */
int csa_report_calls_end(struct csa_report_calls *calls, struct csa_symbols *symbols);

/** csa_report_calls_thread() - what is shown of one; NULL: nothing. */
const struct csa_shown_thread *csa_report_calls_thread(const struct csa_report_calls *calls,
						       const struct csa_lane *lane);

/** csa_report_calls_filtered() - what the filter was and what it left out, into the report. Or CSA_E_NOMEM. */
int csa_report_calls_filtered(struct csa_report *report, const struct csa_report_calls *calls);

/** csa_note_filter() - the same, from the report into its notes. */
void csa_note_filter(struct csa_report *report);

/** csa_note_overhead() - what was subtracted, likewise. */
void csa_note_overhead(struct csa_report *report);

#endif
