/* SPDX-License-Identifier: MIT */
#include "part_numbers.h"

#include <stdlib.h>

/* More than a machine counts in years, and within what a histogram holds. */
#define COUNT_MAX (1ull << 44)

enum stats_flags {
	IS_TRANSPARENT = 1u << 0,
	LACKS_DURATIONS = 1u << 1,
	IS_AT_LEAST = 1u << 2,
	ALL_FLAGS = IS_TRANSPARENT | LACKS_DURATIONS | IS_AT_LEAST,
};

/* Pairs of (distance to the bucket before, observations); the distance of the first is from -1, 0 ends. */
void csa_part_put_histogram(struct csa_part_writer *w, const struct csa_histogram *h)
{
	unsigned before = 0;

	for (unsigned bucket = 0; bucket < 64 * CSA_HISTOGRAM_CHUNKS; bucket++) {
		uint64_t count;

		if (!h->chunks[bucket >> 6] && !h->carries) {
			bucket |= 63;
			continue;
		}
		count = csa_histogram_count(h, bucket);
		if (count == 0)
			continue;
		csa_part_put(w, bucket + 1 - before);
		csa_part_put(w, count);
		before = bucket + 1;
	}
	csa_part_put(w, 0);
}

void csa_part_get_histogram(struct csa_part_reader *r, struct csa_histogram *h)
{
	const uint64_t buckets = 64ull * CSA_HISTOGRAM_CHUNKS;
	uint64_t next = 0; /* the bucket behind the last one */
	uint64_t total = 0;
	uint64_t step;

	while ((step = csa_part_get_below(r, buckets + 1, "a bucket that is none")) != 0) {
		uint64_t count = csa_part_get_below(r, COUNT_MAX, "a count that is too large");

		total += count;
		if (next + step > buckets || total >= COUNT_MAX)
			csa_part_wrong(r, "a histogram that is too large");
		if (r->has_failed)
			return;
		next += step;
		if (!csa_histogram_add_count(h, (unsigned)next - 1, count))
			csa_part_no_memory(r);
	}
}

/* Ascending, each once: a list gets both only when it is short of room. */
static void put_values(struct csa_part_writer *w, const struct csa_value_list *list)
{
	struct csa_value_list sorted = { 0 };
	uint64_t before = 0;

	for (size_t i = 0; i < list->count && !w->has_failed; i++) {
		if (!csa_values_add(&sorted, list->items[i].ns, list->items[i].count))
			w->has_failed = true;
	}
	csa_values_join(&sorted);
	csa_part_put(w, sorted.count);
	for (size_t i = 0; i < sorted.count; i++) {
		csa_part_put(w, sorted.items[i].ns - before);
		csa_part_put(w, sorted.items[i].count);
		before = sorted.items[i].ns;
	}
	csa_values_release(&sorted);
}

static void get_values(struct csa_part_reader *r, struct csa_value_list *list)
{
	uint64_t count = csa_part_get(r);
	uint64_t ns = 0;

	for (uint64_t i = 0; i < count && !r->has_failed; i++) {
		uint64_t of_it;

		ns += csa_part_get(r);
		of_it = csa_part_get(r);
		if (!r->has_failed && !csa_values_add(list, ns, of_it))
			csa_part_no_memory(r);
	}
}

/* 0 stands for "none", for most rows have no open call; others are one more. */
static void put_minimum(struct csa_part_writer *w, uint64_t value)
{
	csa_part_put(w, value + 1);
}

static uint64_t get_minimum(struct csa_part_reader *r)
{
	return csa_part_get(r) - 1;
}

void csa_part_put_stats(struct csa_part_writer *w, const struct csa_row_stats *s)
{
	unsigned flags = s->is_transparent ? IS_TRANSPARENT : 0;

	flags |= s->lacks_durations ? LACKS_DURATIONS : 0;
	flags |= s->is_at_least ? IS_AT_LEAST : 0;
	csa_part_put(w, flags);
	csa_part_put(w, s->calls);
	csa_part_put(w, s->total_ns);
	csa_part_put(w, s->self_ns);
	put_minimum(w, s->min_ns);
	csa_part_put(w, s->max_ns);
	csa_part_put(w, s->children);
	csa_part_put(w, s->resumes);
	csa_part_put(w, s->unwound);
	csa_part_put(w, s->open);
	csa_part_put(w, s->lossy);
	csa_part_put(w, s->nested_ns);
	csa_part_put(w, s->open_total_ns);
	csa_part_put(w, s->open_nested_ns);
	put_minimum(w, s->open_min_ns);
	csa_part_put(w, s->untimed);
	csa_part_put_histogram(w, &s->durations);
	put_values(w, &s->values);
}

void csa_part_get_stats(struct csa_part_reader *r, struct csa_row_stats *s)
{
	uint64_t flags = csa_part_get_below(r, ALL_FLAGS + 1, "flags that are not known");

	s->is_transparent = flags & IS_TRANSPARENT;
	s->lacks_durations = flags & LACKS_DURATIONS;
	s->is_at_least = flags & IS_AT_LEAST;
	s->calls = csa_part_get(r);
	s->total_ns = csa_part_get(r);
	s->self_ns = csa_part_get(r);
	s->min_ns = get_minimum(r);
	s->max_ns = csa_part_get(r);
	s->children = csa_part_get(r);
	s->resumes = csa_part_get(r);
	s->unwound = csa_part_get(r);
	s->open = csa_part_get(r);
	s->lossy = csa_part_get(r);
	s->nested_ns = csa_part_get(r);
	s->open_total_ns = csa_part_get(r);
	s->open_nested_ns = csa_part_get(r);
	s->open_min_ns = get_minimum(r);
	s->untimed = csa_part_get(r);
	csa_part_get_histogram(r, &s->durations);
	get_values(r, &s->values);
	if (s->calls == 0 || s->open > s->calls || s->untimed > s->calls - s->open)
		csa_part_wrong(r, "a function with other calls than it says");
}

void csa_part_put_user_row(struct csa_part_writer *w, const struct csa_user_row *row)
{
	static const struct csa_histogram none;
	const struct csa_user_records *all = &row->records;

	csa_part_put(w, all->count);
	csa_part_put(w, all->first_ns);
	csa_part_put(w, all->last_ns);
	csa_part_put_signed(w, all->min);
	csa_part_put_signed(w, all->max);
	csa_part_put_signed(w, all->last);
	csa_part_put_sum(w, all->sum);
	csa_part_put(w, row->threads);
	csa_part_put(w, row->intervals);
	csa_part_put(w, row->total_ns);
	put_minimum(w, row->min_ns);
	csa_part_put(w, row->max_ns);
	csa_part_put_histogram(w, row->durations ? row->durations : &none);
}

void csa_part_get_user_row(struct csa_part_reader *r, struct csa_user_row *row)
{
	struct csa_user_records *all = &row->records;

	all->count = csa_part_get(r);
	all->first_ns = csa_part_get(r);
	all->last_ns = csa_part_get(r);
	all->min = csa_part_get_signed(r);
	all->max = csa_part_get_signed(r);
	all->last = csa_part_get_signed(r);
	all->sum = csa_part_get_sum(r);
	row->threads = csa_part_get(r);
	row->intervals = csa_part_get(r);
	row->total_ns = csa_part_get(r);
	row->min_ns = get_minimum(r);
	row->max_ns = csa_part_get(r);
	row->durations = calloc(1, sizeof(*row->durations));
	if (row->durations)
		csa_part_get_histogram(r, row->durations);
	else
		csa_part_no_memory(r);
	if (all->count == 0)
		csa_part_wrong(r, "a name that was never recorded");
}
