/* SPDX-License-Identifier: MIT */
/*
 * Numbers of the names in user_names.h. Times between frames are sums, minima and maxima that every
 * worker adds up by itself; what depends on order is filled where blocks are joined (user_marks.h).
 */
#ifndef CSA_USER_STATS_H
#define CSA_USER_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "histogram.h"

__extension__ typedef __int128 csa_i128;

/** The records of one name. Times are those of the process; in a report, CLOCK_MONOTONIC. */
struct csa_user_records {
	uint64_t count;
	uint64_t first_ns;
	uint64_t last_ns;
	/* Values. */
	int64_t min;
	int64_t max;
	int64_t last; /* of those at last_ns */
	csa_i128 sum;
};

struct csa_user_row {
	struct csa_user_records records;
	uint64_t threads;
	/* Frames: the times from one to the next in the same thread. */
	uint64_t intervals;
	uint64_t total_ns;
	uint64_t min_ns; /* UINT64_MAX: none */
	uint64_t max_ns;
	struct csa_histogram *durations; /* NULL: no interval */
	/* While blocks are joined. */
	uint32_t thread_serial; /* of the last block that had the name; 0: none */
	uint64_t generation;    /* in which open_ns is valid */
	uint64_t open_ns;       /* the last frame of the lane that is being joined */
};

struct csa_user_stats {
	struct csa_user_row *rows; /* by number of the name */
	uint32_t count;
	uint32_t capacity;
};

/** csa_user_records_add() - @from is later than @to, or of another thread; @move_ns as below. */
void csa_user_records_add(struct csa_user_records *to, const struct csa_user_records *from,
			  uint64_t move_ns);

/* Stats of zeros are empty. */
void csa_user_stats_release(struct csa_user_stats *stats);

/** csa_user_stats_row() - the row of a name, made when it is not there; NULL: no memory. */
struct csa_user_row *csa_user_stats_row(struct csa_user_stats *stats, uint32_t name);

/** csa_user_row_interval() - one time between two frames. Return: false: no memory. */
bool csa_user_row_interval(struct csa_user_row *row, uint64_t ns);

/**
 * csa_user_row_take() - add all of @from to @to, whose histogram is then @to's.
 * @move_ns: what is added to its times, modulo 2^64
 *
 * Of two rows with the same last time @from has the last value. Return: false: no memory.
 */
bool csa_user_row_take(struct csa_user_row *to, struct csa_user_row *from, uint64_t move_ns);

/** csa_user_stats_take() - the same of all rows; empties @from. */
bool csa_user_stats_take(struct csa_user_stats *to, struct csa_user_stats *from);

/** csa_user_stats_copy() - @to, which is empty, gets all of @from. Return: false: no memory. */
bool csa_user_stats_copy(struct csa_user_stats *to, const struct csa_user_stats *from);

#endif
