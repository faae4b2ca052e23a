/* SPDX-License-Identifier: MIT */
/*
 * Which functions to leave out of a trace: those whose hooks cost most against what they do. What an
 * exclusion saves is counted for the trace of events that would be made instead.
 *
 * A proposal is a name as trace.config takes it, with all rows that it names: overloads, instantiations
 * of a template, functions of one name in several files, and lambdas inside cannot be excluded one
 * by one.
 */
#ifndef CSA_TUNE_H
#define CSA_TUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.h"

struct csa_tune_options {
	unsigned min_save; /* per cent of all events that a proposal saves at least */
	unsigned
		min_cost; /* per cent: share of the hooks in the time of a call, where times are known */
};

struct csa_tune_proposal {
	char *name;          /* as trace.config writes it, without quotes */
	char *word;          /* for "exclude-func", quoted where needed; NULL: why_not */
	const char *why_not; /* why a line cannot exclude it, or NULL */
	const struct csa_report_row **rows; /* most calls first */
	size_t row_count;
	uint64_t calls;
	uint64_t events;      /* of a trace of events */
	uint64_t saves_ns;    /* time of its hooks there */
	uint64_t saves_bytes; /* of such a capture */
	bool has_times;
	uint64_t own_ns;   /* self time without hooks */
	double cost_share; /* of the hooks in own time and hooks together, 0 to 1 */
};

struct csa_tune {
	const struct csa_report_row **rows; /* of all proposals, and the others */
	struct csa_tune_proposal *items;    /* those that save most first */
	size_t count;
	uint64_t calls; /* of the whole capture */
	uint64_t events;
	double hook_ns;         /* what a hook costs in a trace of events */
	double bytes_per_event; /* of this capture, or usual */
	bool is_measured;       /* bytes_per_event is of this capture */
	bool has_times;         /* some rows do */
	uint64_t nameless;      /* functions without a name that would be proposed */
};

/**
 * csa_tune_make() - the proposals of a report. Strings and rows are the report's.
 * @tune: released by csa_tune_release(), also after a failure
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_tune_make(struct csa_tune *tune, const struct csa_report *report,
		  const struct csa_tune_options *options, struct csa_err *err);
void csa_tune_release(struct csa_tune *tune);

#endif
