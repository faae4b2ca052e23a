/* SPDX-License-Identifier: MIT */
/* Which process folders make a report, in the order in which they are read. Private to the report room. */
#ifndef CSA_REPORT_SOURCES_H
#define CSA_REPORT_SOURCES_H

#include "report.h"

struct csa_report_source {
	char *dir;
	uint64_t order_ns; /* when its process began */
	uint64_t start_monotonic_ns;
};

/** Oldest first, whatever folder they are in: that is the order of csa_report.processes as well. */
struct csa_report_sources {
	struct csa_report_source *items;
	size_t count;
};

/**
 * csa_report_sources_find() - of what the options name; runs that are left out are noted in the report.
 * @sources: csa_report_sources_release() after all results
 *
 * Return: 0; as csa_runs_find(); CSA_E_NOMEM.
 */
int csa_report_sources_find(struct csa_report_sources *sources, struct csa_report *report,
			    const char *dir, const struct csa_report_options *options,
			    struct csa_err *err);
void csa_report_sources_release(struct csa_report_sources *sources);

/** csa_report_order() - of two processes: when they began, then by the names of their folders. */
int csa_report_order(uint64_t a_ns, const char *a_dir, uint64_t b_ns, const char *b_dir);

#endif
