/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "tick_rate.h"

static struct csa_tick_rate rate;

TEST(the_pairs_give_the_rate)
{
	T_UNUSED;
	assert_true(csa_tick_rate_init(&rate, 1000, (struct csa_tick_pair){ 1000, 50 },
				       (struct csa_tick_pair){ 5001000, 2000050 }, 1e9, false));
	assert_int_equal(csa_ticks_to_ns(&rate, 1000), 0);
	assert_int_equal(csa_ticks_to_ns(&rate, 5001000), 2000000);
	assert_int_equal(csa_ticks_to_ns(&rate, 1005), 2);
	assert_int_equal(csa_ticks_to_ns(&rate, 1004), 1);
}

TEST(pairs_that_are_too_close_or_wrong_are_not_used)
{
	const struct csa_tick_pair first = { 1000, 1000 };
	const struct csa_tick_pair wrong[] = {
		{ 2000, 1000000 },        /* 999 us */
		{ 1000, 5000000 },        /* no ticks */
		{ 5000000, 500 },         /* backwards */
		{ 1001, UINT64_MAX / 2 }, /* a tick of years */
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_false(csa_tick_rate_init(&rate, 0, first, wrong[i], 5e8, false));
		assert_int_equal(csa_ticks_to_ns(&rate, 100), 200);
	}
}

TEST(an_exact_rate_wins)
{
	T_UNUSED;
	assert_false(csa_tick_rate_init(&rate, 0, (struct csa_tick_pair){ 0, 0 },
					(struct csa_tick_pair){ 10000000, 10000100 }, 1e9, true));
	assert_int_equal(csa_ticks_to_ns(&rate, 10000000), 10000000);
	assert_int_equal(csa_ticks_to_ns(&rate, 1ull << 60), 1ull << 60);
}

TEST(without_any_rate_a_tick_is_1_ns)
{
	const struct csa_tick_pair none = { 0, 0 };

	T_UNUSED;
	assert_false(csa_tick_rate_init(&rate, 0, none, none, 0, false));
	assert_int_equal(csa_ticks_to_ns(&rate, 12345), 12345);
	assert_false(csa_tick_rate_init(&rate, 0, none, none, 1e300, false));
	assert_int_equal(csa_ticks_to_ns(&rate, 12345), 12345);
}

TEST(times_never_run_backwards)
{
	uint64_t before = 0;

	T_UNUSED;
	csa_tick_rate_init(&rate, 0, (struct csa_tick_pair){ 0, 0 },
			   (struct csa_tick_pair){ 2596123457, 1000000000 }, 0, false);
	for (uint64_t ticks = 0; ticks < 200000000; ticks += 997) {
		uint64_t ns = csa_ticks_to_ns(&rate, ticks);

		assert_true(ns >= before);
		before = ns;
	}
}

TEST(the_latest_time_fits)
{
	T_UNUSED;
	csa_tick_rate_init(&rate, 5000, (struct csa_tick_pair){ 0, 0 },
			   (struct csa_tick_pair){ 0, 0 }, 16e6, false);
	assert_true(csa_ticks_to_ns(&rate, rate.max_ticks) <= 1ull << 62);
	assert_true(csa_ticks_to_ns(&rate, rate.max_ticks) >= 1ull << 60);
	csa_tick_rate_init(&rate, UINT64_MAX - 3, (struct csa_tick_pair){ 0, 0 },
			   (struct csa_tick_pair){ 0, 0 }, 1e9, false);
	assert_int_equal(rate.max_ticks, UINT64_MAX - 3);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_pairs_give_the_rate),
		CASE(pairs_that_are_too_close_or_wrong_are_not_used),
		CASE(an_exact_rate_wins),
		CASE(without_any_rate_a_tick_is_1_ns),
		CASE(times_never_run_backwards),
		CASE(the_latest_time_fits),
	};

	return T_RUN(cases, argc, argv);
}
