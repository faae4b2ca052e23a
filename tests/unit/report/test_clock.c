/* SPDX-License-Identifier: MIT */
/* Counters that step back, change their rate, or say nonsense: it is said, and no time is absurd. */
#include "test.h"

#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define MAIN 0x1000u
#define A    0x2000u
#define B    0x3000u

#define MS   1000000ull
#define HOUR (3600000 * MS)

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

/* 1 tick is 1 ns until a test says otherwise; the counter is not CLOCK_MONOTONIC by definition. */
static void begin(void)
{
	const struct t_trace_options options = { .is_inexact = true };

	dir = t_temp_dir();
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 70);
}

static void finish(void)
{
	t_trace_end(trace, true);
	t_report(&report, dir, 1);
	t_check_sums(&report);
	t_check_no_damage(&report);
	for (size_t i = 0; i < report.row_count; i++) {
		const struct csa_report_row *row = &report.rows[i];

		assert_true(row->incl_ns < 2 * HOUR && row->self_ns <= row->incl_ns);
		assert_true(row->min_ns <= row->max_ns && row->max_ns < 2 * HOUR);
	}
	assert_true(report.summary.duration_ns < 2 * HOUR);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

/* A call of @function in a block of its own, with the pair at its beginning. */
static void block_with_call(uint64_t ticks, uint64_t pair_ns, uint64_t function, uint64_t length)
{
	t_enter(thread, ticks, function);
	t_pair(thread, pair_ns);
	t_exit(thread, ticks + length);
	t_block(thread, T_BLOCK_WRITTEN);
}

TEST(a_step_back_inside_a_block_is_counted)
{
	T_UNUSED;
	begin();
	t_enter(thread, HOUR, MAIN);
	t_enter(thread, HOUR + 100, A);
	t_exit(thread, 2000); /* an hour back */
	t_enter(thread, 3000, B);
	t_exit(thread, 3050);
	t_exit(thread, 4000);
	t_end_pair(trace, HOUR + 5000);
	finish();
	assert_int_equal(report.summary.clock_steps, 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "steps back of the clock: 1"), 1);
	t_check_row(&report, A, 1, 0, 0);
	t_check_row(&report, B, 1, 50, 50);
	t_check_row(&report, MAIN, 1, 50, 0);
	clean();
}

TEST(a_step_back_between_blocks_is_counted)
{
	T_UNUSED;
	begin();
	t_enter(thread, 900 * MS, MAIN);
	t_enter(thread, 900 * MS + 100, A);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 100 * MS);
	t_enter(thread, 100 * MS + 10, B);
	t_exit(thread, 100 * MS + 60);
	t_exit(thread, 100 * MS + 100);
	finish();
	assert_int_equal(report.summary.clock_steps, 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "steps back of the clock: 1"), 1);
	t_check_row(&report, A, 1, 0, 0);
	t_check_row(&report, B, 1, 50, 50);
	t_check_row(&report, MAIN, 1, 50, 0);
	clean();
}

TEST(a_counter_that_begins_anew_keeps_its_rate)
{
	T_UNUSED;
	begin();
	for (uint64_t i = 0; i < 5; i++)
		block_with_call(1000 * MS + i * 100 * MS, 1000 * MS + i * 100 * MS, A, 50);
	for (uint64_t i = 1; i < 6; i++)
		block_with_call(i * 100 * MS, 1400 * MS + i * 100 * MS, B, 70);
	t_end_pair(trace, 2000 * MS);
	finish();
	assert_int_equal(report.summary.clock_steps, 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "contradict each other"), 1);
	t_check_row(&report, A, 5, 250, 250);
	t_check_row(&report, B, 5, 350, 350);
	clean();
}

TEST(a_rate_that_changes_gives_two_lines)
{
	T_UNUSED;
	begin();
	t_enter(thread, 100 * MS, MAIN);
	t_block(thread, T_BLOCK_WRITTEN);
	for (uint64_t i = 2; i < 10; i++)
		block_with_call(i * 100 * MS, i * 100 * MS, A, 1 * MS);
	/* From 1 s on a tick takes 2 ns. */
	for (uint64_t i = 10; i < 20; i++)
		block_with_call(i * 100 * MS, i * 200 * MS - 1000 * MS, B, 1 * MS);
	t_exit(thread, 2000 * MS);
	t_pair(thread, 3000 * MS);
	t_end_pair(trace, 3000 * MS);
	finish();
	assert_int_equal(report.summary.clock_steps, 0);
	assert_int_equal(report.summary.clock_changes, 1);
	assert_int_equal(report.summary.clock_left_out, 0);
	assert_true(report.summary.clock_drift_ns < 1000);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "rate or offset changed 1 times"), 1);
	assert_true(t_row(&report, A)->incl_ns / 1000 == 8000);
	assert_true(t_row(&report, B)->incl_ns / 1000 == 20000);
	assert_true(t_row(&report, B)->min_ns / 1000 == 2000);
	assert_true((t_row(&report, MAIN)->incl_ns + 500) / 1000 == 2900000);
	clean();
}

