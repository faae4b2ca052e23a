/* SPDX-License-Identifier: MIT */
#include "report_names.h"

#include <stdlib.h>
#include <string.h>

bool csa_report_add_name(struct csa_report *report, const struct csa_user_name *name,
			 struct csa_user_row *row, uint64_t move_ns)
{
	int64_t index = csa_user_names_add(&report->user_names, name);
	struct csa_user_row *to =
		index < 0 ? NULL : csa_user_stats_row(&report->user_stats, (uint32_t)index);
	struct csa_user_records before;

	if (!to)
		return false;
	before = to->records;
	if (!csa_user_row_take(to, row, move_ns))
		return false;
	/* At the same time in two processes: not the one that happened to be added later. */
	if (before.count && before.last_ns == to->records.last_ns && before.last > to->records.last)
		to->records.last = before.last;
	return true;
}

int csa_report_add_names(struct csa_report *report, const struct csa_user_names *names,
			 struct csa_user_stats *stats, uint64_t zero_monotonic_ns)
{
	for (uint32_t i = 0; i < stats->count; i++) {
		if (!csa_report_add_name(report, names->items[i], &stats->rows[i],
					 zero_monotonic_ns))
			return CSA_E_NOMEM;
	}
	return 0;
}

static int compare(const void *left, const void *right)
{
	const struct csa_report_name *a = left;
	const struct csa_report_name *b = right;

	if (a->name->kind != b->name->kind)
		return a->name->kind < b->name->kind ? -1 : 1;
	return strcmp(a->name->name, b->name->name);
}

static uint64_t since(uint64_t ns, uint64_t start_ns)
{
	return ns > start_ns ? ns - start_ns : 0;
}

static uint64_t clamp(uint64_t value, uint64_t low, uint64_t high)
{
	return value < low ? low : value > high ? high : value;
}

static void fill_times(struct csa_report_name *out, const struct csa_user_row *row)
{
	static const unsigned per_mille[] = { 500, 990 };
	uint64_t q[2];

	if (!row->intervals)
		return;
	csa_histogram_quantiles(row->durations, per_mille, 2, q);
	out->intervals = row->intervals;
	out->min_ns = row->min_ns;
	out->avg_ns = row->total_ns / row->intervals;
	out->p50_ns = clamp(q[0], row->min_ns, row->max_ns);
	out->p99_ns = clamp(q[1], row->min_ns, row->max_ns);
	out->max_ns = row->max_ns;
}

int csa_report_fill_names(struct csa_report *report, uint64_t start_monotonic_ns)
{
	report->names = calloc(report->user_stats.count + 1ull, sizeof(*report->names));
	if (!report->names)
		return CSA_E_NOMEM;
	for (uint32_t i = 0; i < report->user_stats.count; i++) {
		const struct csa_user_row *row = &report->user_stats.rows[i];
		const struct csa_user_records *all = &row->records;
		struct csa_report_name *out = &report->names[report->name_count];

		if (!all->count)
			continue;
		report->name_count++;
		*out = (struct csa_report_name){
			.name = report->user_names.items[i],
			.count = all->count,
			.threads = row->threads,
			.first_ns = since(all->first_ns, start_monotonic_ns),
			.last_ns = since(all->last_ns, start_monotonic_ns),
			.min = all->min,
			.max = all->max,
			.last = all->last,
			.avg = (double)all->sum / (double)all->count,
		};
		fill_times(out, row);
	}
	qsort(report->names, report->name_count, sizeof(*report->names), compare);
	return 0;
}
