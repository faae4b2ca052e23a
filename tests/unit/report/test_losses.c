/* SPDX-License-Identifier: MIT */
/*
 * Blocks that were dropped because the ring was full: the next one has the sequence of the dropped one, says how
 * many events there were, and names what is open. What is known of calls is right, the rest is marked.
 */
#include "test.h"

#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define A       0x1000u
#define B       0x2000u
#define C       0x3000u
#define D       0x4000u
#define HANDLER 0x5000u
#define INNER   0x6000u

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

static void begin(void)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
}

static void finish(uint64_t lost)
{
	t_trace_end(trace, true);
	t_report(&report, dir, 2);
	t_check_sums(&report);
	t_check_no_damage(&report);
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(report.summary.lost, lost);
	for (size_t i = 0; i < report.row_count; i++)
		assert_true(report.rows[i].is_at_least == (lost != 0));
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

static void check_marks(uint64_t address, uint64_t unwound, uint64_t lossy)
{
	assert_int_equal(t_row(&report, address)->unwound, unwound);
	assert_int_equal(t_row(&report, address)->lossy, lossy);
}

TEST(a_loss_in_the_middle_of_calls)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2020, C);
	t_exit(thread, 2030);
	t_block(thread, T_BLOCK_DROPPED);
	t_enter(thread, 2040, D);
	t_exit(thread, 2050);
	t_exit(thread, 2060);
	t_exit(thread, 2070);
	finish(2);
	t_check_row(&report, A, 1, 70, 20);
	t_check_row(&report, B, 1, 50, 40);
	t_check_row(&report, D, 1, 10, 10);
	assert_null(t_row(&report, C));
	check_marks(A, 0, 1);
	check_marks(B, 0, 1);
	check_marks(D, 0, 0);
	assert_int_equal(report.summary.events, 6);
	assert_int_equal(report.threads[0].lost, 2);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING,
				 "process 7, thread 1 (tid 70): events lost: 2, in 1 place"),
			 1);
	clean();
}

TEST(a_loss_that_spans_the_return_of_outer_frames)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter(thread, 2020, C);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2030);
	t_exit(thread, 2040);
	t_enter(thread, 2050, D);
	t_enter(thread, 2060, C);
	t_block(thread, T_BLOCK_DROPPED);
	t_exit(thread, 2070);
	t_exit(thread, 2080);
	t_exit(thread, 2100);
	finish(4);
	/* B and the first C ended at the latest when D was entered: its caller is A, too. */
	t_check_row(&report, A, 1, 100, 30);
	t_check_row(&report, B, 1, 40, 10);
	t_check_row(&report, C, 2, 40, 40);
	t_check_row(&report, D, 1, 30, 20);
	check_marks(A, 0, 1);
	check_marks(B, 1, 1);
	check_marks(C, 1, 2);
	check_marks(D, 0, 1);
	clean();
}

TEST(all_frames_that_were_open_are_gone)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2020);
	t_exit(thread, 2030);
	t_block(thread, T_BLOCK_DROPPED);
	t_enter(thread, 2100, C);
	t_exit(thread, 2110);
	finish(2);
	t_check_row(&report, A, 1, 100, 10);
	t_check_row(&report, B, 1, 90, 90);
	t_check_row(&report, C, 1, 10, 10);
	check_marks(A, 1, 1);
	check_marks(B, 1, 1);
	check_marks(C, 0, 0);
	clean();
}

/* The same functions at the same depths, entered again: other calls. */
TEST(a_loss_in_recursion)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, A);
	t_enter(thread, 2020, A);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2030);
	t_exit(thread, 2040);
	t_enter(thread, 2050, A);
	t_enter(thread, 2060, A);
	t_block(thread, T_BLOCK_DROPPED);
	t_enter(thread, 2065, B);
	t_exit(thread, 2070);
	t_exit(thread, 2080);
	t_exit(thread, 2090);
	t_exit(thread, 2100);
	finish(4);
	t_check_row(&report, A, 5, 100, 95);
	t_check_row(&report, B, 1, 5, 5);
	check_marks(A, 2, 5);
	assert_int_equal(t_row(&report, A)->max_ns, 100);
	clean();
}

TEST(deep_recursion_keeps_what_no_header_names)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, B);
	for (unsigned i = 0; i < 700; i++)
		t_enter(thread, 2001 + i, A);
	t_block(thread, T_BLOCK_WRITTEN);
	for (unsigned i = 0; i < 550; i++)
		t_exit(thread, 3000 + i);
	for (unsigned i = 0; i < 550; i++)
		t_enter(thread, 4000 + i, A);
	t_block(thread, T_BLOCK_DROPPED);
	for (unsigned i = 0; i < 700; i++)
		t_exit(thread, 5000 + i);
	t_exit(thread, 6000);
	finish(1100);
	/* 701 - 540 frames have no name; ten of them were left and entered again, which nobody can see. */
	t_check_row(&report, B, 1, 4000, 302);
	assert_int_equal(t_row(&report, A)->calls, 700 + 540);
	assert_int_equal(t_row(&report, A)->incl_ns, 3698);
	clean();
}

