/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "report_rows.h"

#include <stdlib.h>
#include <string.h>

#define PROBE_UNIT 1024.0 /* parts of a ns */

static uint64_t sort_key(const struct csa_report_row *row, enum csa_report_sort sort)
{
	switch (sort) {
	case CSA_SORT_INCL:
		return row->incl_ns;
	case CSA_SORT_CALLS:
		return row->calls;
	case CSA_SORT_SELF:
		break;
	}
	return row->self_ns;
}

/* Largest first; equal ones by name and place, so that the order never depends on the pass. */
static int compare_rows(const void *left, const void *right, void *sort)
{
	const struct csa_report_row *a = left;
	const struct csa_report_row *b = right;
	uint64_t x = sort_key(a, *(enum csa_report_sort *)sort);
	uint64_t y = sort_key(b, *(enum csa_report_sort *)sort);
	int order;

	if (x != y)
		return x > y ? -1 : 1;
	order = strcmp(a->name->function, b->name->function);
	if (order)
		return order;
	if (a->name->module != b->name->module)
		return a->name->module < b->name->module ? -1 : 1;
	return a->name->addr < b->name->addr ? -1 : a->name->addr > b->name->addr;
}

static uint64_t clamp(uint64_t value, uint64_t low, uint64_t high)
{
	return value < low ? low : value > high ? high : value;
}

/*
 * Between the clock readings of enter and exit lies about one hook: the end of the enter hook and
 * the beginning of the exit hook. Every call that is made costs its caller the other half of two.
 * The hooks of a call that is not selected are all in its caller's time.
 */
static uint64_t probe_ns(const struct csa_row_stats *s, double hook_ns)
{
	double ns = hook_ns * ((double)s->calls - (double)s->untimed + (double)s->children);

	if (ns >= (double)s->self_ns)
		return s->self_ns;
	return ns > 0 ? (uint64_t)ns : 0;
}

static bool quantiles(const struct csa_row_stats *s, uint64_t q[5])
{
	static const unsigned per_mille[] = { 500, 900, 950, 990, 999 };

	if (s->values.count)
		return csa_values_quantiles(&s->values, &s->durations, per_mille, 5, q);
	csa_histogram_quantiles(&s->durations, per_mille, 5, q);
	return true;
}

/* Return: false: no memory. */
static bool fill_row(struct csa_report_row *row, const struct csa_row_stats *s,
		     const struct csa_row_name *name, double hook_ns)
{
	uint64_t timed = s->calls - s->untimed;
	uint64_t ended = timed - s->open - s->cut;
	uint64_t min_ns = ended == 0 ? s->open_min_ns : s->min_ns;
	uint64_t incl_ns = s->total_ns - s->nested_ns + s->open_total_ns - s->open_nested_ns;
	uint64_t q[5];

	*row = (struct csa_report_row){
		.row = s->row,
		.name = name,
		.calls = s->calls,
		.resumes = s->resumes,
		.unwound = s->unwound,
		.open = s->open,
		.lossy = s->lossy,
		.is_at_least = s->is_at_least,
	};
	if (timed == 0)
		return true;
	if (!quantiles(s, q))
		return false;
	if (min_ns > s->max_ns)
		min_ns = s->max_ns; /* open calls of a summary whose times are not known */
	*row = (struct csa_report_row){
		.row = s->row,
		.name = name,
		.calls = s->calls,
		.resumes = s->resumes,
		.unwound = s->unwound,
		.open = s->open,
		.lossy = s->lossy,
		.is_at_least = s->is_at_least,
		.has_times = true,
		.has_quantiles = !s->lacks_durations,
		/* A summary's times are converted from ticks one by one: 1 ns apart at most. */
		.incl_ns = incl_ns < s->self_ns ? s->self_ns : incl_ns,
		.self_ns = s->self_ns,
		.min_ns = min_ns,
		.avg_ns = ended ? s->total_ns / ended : s->open_total_ns / timed,
		.max_ns = s->max_ns,
		.p50_ns = clamp(q[0], min_ns, s->max_ns),
		.p90_ns = clamp(q[1], min_ns, s->max_ns),
		.p95_ns = clamp(q[2], min_ns, s->max_ns),
		.p99_ns = clamp(q[3], min_ns, s->max_ns),
		.p999_ns = clamp(q[4], min_ns, s->max_ns),
		.probe_ns = probe_ns(s, hook_ns),
	};
	return true;
}

/* Whole numbers: a sum of others depends on the order of the processes. */
void csa_report_add_probe(struct csa_report *report, double hook_ns, uint64_t events)
{
	double units = hook_ns * PROBE_UNIT + 0.5;

	report->probe_weight += events;
	if (units >= 0 && units < PROBE_UNIT * 1e9)
		report->probe_sum += (csa_i128)(int64_t)units * (csa_i128)events;
}

int csa_report_fill_rows(struct csa_report *report, enum csa_report_sort sort)
{
	struct csa_report_summary *sum = &report->summary;
	double hook_ns =
		report->probe_weight && !report->has_no_overhead
			? (double)report->probe_sum / PROBE_UNIT / (double)report->probe_weight
			: 0;

	report->rows = calloc(report->table.count + 1ull, sizeof(*report->rows));
	if (!report->rows)
		return CSA_E_NOMEM;
	for (uint32_t i = 0; i < report->table.count; i++) {
		const struct csa_row_stats *s = csa_stats_borrow(&report->stats, i);

		if (!s || s->calls == 0)
			continue;
		if (s->is_transparent) {
			sum->dropped_functions++;
			sum->dropped_events += 2 * s->calls - s->unwound - s->open - s->untimed;
			continue;
		}
		if (!fill_row(&report->rows[report->row_count++], s, &report->table.rows[i],
			      hook_ns))
			return CSA_E_NOMEM;
		sum->calls += s->calls;
		sum->unwound += s->unwound;
		sum->open += s->open;
		sum->lossy += s->lossy;
		sum->self_ns += s->self_ns;
	}
	qsort_r(report->rows, report->row_count, sizeof(*report->rows), compare_rows, &sort);
	return 0;
}
