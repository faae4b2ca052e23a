/* SPDX-License-Identifier: MIT */
/*
 * The pairs of clocks that a process wrote, one a block, as witnesses of its counter: whether it ran
 * at one rate, and where it did not. No times of calls.
 *
 * A counter that keeps its rate gives one straight line. One that was changed on the way (suspended,
 * moved to another machine, scaled) gives several. They are joined between the two pairs around the
 * change: where they meet, else at the second one. A single pair that contradicts its neighbours is
 * left out.
 */
#ifndef CSA_CLOCK_PAIRS_H
#define CSA_CLOCK_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tick_rate.h"

struct csa_clock_pairs {
	struct csa_tick_pair *items;
	uint32_t count;
	uint32_t capacity;
};

/* Pairs of zeros are empty. */
void csa_clock_pairs_release(struct csa_clock_pairs *pairs);

/** csa_clock_pairs_add() - one more; zeros are none. Return: 0 or CSA_E_NOMEM. */
int csa_clock_pairs_add(struct csa_clock_pairs *pairs, struct csa_tick_pair pair);

struct csa_clock_line {
	uint64_t from_ticks; /* the first one: 0 */
	struct csa_tick_rate rate;
};

struct csa_clock {
	struct csa_tick_rate rate;    /* from the first to the last pair that counts */
	struct csa_clock_line *lines; /* by from_ticks */
	size_t line_count;            /* 0: rate holds everywhere */
	bool is_from_pairs;
	uint64_t changes;  /* of rate or offset */
	uint64_t left_out; /* pairs that contradict their neighbours */
	uint64_t drift_ns; /* largest distance of a pair that counts from what it is taken for */
	bool is_contradictory; /* no order of the pairs makes sense: tick_hz is used */
};

/**
 * csa_clock_make() - what the pairs say.
 * @pairs: sorted by this
 * @base_ticks: what becomes 0 ns
 * @tick_hz, @exact: as for csa_tick_rate_init(), where the counter kept its rate
 *
 * Return: 0 or CSA_E_NOMEM; csa_clock_release() after both.
 */
int csa_clock_make(struct csa_clock *clock, struct csa_clock_pairs *pairs, uint64_t base_ticks,
		   double tick_hz, bool exact);
void csa_clock_release(struct csa_clock *clock);

/** csa_clock_find() - the line for a moment, SIZE_MAX without lines. */
size_t csa_clock_find(const struct csa_clock *clock, uint64_t ticks);

/**
 * csa_clock_ns() - @ticks in ns, below 2^62. Monotone; what is not from rate.base_ticks to rate.max_ticks, as
 * process.json can say of the start, is taken for the nearest that is.
 */
uint64_t csa_clock_ns(const struct csa_clock *clock, uint64_t ticks);

#endif