TEST(several_losses_in_a_row_are_one)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_DROPPED);
	t_enter(thread, 2020, C);
	t_exit(thread, 2030);
	t_block(thread, T_BLOCK_DROPPED);
	t_exit(thread, 2040);
	t_block(thread, T_BLOCK_DROPPED);
	t_enter(thread, 2050, B);
	t_exit(thread, 2060);
	t_exit(thread, 2070);
	finish(4);
	t_check_row(&report, A, 1, 70, 60);
	t_check_row(&report, B, 1, 10, 10);
	check_marks(A, 0, 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "events lost: 4, in 1 place"), 1);
	clean();
}

TEST(a_call_across_several_losses_is_marked_once)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	for (unsigned i = 0; i < 5; i++) {
		t_enter(thread, 2010 + 100 * i, B);
		t_exit(thread, 2020 + 100 * i);
		t_block(thread, i % 2 ? T_BLOCK_DROPPED : T_BLOCK_WRITTEN);
	}
	t_exit(thread, 2500);
	finish(4);
	t_check_row(&report, A, 1, 500, 470);
	t_check_row(&report, B, 3, 30, 30);
	check_marks(A, 0, 1);
	check_marks(B, 0, 0);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "events lost: 4, in 2 places"), 1);
	clean();
}

/* The thread began in the capture: what its first block names was entered there. */
TEST(the_first_block_can_be_lost)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_DROPPED);
	t_exit(thread, 2020);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2100);
	finish(2);
	t_check_row(&report, A, 1, 100, 90);
	t_check_row(&report, B, 1, 10, 10);
	check_marks(A, 0, 1);
	assert_int_equal(report.threads[0].first_ns, 1000);
	assert_int_equal(report.threads[0].root_ns, 100);
	clean();
}

/* But not in a child of fork. */
TEST(a_child_that_lost_its_first_block_counts_its_own_calls_only)
{
	T_UNUSED;
	begin();
	t_inherited(thread);
	t_open_frame(thread, 500, A);
	t_enter(thread, 2000, B);
	t_block(thread, T_BLOCK_DROPPED);
	t_exit(thread, 2020);
	t_exit(thread, 2030);
	t_enter(thread, 2040, C);
	t_exit(thread, 2050);
	finish(1);
	t_check_row(&report, B, 1, 20, 20);
	t_check_row(&report, C, 1, 10, 10);
	assert_null(t_row(&report, A));
	clean();
}

TEST(a_lost_block_of_lane_0_takes_its_handlers_along)
{
	struct t_thread *lane1;

	T_UNUSED;
	begin();
	lane1 = t_thread_lane1(thread);
	t_enter(thread, 2000, A);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2010, B);
	t_enter_at(lane1, 2020, HANDLER, 1);
	t_exit(lane1, 2030);
	t_block(lane1, T_BLOCK_WRITTEN);
	t_exit(thread, 2040);
	t_block(thread, T_BLOCK_DROPPED);
	/* The next block of lane 0 has the sequence that the handler's block names. */
	t_enter(thread, 5000000, C);
	t_enter_at(lane1, 5000010, HANDLER, 1);
	t_exit(lane1, 5000020);
	t_block(lane1, T_BLOCK_WRITTEN);
	t_exit(thread, 5000030);
	t_exit(thread, 5000040);
	finish(2);
	t_check_row(&report, A, 1, 4998040, 4998010);
	t_check_row(&report, C, 1, 30, 20);
	/* The one whose place is lost stands for itself. */
	t_check_row(&report, HANDLER, 2, 20, 20);
	assert_int_equal(report.summary.clock_steps, 0);
	assert_int_equal(report.summary.events, 8);
	clean();
}

TEST(a_lost_block_of_lane_1_that_ends_a_handler)
{
	struct t_thread *lane1;

	T_UNUSED;
	begin();
	lane1 = t_thread_lane1(thread);
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter_at(lane1, 2020, HANDLER, 1);
	t_enter_at(lane1, 2021, INNER, 1);
	t_block(lane1, T_BLOCK_WRITTEN);
	t_exit(lane1, 2022);
	t_exit(lane1, 2030);
	t_block(lane1, T_BLOCK_DROPPED);
	t_exit(thread, 2050);
	t_exit(thread, 2060);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2070, A);
	t_enter_at(lane1, 2080, HANDLER, 1);
	t_exit(lane1, 2085);
	t_exit(thread, 2090);
	finish(2);
	/* Both are gone when B goes on. */
	t_check_row(&report, HANDLER, 2, 35, 6);
	t_check_row(&report, INNER, 1, 29, 29);
	t_check_row(&report, B, 1, 40, 10);
	t_check_row(&report, A, 2, 80, 35);
	check_marks(INNER, 1, 0);
	clean();
}