TEST(one_block_can_reach_over_a_change)
{
	T_UNUSED;
	begin();
	for (uint64_t i = 1; i < 10; i++)
		block_with_call(i * 100 * MS, i * 100 * MS, A, 1 * MS);
	t_enter(thread, 1000 * MS, MAIN);
	t_pair(thread, 1000 * MS);
	t_enter(thread, 1400 * MS, B);
	t_exit(thread, 1401 * MS);
	t_enter(thread, 2600 * MS, B);
	t_exit(thread, 2601 * MS);
	t_exit(thread, 2602 * MS);
	t_block(thread, T_BLOCK_WRITTEN);
	{
		/* Another thread saw the change: from 2 s on a tick takes 3 ns. */
		struct t_thread *first = thread;

		thread = t_thread_new(trace, 71);
		block_with_call(1990 * MS, 1990 * MS, A, 1 * MS);
		block_with_call(2000 * MS, 2000 * MS, A, 1 * MS);
		for (uint64_t i = 21; i < 30; i++)
			block_with_call(i * 100 * MS, i * 300 * MS - 4000 * MS, A, 1 * MS);
		thread = first;
	}
	t_end_pair(trace, 4702 * MS + 998000);
	finish();
	assert_int_equal(report.summary.clock_changes, 1);
	assert_true((t_row(&report, B)->min_ns + 500) / 1000 == 1000);
	assert_true((t_row(&report, B)->max_ns + 500) / 1000 == 3000);
	assert_in_range(t_row(&report, MAIN)->incl_ns, 2806 * MS - 2000, 2806 * MS + 2000);
	clean();
}

TEST(a_suspension_is_a_change_of_offset)
{
	T_UNUSED;
	begin();
	for (uint64_t i = 1; i < 10; i++)
		block_with_call(i * 100 * MS, i * 100 * MS, A, 1 * MS);
	/* CLOCK_MONOTONIC stood still while the counter went on for an hour. */
	for (uint64_t i = 10; i < 20; i++)
		block_with_call(i * 100 * MS + HOUR, i * 100 * MS, B, 1 * MS);
	t_end_pair(trace, 1901 * MS);
	finish();
	assert_int_equal(report.summary.clock_changes, 1);
	assert_int_equal(report.summary.clock_left_out, 0);
	assert_true((t_row(&report, A)->incl_ns + 500) / 1000 == 9000);
	assert_true((t_row(&report, B)->incl_ns + 500) / 1000 == 10000);
	assert_true(report.summary.duration_ns < 2000 * MS);
	clean();
}

/* Of 12 blocks, that with number @wrong (0: the one at the end) has a pair that is an hour off. */
static void expect_left_out(uint64_t wrong)
{
	begin();
	for (uint64_t i = 1; i < 12; i++) {
		uint64_t ns = i * 100 * MS;

		if (i == wrong)
			ns += HOUR;
		block_with_call(i * 100 * MS, ns, A, 1 * MS);
	}
	if (wrong == 0)
		t_end_pair(trace, HOUR + 1101 * MS);
	finish();
	assert_int_equal(report.summary.clock_changes, 0);
	assert_int_equal(report.summary.clock_left_out, 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "contradict the others"), 1);
	assert_true((t_row(&report, A)->incl_ns + 500) / 1000 == 11000);
	clean();
}

TEST(a_pair_that_is_an_hour_off_is_left_out)
{
	T_UNUSED;
	for (uint64_t wrong = 0; wrong < 12; wrong++)
		expect_left_out(wrong);
}

TEST(garbage_in_pairs_does_no_harm)
{
	uint64_t state = 88172645463325252u;

	T_UNUSED;
	begin();
	for (uint64_t i = 1; i < 200; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		block_with_call(i * 20 * MS, state % (4000 * MS), A, 1 * MS);
	}
	t_end_pair(trace, 1);
	finish();
	assert_true(report.summary.clock_changes + report.summary.clock_left_out > 0 ||
		    t_notes(&report, CSA_NOTE_WARNING, "contradict each other"));
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_step_back_inside_a_block_is_counted),
		CASE(a_step_back_between_blocks_is_counted),
		CASE(a_counter_that_begins_anew_keeps_its_rate),
		CASE(a_rate_that_changes_gives_two_lines),
		CASE(one_block_can_reach_over_a_change),
		CASE(a_suspension_is_a_change_of_offset),
		CASE(a_pair_that_is_an_hour_off_is_left_out),
		CASE(garbage_in_pairs_does_no_harm),
	};

	return T_RUN(cases, argc, argv);
}
