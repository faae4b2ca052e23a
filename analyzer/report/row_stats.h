/* SPDX-License-Identifier: MIT */
/*
 * Numbers of rows while a capture is matched: one object a worker, added up at the end. All are sums,
 * minima and maxima of integers, so the result does not depend on who saw which block.
 *
 * Invariants: a row's address never changes; rows that nobody asked for cost nothing but a pointer
 * for 64 of them.
 */
#ifndef CSA_ROW_STATS_H
#define CSA_ROW_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "histogram.h"
#include "value_list.h"

struct csa_row_stats {
	/* One cache line for what every call touches. */
	uint64_t calls;
	uint64_t total_ns; /* of calls that ended */
	uint64_t self_ns;
	uint64_t min_ns; /* of calls that ended; UINT64_MAX: none */
	uint64_t max_ns;
	uint64_t children;   /* hooks in its time beside its own calls': see probe_ns() */
	uint32_t active;     /* activations on the stack that is being matched */
	uint32_t row;        /* its number */
	bool is_transparent; /* not selected: its time is its caller's */
	bool has_resumes;    /* of a coroutine: some of its addresses are resumed */
	bool is_special;     /* one of both: its calls are closed by csa_slow_close() */
	/* The rest is rare. */
	uint64_t resumes; /* part of calls */
	uint64_t unwound;
	uint64_t open;
	uint64_t lossy;                 /* part of calls: events were lost while they were open */
	uint64_t cut;                   /* by a filter's time; counted as open ones are */
	uint64_t nested_ns;             /* part of total_ns: below another call of the row */
	uint64_t open_total_ns;         /* of calls that were still open, or cut */
	uint64_t open_nested_ns;        /* part of it, as nested_ns */
	uint64_t open_min_ns;           /* the shortest open one until now; UINT64_MAX: none */
	struct csa_histogram durations; /* of calls that ended */
	struct csa_value_list values;   /* likewise, as summaries have them */
	uint64_t untimed;               /* part of calls: from captures that only count */
	bool lacks_durations;           /* of some calls that ended */
	bool is_at_least; /* its process lost events: there may have been more calls */
};

struct csa_stats {
	struct csa_row_stats **chunks; /* 64 rows each, or NULL */
	size_t chunk_count;
};

void csa_stats_init(struct csa_stats *stats);
void csa_stats_release(struct csa_stats *stats);

/** csa_stats_row() - the row of a number, made when it is not there. NULL: no memory. */
struct csa_row_stats *csa_stats_row(struct csa_stats *stats, uint32_t row);

/** csa_stats_borrow() - the row of a number, or NULL. */
const struct csa_row_stats *csa_stats_borrow(const struct csa_stats *stats, uint32_t row);

/** csa_stats_take() - add all of @from to @to and empty @from. Return: false: no memory. */
bool csa_stats_take(struct csa_stats *to, struct csa_stats *from);

/** csa_stats_copy() - @to, which is empty, gets all of @from. Return: false: no memory. */
bool csa_stats_copy(struct csa_stats *to, const struct csa_stats *from);

/** csa_stats_mark_at_least() - of all rows, there may have been more calls. */
void csa_stats_mark_at_least(struct csa_stats *stats);

/** csa_row_close() - one activation ended after @duration_ns. Return: false: no memory. */
static inline bool csa_row_close(struct csa_row_stats *row, uint64_t duration_ns, uint64_t self_ns,
				 uint64_t children, bool is_outermost)
{
	row->calls++;
	row->self_ns += self_ns;
	row->total_ns += duration_ns;
	if (__builtin_expect(!is_outermost, 0))
		row->nested_ns += duration_ns;
	row->min_ns = duration_ns < row->min_ns ? duration_ns : row->min_ns;
	row->max_ns = duration_ns > row->max_ns ? duration_ns : row->max_ns;
	row->children += children;
	return csa_histogram_add(&row->durations, duration_ns);
}

/**
 * csa_row_close_open() - one activation was still open after @duration_ns.
 *
 * It may last longer: it counts for the maximum, but says nothing about minimum and quantiles.
 */
static inline void csa_row_close_open(struct csa_row_stats *row, uint64_t duration_ns,
				      uint64_t self_ns, uint64_t children, bool is_outermost)
{
	row->calls++;
	row->open++;
	row->self_ns += self_ns;
	row->open_total_ns += duration_ns;
	row->open_nested_ns += is_outermost ? 0 : duration_ns;
	row->open_min_ns = duration_ns < row->open_min_ns ? duration_ns : row->open_min_ns;
	row->max_ns = duration_ns > row->max_ns ? duration_ns : row->max_ns;
	row->children += children;
}

#endif
