/* SPDX-License-Identifier: MIT */
#include "report_span.h"

/* Chosen: a clock that is set right moves by less, two machines by chance agree to it once in weeks. */
#define SAME_CLOCK_NS 60000000000

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Whether the clocks of all processes are as far from the time of day, as far as that is known. */
static bool has_one_clock(const struct csa_report *report)
{
	const struct csa_report_process *first = NULL;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];
		uint64_t of_day;

		if (!p->start_realtime_ns)
			continue;
		if (!first)
			first = p;
		of_day = p->start_realtime_ns - first->start_realtime_ns;
		if (distance(first->start_monotonic_ns + of_day, p->start_monotonic_ns) >
		    SAME_CLOCK_NS)
			return false;
	}
	return true;
}

/* How long a process ran, as far as its events say. */
static uint64_t length_of(const struct csa_report_process *p)
{
	return p->last_monotonic_ns > p->start_monotonic_ns
		       ? p->last_monotonic_ns - p->start_monotonic_ns
		       : 0;
}

uint64_t csa_report_measure(struct csa_report *report)
{
	bool by_day = !has_one_clock(report);
	uint64_t first = UINT64_MAX; /* of either clock */
	uint64_t start = UINT64_MAX;
	uint64_t last = 0;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];
		uint64_t from = by_day ? p->start_realtime_ns : p->start_monotonic_ns;
		uint64_t to = by_day ? from + length_of(p) : p->last_monotonic_ns;

		start = p->start_monotonic_ns < start ? p->start_monotonic_ns : start;
		if (by_day && !p->start_realtime_ns)
			continue;
		first = from < first ? from : first;
		last = to > last ? to : last;
	}
	report->summary.duration_ns = last > first ? last - first : 0;
	return start;
}

void csa_note_span(struct csa_report *report)
{
	if (!has_one_clock(report))
		csa_notes_add(&report->notes, CSA_NOTE_INFO,
			      "processes of several machines, or of one that was started again or "
			      "suspended: from one to the other only the time of day is known");
}
