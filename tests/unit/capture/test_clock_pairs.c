/* SPDX-License-Identifier: MIT */
/* What pairs of clocks say about a counter. Here 1 tick is 1 ns at first, from (1000, 1000) on. */
#include "test.h"

#include "clock_pairs.h"

#define MS 1000000ull

static struct csa_clock_pairs pairs;
static struct csa_clock seen;

static void add(uint64_t ticks, uint64_t ns)
{
	assert_int_equal(csa_clock_pairs_add(&pairs, (struct csa_tick_pair){ ticks, ns }), 0);
}

/* Pairs every 20 ms from @from to @to, at @slope ns a tick, moved by @offset ns. */
static void add_line(uint64_t from, uint64_t to, double slope, double offset)
{
	for (uint64_t t = from; t <= to; t += 20 * MS)
		add(t, (uint64_t)((double)t * slope + offset));
}

static void make(void)
{
	assert_int_equal(csa_clock_make(&seen, &pairs, 1000, 1e9, false), 0);
}

static void clean(void)
{
	csa_clock_release(&seen);
	csa_clock_pairs_release(&pairs);
}

/* Every ms: not earlier than before, and no jump by more than @jump_ns. */
static void expect_monotone(uint64_t to, uint64_t jump_ns)
{
	uint64_t before = 0;

	for (uint64_t t = 1000; t <= to; t += MS) {
		uint64_t ns = csa_clock_ns(&seen, t);

		if (ns < before || ns - before > jump_ns)
			fail_msg("%llu ns behind %llu at %llu ticks", (unsigned long long)ns,
				 (unsigned long long)before, (unsigned long long)t);
		before = ns;
	}
}

TEST(a_steady_counter_has_one_line)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 2000 * MS, 1.0001, 0); /* 100 ppm beside what was measured */
	make();
	assert_int_equal(seen.line_count, 0);
	assert_int_equal(seen.changes + seen.left_out, 0);
	assert_true(seen.is_from_pairs);
	assert_true(seen.drift_ns < 1000);
	assert_in_range(csa_clock_ns(&seen, 1000 * MS), 1000100 * 1000 - 2000,
			1000100 * 1000 + 2000);
	clean();
}

TEST(noise_is_drift_and_no_change)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 400 * MS, 1, 0);
	add(420 * MS, 420 * MS + 300000); /* the thread was preempted between the two readings */
	add_line(440 * MS, 2000 * MS, 1, 0);
	make();
	assert_int_equal(seen.line_count + seen.changes + seen.left_out, 0);
	assert_in_range(seen.drift_ns, 299000, 301000);
	clean();
}

TEST(another_rate_begins_where_the_lines_meet)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 990 * MS, 1, 0);
	add_line(1010 * MS, 2000 * MS, 2, -1e9); /* from 1000 ms on */
	make();
	assert_int_equal(seen.changes, 1);
	assert_int_equal(seen.line_count, 2);
	assert_true(seen.drift_ns < 2000);
	assert_in_range(seen.lines[1].from_ticks, 1000 * MS - 100, 1000 * MS + 100);
	assert_in_range(csa_clock_ns(&seen, 1500 * MS), 2000 * MS - 2000, 2000 * MS + 2000);
	expect_monotone(4000 * MS, 2 * MS + 10);
	clean();
}

TEST(slower_faster_and_back)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 500 * MS, 1, 0);
	add_line(520 * MS, 1000 * MS, 0.5, 250e6);
	add_line(1020 * MS, 1500 * MS, 1, -250e6);
	make();
	assert_int_equal(seen.changes, 2);
	assert_in_range(csa_clock_ns(&seen, 1500 * MS), 1250 * MS - 3000, 1250 * MS + 3000);
	expect_monotone(2000 * MS, MS + 10);
	clean();
}

TEST(a_counter_that_went_on_alone_leaves_no_time)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 500 * MS, 1, 0);
	add_line(10000 * MS, 10400 * MS, 1, -9480e6); /* 9.5 s of ticks in 20 ms */
	make();
	assert_int_equal(seen.changes, 1);
	assert_in_range(csa_clock_ns(&seen, 10400 * MS), 920 * MS - 3000, 920 * MS + 3000);
	assert_in_range(csa_clock_ns(&seen, 510 * MS), 510 * MS - 3000, 510 * MS + 3000);
	expect_monotone(12000 * MS, MS + 10);
	clean();
}

