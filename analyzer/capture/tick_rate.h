/* SPDX-License-Identifier: MIT */
/*
 * From ticks to integer ns, by one straight line: for a whole process, or for a part of it where the
 * counter was changed (clock_pairs.h). Because every moment is converted first and durations are
 * differences of integers, sums of any kind agree to the ns.
 */
#ifndef CSA_TICK_RATE_H
#define CSA_TICK_RATE_H

#include <stdbool.h>
#include <stdint.h>

/* 2^44: a tick of up to 2^20 ns fits 64 bits, and the rounding is below 1 ns in 100 days. */
#define CSA_TICK_SHIFT 44

__extension__ typedef unsigned __int128 csa_u128;

struct csa_tick_rate {
	uint64_t base_ticks; /* no moment of the process is before it */
	uint64_t base_ns;    /* its time: 0 but for later parts of a clock that was changed */
	uint64_t multiplier; /* ns a tick << CSA_TICK_SHIFT */
	uint64_t max_ticks;  /* later moments do not fit into 2^62 ns; no time of a real clock */
};

/** One reading of both clocks. */
struct csa_tick_pair {
	uint64_t ticks;
	uint64_t ns;
};

/**
 * csa_tick_rate_init() - the rate between two pairs.
 * @base_ticks: what becomes 0 ns
 * @tick_hz: used when the pairs are less than 1 ms apart or contradict each other, or when @exact
 * @exact: @tick_hz is the clock's definition, not a measurement
 *
 * Return: true when the pairs were used.
 */
bool csa_tick_rate_init(struct csa_tick_rate *rate, uint64_t base_ticks, struct csa_tick_pair first,
			struct csa_tick_pair last, double tick_hz, bool exact);

/** csa_ticks_past_base() - ns from base_ticks to @ticks, which is not before it. Monotone. */
static inline uint64_t csa_ticks_past_base(const struct csa_tick_rate *rate, uint64_t ticks)
{
	return (uint64_t)(((csa_u128)(ticks - rate->base_ticks) * rate->multiplier) >>
			  CSA_TICK_SHIFT);
}

/** csa_ticks_to_ns() - the time of @ticks. */
static inline uint64_t csa_ticks_to_ns(const struct csa_tick_rate *rate, uint64_t ticks)
{
	return rate->base_ns + csa_ticks_past_base(rate, ticks);
}

#endif
