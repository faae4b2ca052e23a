/* SPDX-License-Identifier: MIT */
#include "row_stats.h"

#include <stdlib.h>

#define CHUNK_ROWS 64u

void csa_stats_init(struct csa_stats *stats)
{
	*stats = (struct csa_stats){ 0 };
}

void csa_stats_release(struct csa_stats *stats)
{
	for (size_t i = 0; i < stats->chunk_count; i++) {
		for (size_t j = 0; stats->chunks[i] && j < CHUNK_ROWS; j++) {
			csa_histogram_release(&stats->chunks[i][j].durations);
			csa_values_release(&stats->chunks[i][j].values);
		}
		free(stats->chunks[i]);
	}
	free(stats->chunks);
	csa_stats_init(stats);
}

static bool grow(struct csa_stats *stats, size_t chunk)
{
	size_t count = stats->chunk_count ? stats->chunk_count : 4;
	struct csa_row_stats **chunks;

	while (count <= chunk)
		count *= 2;
	chunks = realloc(stats->chunks, count * sizeof(*chunks));
	if (!chunks)
		return false;
	for (size_t i = stats->chunk_count; i < count; i++)
		chunks[i] = NULL;
	stats->chunks = chunks;
	stats->chunk_count = count;
	return true;
}

struct csa_row_stats *csa_stats_row(struct csa_stats *stats, uint32_t row)
{
	size_t chunk = row / CHUNK_ROWS;
	struct csa_row_stats *rows;

	if (chunk >= stats->chunk_count && !grow(stats, chunk))
		return NULL;
	rows = stats->chunks[chunk];
	if (!rows) {
		rows = calloc(CHUNK_ROWS, sizeof(*rows));
		if (!rows)
			return NULL;
		for (size_t i = 0; i < CHUNK_ROWS; i++) {
			rows[i].min_ns = UINT64_MAX;
			rows[i].open_min_ns = UINT64_MAX;
			rows[i].row = (uint32_t)(chunk * CHUNK_ROWS + i);
		}
		stats->chunks[chunk] = rows;
	}
	return &rows[row % CHUNK_ROWS];
}

const struct csa_row_stats *csa_stats_borrow(const struct csa_stats *stats, uint32_t row)
{
	size_t chunk = row / CHUNK_ROWS;

	if (chunk >= stats->chunk_count || !stats->chunks[chunk])
		return NULL;
	return &stats->chunks[chunk][row % CHUNK_ROWS];
}

static bool take_row(struct csa_stats *to, struct csa_row_stats *from)
{
	struct csa_row_stats *row = csa_stats_row(to, from->row);

	if (!row)
		return false;
	row->calls += from->calls;
	row->total_ns += from->total_ns;
	row->nested_ns += from->nested_ns;
	row->open_total_ns += from->open_total_ns;
	row->open_nested_ns += from->open_nested_ns;
	row->self_ns += from->self_ns;
	row->min_ns = from->min_ns < row->min_ns ? from->min_ns : row->min_ns;
	row->max_ns = from->max_ns > row->max_ns ? from->max_ns : row->max_ns;
	row->children += from->children;
	row->resumes += from->resumes;
	row->unwound += from->unwound;
	row->open += from->open;
	row->lossy += from->lossy;
	row->cut += from->cut;
	if (from->open_min_ns < row->open_min_ns)
		row->open_min_ns = from->open_min_ns;
	row->is_transparent = row->is_transparent || from->is_transparent;
	row->untimed += from->untimed;
	row->lacks_durations = row->lacks_durations || from->lacks_durations;
	row->is_at_least = row->is_at_least || from->is_at_least;
	return csa_histogram_take(&row->durations, &from->durations) &&
	       csa_values_take(&row->values, &from->values);
}

bool csa_stats_take(struct csa_stats *to, struct csa_stats *from)
{
	bool ok = true;

	if (!to->chunks) { /* the first one is not copied: memory has its peak here */
		*to = *from;
		csa_stats_init(from);
		return true;
	}
	for (size_t i = 0; ok && i < from->chunk_count; i++) {
		for (size_t j = 0; ok && from->chunks[i] && j < CHUNK_ROWS; j++) {
			if (from->chunks[i][j].calls)
				ok = take_row(to, &from->chunks[i][j]);
		}
	}
	csa_stats_release(from);
	return ok;
}

void csa_stats_mark_at_least(struct csa_stats *stats)
{
	for (size_t i = 0; i < stats->chunk_count; i++) {
		for (size_t j = 0; stats->chunks[i] && j < CHUNK_ROWS; j++)
			stats->chunks[i][j].is_at_least = true;
	}
}

static bool copy_row(struct csa_row_stats *to, const struct csa_row_stats *from)
{
	*to = *from;
	to->durations = (struct csa_histogram){ 0 };
	to->values = (struct csa_value_list){ 0 };
	if (!csa_histogram_copy(&to->durations, &from->durations))
		return false;
	for (size_t i = 0; i < from->values.count; i++) {
		if (!csa_values_add(&to->values, from->values.items[i].ns,
				    from->values.items[i].count))
			return false;
	}
	return true;
}

bool csa_stats_copy(struct csa_stats *to, const struct csa_stats *from)
{
	for (size_t i = 0; i < from->chunk_count; i++) {
		for (size_t j = 0; from->chunks[i] && j < CHUNK_ROWS; j++) {
			const struct csa_row_stats *row = &from->chunks[i][j];
			struct csa_row_stats *copy = csa_stats_row(to, row->row);

			if (!copy || !copy_row(copy, row))
				return false;
		}
	}
	return true;
}
