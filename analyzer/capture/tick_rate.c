/* SPDX-License-Identifier: MIT */
#include "tick_rate.h"

#define MIN_SPAN_NS 1000000u /* a pair is read to some 50 ns: 1 ms gives 0.01 % */

/* The slowest tick that the shift leaves room for is 2^20 ns; a faster one than 1e12 Hz is none. */
static bool is_plausible(csa_u128 multiplier)
{
	return multiplier <= UINT64_MAX && multiplier >= (1ull << CSA_TICK_SHIFT) / 1000;
}

/* Leaves room above for what the words of one block can add. */
static void set_max(struct csa_tick_rate *rate)
{
	csa_u128 ticks = ((csa_u128)1 << (62 + CSA_TICK_SHIFT)) / rate->multiplier;
	uint64_t room = UINT64_MAX - (1ull << 40) - rate->base_ticks;

	if (rate->base_ticks > UINT64_MAX - (1ull << 40))
		room = 0;
	rate->max_ticks = rate->base_ticks + (ticks < room ? (uint64_t)ticks : room);
}

/* Rounded up: a whole number of ns then never becomes one less, and 2^44 ticks are 1 ns too long. */
static csa_u128 ratio(uint64_t ns, uint64_t ticks)
{
	return (((csa_u128)ns << CSA_TICK_SHIFT) + ticks - 1) / ticks;
}

static bool choose(struct csa_tick_rate *rate, struct csa_tick_pair first,
		   struct csa_tick_pair last, double tick_hz, bool exact)
{
	csa_u128 multiplier;

	rate->multiplier = 1ull << CSA_TICK_SHIFT;
	if (!exact && last.ticks > first.ticks && last.ns > first.ns &&
	    last.ns - first.ns >= MIN_SPAN_NS) {
		multiplier = ratio(last.ns - first.ns, last.ticks - first.ticks);
		if (is_plausible(multiplier)) {
			rate->multiplier = (uint64_t)multiplier;
			return true;
		}
	}
	if (tick_hz >= 1000 && tick_hz <= 1e12) {
		/* Thousandths of a Hz, so that exact rates such as 1e9 stay exact. */
		multiplier = ratio(1000000000000u, (uint64_t)(tick_hz * 1000 + 0.5));
		if (is_plausible(multiplier))
			rate->multiplier = (uint64_t)multiplier;
	}
	return false;
}

bool csa_tick_rate_init(struct csa_tick_rate *rate, uint64_t base_ticks, struct csa_tick_pair first,
			struct csa_tick_pair last, double tick_hz, bool exact)
{
	bool from_pairs = choose(rate, first, last, tick_hz, exact);

	rate->base_ticks = base_ticks;
	rate->base_ns = 0;
	set_max(rate);
	return from_pairs;
}