TEST(a_counter_that_stood_still_leaves_a_gap)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 500 * MS, 1, 0);
	add_line(520 * MS, 1000 * MS, 1, 9000e6);
	make();
	assert_int_equal(seen.changes, 1);
	assert_in_range(csa_clock_ns(&seen, 1000 * MS), 10000 * MS - 3000, 10000 * MS + 3000);
	expect_monotone(2000 * MS, 9001 * MS + 10);
	clean();
}

TEST(a_counter_that_was_set_back_keeps_the_rate_of_the_start)
{
	T_UNUSED;
	add_line(1000 * MS, 2000 * MS, 1, 0);
	add_line(20 * MS, 500 * MS, 1, 2000e6);
	make();
	assert_true(seen.is_contradictory);
	assert_int_equal(seen.line_count, 0);
	assert_false(seen.is_from_pairs);
	assert_int_equal(csa_clock_ns(&seen, 1000 + 700), 700);
	clean();
}

TEST(one_pair_alone_changes_nothing)
{
	T_UNUSED;
	for (uint64_t wrong = 0; wrong <= 10; wrong++) {
		for (uint64_t i = 0; i <= 10; i++)
			add(1000 + i * 100 * MS, i == wrong ? 3600000 * MS : 1000 + i * 100 * MS);
		make();
		assert_int_equal(seen.left_out, 1);
		assert_int_equal(seen.changes + seen.line_count, 0);
		assert_in_range(csa_clock_ns(&seen, 1000 + 1000 * MS), 1000 * MS - 2,
				1000 * MS + 2);
		clean();
	}
}

/* Threads that wait for a processor between the two readings, in the same 20 ms and later ones. */
TEST(delayed_readings_in_turn_change_nothing)
{
	static const double delays[] = { 3e6, -3e6, 45e6, -45e6 };

	T_UNUSED;
	for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
		for (uint64_t first = 20; first <= 600; first += 20) {
			for (uint64_t t = 0; t <= 800; t += 20) {
				uint64_t ticks = 1000 * MS + t * MS;
				double part = t == first         ? 1
					      : t == first + 20  ? 0.6
					      : t == first + 100 ? 2.1
								 : 0;

				add(ticks, (uint64_t)((double)ticks + part * delays[i]));
			}
			make();
			assert_int_equal(seen.left_out, 3);
			assert_int_equal(seen.changes + seen.line_count, 0);
			assert_false(seen.is_contradictory);
			assert_true(seen.drift_ns < 1000);
			clean();
		}
	}
}

/* After a second 2 % are 20 ms: the next ones tell. */
TEST(a_delay_within_the_slack_is_left_out)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 500 * MS, 1, 0);
	add(1500 * MS, 1500 * MS + 15 * MS);
	add_line(1520 * MS, 2000 * MS, 1, 0);
	make();
	assert_int_equal(seen.left_out, 1);
	assert_int_equal(seen.changes + seen.line_count, 0);
	assert_true(seen.drift_ns < 1000);
	clean();
}

TEST(a_delay_behind_a_change_does_not_hide_it)
{
	T_UNUSED;
	add(1000, 1000);
	add_line(20 * MS, 500 * MS, 1, 0);
	add(520 * MS, 9520 * MS + 7 * MS);
	add_line(540 * MS, 1000 * MS, 1, 9000e6);
	make();
	assert_int_equal(seen.changes, 1);
	assert_int_equal(seen.left_out, 1);
	assert_in_range(csa_clock_ns(&seen, 1000 * MS), 10000 * MS - 3000, 10000 * MS + 3000);
	clean();
}

TEST(zeros_and_none_are_no_pairs)
{
	T_UNUSED;
	add(0, 5);
	add(5, 0);
	make();
	assert_int_equal(csa_clock_ns(&seen, 1700), 700);
	assert_int_equal(seen.changes + seen.left_out, 0);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_steady_counter_has_one_line),
		CASE(noise_is_drift_and_no_change),
		CASE(another_rate_begins_where_the_lines_meet),
		CASE(slower_faster_and_back),
		CASE(a_counter_that_went_on_alone_leaves_no_time),
		CASE(a_counter_that_stood_still_leaves_a_gap),
		CASE(a_counter_that_was_set_back_keeps_the_rate_of_the_start),
		CASE(one_pair_alone_changes_nothing),
		CASE(delayed_readings_in_turn_change_nothing),
		CASE(a_delay_within_the_slack_is_left_out),
		CASE(a_delay_behind_a_change_does_not_hide_it),
		CASE(zeros_and_none_are_no_pairs),
	};

	return T_RUN(cases, argc, argv);
}
