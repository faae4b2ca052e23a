/* SPDX-License-Identifier: MIT */
/* Captures of which only the newest blocks are kept: what is missing by intention, and since when. */
#include "test.h"

#include <string.h>

#include "block_survey.h"
#include "capture_fixture.h"

static struct t_capture c;

static struct t_trace *begin(void)
{
	return t_capture_begin(&c, &(struct t_trace_options){ .full = "wrap" });
}

static void end(struct t_trace *trace)
{
	t_trace_end(trace, true);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.notes.count, 0);
}

static void call_in_block(struct t_thread *thread, uint64_t ticks, enum t_block_fate fate)
{
	t_enter(thread, ticks, 0x1000);
	t_exit(thread, ticks + 10);
	t_block(thread, fate);
}

TEST(older_blocks_are_not_lost)
{
	struct t_trace *trace = begin();
	struct t_thread *first = t_thread_new(trace, 70);
	struct t_thread *second = t_thread_new(trace, 71);
	struct t_thread *whole = t_thread_new(trace, 72);

	T_UNUSED;
	for (unsigned i = 0; i < 5; i++)
		call_in_block(first, 2000 + 100 * i, i < 3 ? T_BLOCK_MISSING : T_BLOCK_WRITTEN);
	call_in_block(second, 2200, T_BLOCK_MISSING);
	call_in_block(second, 2600, T_BLOCK_WRITTEN);
	call_in_block(whole, 2900, T_BLOCK_WRITTEN);
	end(trace);
	assert_true(c.capture.is_wrap);
	assert_int_equal(c.capture.lost_blocks, 0);
	assert_int_equal(c.capture.older_blocks, 4);
	assert_int_equal(c.capture.block_count, 4);
	/* The last one to begin among the threads that lost something. */
	assert_int_equal(c.capture.window_ticks, 2600);
	t_capture_clean(&c);
}

TEST(blocks_missing_behind_the_first_one_are_lost)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);

	T_UNUSED;
	call_in_block(thread, 2000, T_BLOCK_WRITTEN);
	call_in_block(thread, 2100, T_BLOCK_MISSING);
	call_in_block(thread, 2200, T_BLOCK_WRITTEN);
	end(trace);
	assert_int_equal(c.capture.lost_blocks, 1);
	assert_int_equal(c.capture.older_blocks, 0);
	t_capture_clean(&c);
}

/* The process runs: between a window that was seen before and one that is seen now others were used again. */
TEST(a_hole_in_a_ring_that_changes_counts_as_overwritten)
{
	const struct csa_doubts doubts = { 0 };
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	struct t_thread *other = t_thread_new(trace, 71);

	T_UNUSED;
	for (unsigned i = 0; i < 5; i++)
		call_in_block(thread, 2000 + 100 * i, i == 2 ? T_BLOCK_MISSING : T_BLOCK_WRITTEN);
	call_in_block(other, 2050, T_BLOCK_WRITTEN);
	end(trace);
	assert_int_equal(c.capture.lost_blocks, 1);
	c.capture.changed_windows = 1;
	c.capture.lane_count = 0;
	c.capture.lost_blocks = 0;
	assert_int_equal(csa_survey_finish(&c.capture, &doubts, &c.notes, &c.err), 0);
	assert_int_equal(c.capture.lost_blocks, 0);
	assert_int_equal(c.capture.older_blocks, 3);
	assert_int_equal(c.capture.block_count, 3);
	assert_int_equal(c.capture.lanes[0].count, 2);
	assert_int_equal(c.capture.blocks[0].sequence, 3);
	assert_int_equal(c.capture.lanes[1].count, 1);
	assert_int_equal(c.capture.window_ticks, 2300);
	t_capture_clean(&c);
}

TEST(lane_1_goes_with_its_host)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	struct t_thread *nested = t_thread_lane1(thread);

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	call_in_block(nested, 2010, T_BLOCK_WRITTEN);
	t_exit(thread, 2100);
	t_block(thread, T_BLOCK_MISSING);
	call_in_block(thread, 2200, T_BLOCK_WRITTEN);
	end(trace);
	assert_int_equal(c.capture.block_count, 1);
	assert_int_equal(c.capture.blocks[0].lane, 0);
	assert_int_equal(c.capture.window_ticks, 2200);
	t_capture_clean(&c);
}

/* @in_host: the parts of lane 1 belong to the first block of lane 0 that is there. */
static uint64_t window_with_lane_1(bool in_host)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	struct t_thread *nested = t_thread_lane1(thread);
	uint64_t ticks;

	call_in_block(thread, 2000, T_BLOCK_MISSING);
	t_enter(thread, 2100, 0x1000);
	if (in_host)
		call_in_block(nested, 2110, T_BLOCK_MISSING);
	if (in_host)
		call_in_block(nested, 2130, T_BLOCK_WRITTEN);
	t_exit(thread, 2190);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2200, 0x1000);
	if (!in_host)
		call_in_block(nested, 2210, T_BLOCK_WRITTEN);
	t_exit(thread, 2290);
	t_block(thread, T_BLOCK_WRITTEN);
	end(trace);
	ticks = c.capture.window_ticks;
	t_capture_clean(&c);
	return ticks;
}

TEST(lane_1_moves_the_window_only_where_it_is_incomplete)
{
	T_UNUSED;
	assert_int_equal(window_with_lane_1(false), 2100);
	assert_int_equal(window_with_lane_1(true), 2130);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(older_blocks_are_not_lost),
		CASE(blocks_missing_behind_the_first_one_are_lost),
		CASE(a_hole_in_a_ring_that_changes_counts_as_overwritten),
		CASE(lane_1_goes_with_its_host),
		CASE(lane_1_moves_the_window_only_where_it_is_incomplete),
	};

	return T_RUN(cases, argc, argv);
}
