/* SPDX-License-Identifier: MIT */
/* Times between frames: in one block, across blocks, and not across what is missing. */
#include "test.h"

#include "named_trace.h"

TEST(frames_are_the_times_from_one_to_the_next)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	frame(thread, 2030);
	frame(thread, 2130);
	put(thread, 2135, CSF_NAME_FRAME, OTHER, 0);
	frame(thread, 2140);
	t_exit(thread, 2200);
	finish(1);
	expect_frames(4, 3, 10, 100);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->avg_ns, 43);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->p50_ns, 20);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->p99_ns, 100);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9100")->count, 1);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9100")->intervals, 0);
	t_check_row(&report, MAIN, 1, 200, 200);
	assert_int_equal(report.summary.events, 2);
	assert_int_equal(report.notes.count, 0);
	clean();
}

TEST(frames_cross_blocks)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	t_block(thread, T_BLOCK_WRITTEN);
	put(thread, 2015, CSF_NAME_FRAME, OTHER, 0);
	t_block(thread, T_BLOCK_WRITTEN);
	frame(thread, 2040);
	frame(thread, 2045);
	t_block(thread, T_BLOCK_WRITTEN);
	put(thread, 2115, CSF_NAME_FRAME, OTHER, 0);
	t_exit(thread, 2200);
	finish(1);
	expect_frames(3, 2, 5, 30);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9100")->max_ns, 100);
	clean();
}

TEST(threads_have_frames_of_their_own)
{
	struct t_thread *other;

	T_UNUSED;
	begin();
	other = t_thread_new(trace, 71);
	t_enter(thread, 2000, MAIN);
	t_enter(other, 2000, MAIN);
	frame(thread, 2010);
	frame(other, 2111);
	t_block(thread, T_BLOCK_WRITTEN);
	t_block(other, T_BLOCK_WRITTEN);
	frame(thread, 2020);
	frame(other, 2141);
	t_exit(thread, 2200);
	t_exit(other, 2200);
	finish(1);
	expect_frames(4, 2, 10, 30);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->threads, 2);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->first_ns, 1010);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->last_ns, 1141);
	clean();
}

TEST(frames_in_handlers_stand_among_those_of_the_thread)
{
	struct t_thread *nested;

	T_UNUSED;
	begin();
	nested = t_thread_lane1(thread);
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	frame(nested, 2013);
	frame(thread, 2020);
	t_block(nested, T_BLOCK_WRITTEN);
	t_block(thread, T_BLOCK_WRITTEN);
	frame(thread, 2060);
	t_exit(thread, 2200);
	finish(1);
	expect_frames(4, 3, 3, 40);
	assert_int_equal(find(CSF_NAME_FRAME, "0x9000")->threads, 1);
	clean();
}

TEST(no_frame_lasts_across_a_lost_block)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	frame(thread, 2015);
	t_block(thread, T_BLOCK_WRITTEN);
	frame(thread, 2020);
	t_block(thread, T_BLOCK_MISSING);
	frame(thread, 2050);
	frame(thread, 2060);
	t_exit(thread, 2200);
	finish(1);
	expect_frames(4, 2, 5, 10);
	clean();
}

TEST(the_first_blocks_of_wrapped_windows_are_missing)
{
	const struct t_trace_options options = { .full = "wrap" };

	T_UNUSED;
	begin_with(&options);
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	t_block(thread, T_BLOCK_MISSING);
	frame(thread, 2050);
	frame(thread, 2060);
	t_exit(thread, 2200);
	finish(1);
	expect_frames(2, 1, 10, 10);
	clean();
}

TEST(no_frame_lasts_across_a_pause)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	t_marker(thread, 2020, CSF_MARKER_PAUSED, 0);
	t_block(thread, T_BLOCK_WRITTEN);
	t_marker(thread, 5020, CSF_MARKER_RESUMED, 12);
	frame(thread, 5050);
	frame(thread, 5060);
	t_marker(thread, 5070, CSF_MARKER_PAUSED, 0);
	t_marker(thread, 5075, CSF_MARKER_RESUMED, 30);
	frame(thread, 5080);
	t_block(thread, T_BLOCK_WRITTEN);
	frame(thread, 5100);
	t_exit(thread, 5200);
	finish(1);
	expect_frames(5, 2, 10, 20);
	assert_int_equal(report.summary.pauses, 2);
	assert_int_equal(report.summary.paused, 42);
	assert_int_equal(report.marker_count, 2);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO,
				 "while the program was paused: 42 (pauses: 2)"),
			 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "pauses to the end"), 0);
	clean();
}