TEST(a_lost_block_of_lane_1_in_the_middle_of_a_handler)
{
	struct t_thread *lane1;

	T_UNUSED;
	begin();
	lane1 = t_thread_lane1(thread);
	t_enter(thread, 2000, A);
	t_enter_at(lane1, 2020, HANDLER, 1);
	t_enter_at(lane1, 2021, INNER, 1);
	t_block(lane1, T_BLOCK_WRITTEN);
	t_exit(lane1, 2022);
	t_enter_at(lane1, 2023, INNER, 1);
	t_enter_at(lane1, 2024, C, 1);
	t_block(lane1, T_BLOCK_DROPPED);
	t_exit(lane1, 2030);
	t_exit(lane1, 2031);
	t_exit(lane1, 2035);
	t_exit(thread, 2060);
	finish(3);
	t_check_row(&report, A, 1, 60, 45);
	t_check_row(&report, HANDLER, 1, 15, 5);
	t_check_row(&report, INNER, 2, 10, 4);
	t_check_row(&report, C, 1, 6, 6);
	check_marks(INNER, 1, 0);
	assert_int_equal(report.summary.events, 7);
	clean();
}

TEST(a_lost_block_of_lane_1_that_begins_a_handler)
{
	struct t_thread *lane1;

	T_UNUSED;
	begin();
	lane1 = t_thread_lane1(thread);
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_exit(thread, 2015);
	t_enter_at(lane1, 2020, HANDLER, 1);
	t_block(lane1, T_BLOCK_DROPPED);
	t_exit(lane1, 2030);
	t_exit(thread, 2060);
	finish(1);
	t_check_row(&report, A, 1, 60, 45);
	t_check_row(&report, B, 1, 5, 5);
	t_check_row(&report, HANDLER, 1, 10, 10);
	assert_int_equal(report.summary.events, 5);
	clean();
}

/* What a server keeps: the beginning of a block that came whole since, or was dropped since. */
TEST(windows_of_partial_blocks_do_not_count_twice)
{
	T_UNUSED;
	begin();
	for (unsigned i = 0; i < 12; i++) {
		static const enum t_block_fate fates[] = { T_BLOCK_PREFIX, T_BLOCK_STALE,
							   T_BLOCK_WRITTEN };

		for (unsigned k = 0; k < 8; k++) {
			t_enter(thread, 2000 + 100 * i + 10 * k, A);
			t_exit(thread, 2005 + 100 * i + 10 * k);
		}
		t_block(thread, fates[i % 3]);
	}
	t_enter(thread, 9000, B);
	finish(4 * 16);
	t_check_row(&report, A, 64, 320, 320);
	t_check_row(&report, B, 1, 0, 0);
	assert_int_equal(report.summary.events, 129);
	clean();
}

/* Its thread has gone on, and dropped it since: until that is known, what came of the block is there. */
TEST(a_window_of_a_partial_block_counts_until_its_block_comes)
{
	T_UNUSED;
	begin();
	for (unsigned k = 0; k < 8; k++) {
		t_enter(thread, 2000 + 10 * k, A);
		t_exit(thread, 2005 + 10 * k);
	}
	t_block(thread, T_BLOCK_STALE);
	finish(0);
	t_check_row(&report, A, 4, 20, 20);
	clean();
}

TEST(of_two_windows_of_one_sequence_the_later_block_counts)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_block(thread, T_BLOCK_STALE);
	t_enter(thread, 2020, B);
	t_exit(thread, 2025);
	finish(2);
	t_check_row(&report, B, 1, 5, 5);
	assert_null(t_row(&report, A));
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_loss_in_the_middle_of_calls),
		CASE(a_loss_that_spans_the_return_of_outer_frames),
		CASE(all_frames_that_were_open_are_gone),
		CASE(a_loss_in_recursion),
		CASE(deep_recursion_keeps_what_no_header_names),
		CASE(several_losses_in_a_row_are_one),
		CASE(a_call_across_several_losses_is_marked_once),
		CASE(the_first_block_can_be_lost),
		CASE(a_child_that_lost_its_first_block_counts_its_own_calls_only),
		CASE(a_lost_block_of_lane_0_takes_its_handlers_along),
		CASE(a_lost_block_of_lane_1_that_ends_a_handler),
		CASE(a_lost_block_of_lane_1_in_the_middle_of_a_handler),
		CASE(a_lost_block_of_lane_1_that_begins_a_handler),
		CASE(windows_of_partial_blocks_do_not_count_twice),
		CASE(a_window_of_a_partial_block_counts_until_its_block_comes),
		CASE(of_two_windows_of_one_sequence_the_later_block_counts),
	};

	return T_RUN(cases, argc, argv);
}
