/* SPDX-License-Identifier: MIT */
#include "user_stats.h"

#include <stdlib.h>

#include "vec.h"

void csa_user_stats_release(struct csa_user_stats *stats)
{
	for (uint32_t i = 0; i < stats->count; i++) {
		if (stats->rows[i].durations)
			csa_histogram_release(stats->rows[i].durations);
		free(stats->rows[i].durations);
	}
	free(stats->rows);
	*stats = (struct csa_user_stats){ 0 };
}

struct csa_user_row *csa_user_stats_row(struct csa_user_stats *stats, uint32_t name)
{
	struct csa_user_row *rows;

	if (name < stats->count)
		return &stats->rows[name];
	rows = csa_vec_grow(stats->rows, name, &stats->capacity, 1, sizeof(*rows));
	if (!rows)
		return NULL;
	stats->rows = rows;
	while (stats->count <= name)
		rows[stats->count++] = (struct csa_user_row){ .min_ns = UINT64_MAX };
	return &rows[name];
}

bool csa_user_row_interval(struct csa_user_row *row, uint64_t ns)
{
	row->intervals++;
	row->total_ns += ns;
	row->min_ns = ns < row->min_ns ? ns : row->min_ns;
	row->max_ns = ns > row->max_ns ? ns : row->max_ns;
	if (!row->durations)
		row->durations = calloc(1, sizeof(*row->durations));
	return row->durations && csa_histogram_add(row->durations, ns);
}

void csa_user_records_add(struct csa_user_records *to, const struct csa_user_records *from,
			  uint64_t move_ns)
{
	uint64_t first_ns = from->first_ns + move_ns;
	uint64_t last_ns = from->last_ns + move_ns;
	bool is_first = to->count == 0;

	if (from->count == 0)
		return;
	to->first_ns = is_first || first_ns < to->first_ns ? first_ns : to->first_ns;
	to->min = is_first || from->min < to->min ? from->min : to->min;
	to->max = is_first || from->max > to->max ? from->max : to->max;
	if (is_first || last_ns >= to->last_ns) {
		to->last_ns = last_ns;
		to->last = from->last;
	}
	to->sum += from->sum;
	to->count += from->count;
}

bool csa_user_row_take(struct csa_user_row *to, struct csa_user_row *from, uint64_t move_ns)
{
	csa_user_records_add(&to->records, &from->records, move_ns);
	to->threads += from->threads;
	to->intervals += from->intervals;
	to->total_ns += from->total_ns;
	to->min_ns = from->min_ns < to->min_ns ? from->min_ns : to->min_ns;
	to->max_ns = from->max_ns > to->max_ns ? from->max_ns : to->max_ns;
	if (to->durations && from->durations)
		return csa_histogram_take(to->durations, from->durations);
	if (from->durations) {
		to->durations = from->durations;
		from->durations = NULL;
	}
	return true;
}

bool csa_user_stats_take(struct csa_user_stats *to, struct csa_user_stats *from)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < from->count; i++) {
		struct csa_user_row *row = csa_user_stats_row(to, i);

		ok = row && csa_user_row_take(row, &from->rows[i], 0);
	}
	csa_user_stats_release(from);
	return ok;
}

bool csa_user_stats_copy(struct csa_user_stats *to, const struct csa_user_stats *from)
{
	for (uint32_t i = 0; i < from->count; i++) {
		struct csa_user_row *row = csa_user_stats_row(to, i);

		if (!row)
			return false;
		*row = from->rows[i];
		row->durations = NULL;
		if (!from->rows[i].durations)
			continue;
		row->durations = calloc(1, sizeof(*row->durations));
		if (!row->durations || !csa_histogram_copy(row->durations, from->rows[i].durations))
			return false;
	}
	return true;
}