static void pause_and_resume(uint64_t ticks)
{
	t_marker(thread, ticks, CSF_MARKER_PAUSED, 0);
	t_marker(thread, ticks + 5, CSF_MARKER_RESUMED, 1);
}

TEST(a_pause_between_two_blocks_with_frames_is_seen)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	t_block(thread, T_BLOCK_WRITTEN);
	pause_and_resume(2020);
	frame(thread, 2050);
	t_block(thread, T_BLOCK_WRITTEN);
	pause_and_resume(2060);
	t_block(thread, T_BLOCK_WRITTEN);
	frame(thread, 2100);
	frame(thread, 2107);
	t_exit(thread, 5200);
	finish(1);
	expect_frames(4, 1, 7, 7);
	clean();
}

TEST(a_thread_can_be_paused_to_its_end)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	t_marker(thread, 2020, CSF_MARKER_PAUSED, 0);
	t_exit(thread, 2100);
	finish(1);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "pauses to the end of the capture: 1"), 1);
	assert_int_equal(report.summary.unmatched, 0);
	clean();
}

TEST(a_pause_that_began_before_is_not_one_of_another_thread)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	t_marker(thread, 2020, CSF_MARKER_RESUMED, 5);
	t_exit(thread, 2100);
	thread = t_thread_new(trace, 71);
	t_enter(thread, 2000, MAIN);
	t_marker(thread, 2020, CSF_MARKER_PAUSED, 0);
	t_exit(thread, 2100);
	finish(1);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "pauses to the end of the capture: 1"), 1);
	clean();
}

TEST(every_thread_can_be_paused)
{
	enum { THREADS = 700 };

	T_UNUSED;
	begin();
	for (uint64_t i = 0; i < THREADS; i++) {
		t_enter(thread, 2000 + i, MAIN);
		pause_and_resume(2050 + i);
		t_block(thread, T_BLOCK_WRITTEN);
		pause_and_resume(2090 + i);
		t_exit(thread, 3000 + i);
		t_block(thread, T_BLOCK_WRITTEN);
		thread = t_thread_new(trace, 71 + (unsigned)i);
	}
	finish(2);
	assert_int_equal(report.marker_count, 2 * THREADS);
	assert_int_equal(report.summary.pauses, 2 * THREADS);
	assert_int_equal(report.summary.paused, 2 * THREADS);
	clean();
}

static void step_back_to(uint64_t ticks)
{
	t_extended(thread, ticks, CSF_EXT_FULL_TIME, 1, &ticks, 1);
}

TEST(no_frame_lasts_across_a_step_of_the_clock)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 5010);
	step_back_to(3000);
	frame(thread, 5050);
	frame(thread, 5080);
	t_exit(thread, 5100);
	finish(1);
	expect_frames(3, 1, 30, 30);
	clean();
}

TEST(no_frame_lasts_across_a_step_between_blocks)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	frame(thread, 2040);
	t_enter(thread, 5000, MAIN);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 3000);
	frame(thread, 3010);
	t_exit(thread, 3100);
	finish(1);
	assert_int_equal(report.summary.clock_steps, 1);
	expect_frames(3, 1, 30, 30);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(frames_are_the_times_from_one_to_the_next),
		CASE(frames_cross_blocks),
		CASE(threads_have_frames_of_their_own),
		CASE(frames_in_handlers_stand_among_those_of_the_thread),
		CASE(no_frame_lasts_across_a_lost_block),
		CASE(the_first_blocks_of_wrapped_windows_are_missing),
		CASE(no_frame_lasts_across_a_pause),
		CASE(a_pause_between_two_blocks_with_frames_is_seen),
		CASE(a_thread_can_be_paused_to_its_end),
		CASE(a_pause_that_began_before_is_not_one_of_another_thread),
		CASE(every_thread_can_be_paused),
		CASE(no_frame_lasts_across_a_step_of_the_clock),
		CASE(no_frame_lasts_across_a_step_between_blocks),
	};

	return T_RUN(cases, argc, argv);
}
