/* SPDX-License-Identifier: MIT */
/* Marks, frames and values: in one block, across blocks, and across what is missing. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define MAIN  0x1000u
#define TICK  0x9000u
#define OTHER 0x9100u

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

static void begin_with(const struct t_trace_options *options)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, options);
	thread = t_thread_new(trace, 70);
}

static void begin(void)
{
	begin_with(NULL);
}

static void finish(unsigned workers)
{
	t_trace_end(trace, true);
	t_report(&report, dir, workers);
	t_check_sums(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

static void put(struct t_thread *t, uint64_t ticks, unsigned kind, uint64_t descriptor,
		int64_t value)
{
	const uint64_t words[] = { descriptor, (uint64_t)value };

	t_extended(t, ticks, CSF_EXT_USER_MARK, kind, words, kind == CSF_NAME_VALUE ? 2 : 1);
}

static void frame(struct t_thread *t, uint64_t ticks)
{
	put(t, ticks, CSF_NAME_FRAME, TICK, 0);
}

static const struct csa_report_name *find(unsigned kind, const char *text)
{
	for (size_t i = 0; i < report.name_count; i++) {
		if (report.names[i].name->kind == kind &&
		    strcmp(report.names[i].name->name, text) == 0)
			return &report.names[i];
	}
	fail_msg("no name '%s' of kind %u", text, kind);
	return NULL;
}

static void expect_frames(uint64_t count, uint64_t intervals, uint64_t min_ns, uint64_t max_ns)
{
	const struct csa_report_name *name = find(CSF_NAME_FRAME, "0x9000");

	assert_int_equal(name->count, count);
	assert_int_equal(name->intervals, intervals);
	assert_int_equal(name->min_ns, min_ns);
	assert_int_equal(name->max_ns, max_ns);
}

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

TEST(values_have_an_average_and_a_last_one)
{
	const struct csa_report_name *name;
	struct t_thread *other;

	T_UNUSED;
	begin();
	other = t_thread_new(trace, 71);
	t_enter(thread, 2000, MAIN);
	put(thread, 2010, CSF_NAME_VALUE, TICK, -5);
	put(thread, 2020, CSF_NAME_VALUE, TICK, 100);
	t_block(thread, T_BLOCK_WRITTEN);
	put(thread, 2090, CSF_NAME_VALUE, TICK, 7);
	t_enter(other, 2000, MAIN);
	put(other, 2080, CSF_NAME_VALUE, TICK, 10);
	put(thread, 2095, CSF_NAME_VALUE, OTHER, INT64_MIN);
	put(thread, 2096, CSF_NAME_VALUE, OTHER, INT64_MIN);
	t_exit(thread, 2200);
	t_exit(other, 2200);
	finish(1);
	name = find(CSF_NAME_VALUE, "0x9000");
	assert_int_equal(name->count, 4);
	assert_int_equal(name->min, -5);
	assert_int_equal(name->max, 100);
	assert_int_equal(name->last, 7);
	assert_true(name->avg == 28.0);
	name = find(CSF_NAME_VALUE, "0x9100");
	assert_true(name->min == INT64_MIN && name->max == INT64_MIN);
	assert_true(name->avg == -9223372036854775808.0);
	clean();
}

/* A child that began 4000 ns after its parent, read behind it or before it. */
static void expect_two_processes(const char *parent, const char *child)
{
	const struct csa_report_name *name;
	struct t_trace_options options = { .name = parent };

	begin_with(&options);
	put(thread, 2000, CSF_NAME_VALUE, TICK, 1);
	frame(thread, 2100);
	frame(thread, 2110);
	put(thread, 9000, CSF_NAME_VALUE, TICK, 5);
	t_trace_end(trace, true);
	options = (struct t_trace_options){ .name = child,
					    .parent = parent,
					    .pid = 8,
					    .ppid = 7,
					    .start_ticks = 5000,
					    .realtime_ns = 1795972517000004000u };
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 8);
	put(thread, 6000, CSF_NAME_VALUE, TICK, 9);
	frame(thread, 6100);
	frame(thread, 6130);
	finish(1);
	name = find(CSF_NAME_VALUE, "0x9000");
	assert_int_equal(name->count, 3);
	assert_int_equal(name->threads, 2);
	assert_int_equal(name->first_ns, 1000);
	assert_int_equal(name->last_ns, 8000);
	assert_int_equal(name->last, 5);
	expect_frames(4, 2, 10, 30);
	clean();
}

TEST(processes_of_a_run_are_one_in_time)
{
	T_UNUSED;
	expect_two_processes("app-7-1", "app-8-2");
	expect_two_processes("b-7-1", "a-8-2");
}

TEST(marks_have_a_first_and_a_last_time)
{
	const struct csa_report_name *name;

	T_UNUSED;
	begin();
	put(thread, 2010, CSF_NAME_MARK, TICK, 0);
	put(thread, 2020, CSF_NAME_MARK, TICK, 0);
	t_block(thread, T_BLOCK_WRITTEN);
	put(thread, 2090, CSF_NAME_MARK, TICK, 0);
	finish(1);
	name = find(CSF_NAME_MARK, "0x9000");
	assert_int_equal(name->count, 3);
	assert_int_equal(name->first_ns, 1010);
	assert_int_equal(name->last_ns, 1090);
	/* Nothing but marks is something, too. */
	assert_null(csa_report_why_empty(&report));
	clean();
}

TEST(one_text_of_two_kinds_is_two_names)
{
	T_UNUSED;
	begin();
	put(thread, 2010, CSF_NAME_MARK, TICK, 0);
	put(thread, 2020, CSF_NAME_FRAME, TICK, 0);
	put(thread, 2030, CSF_NAME_FRAME, TICK, 0);
	finish(1);
	assert_int_equal(report.name_count, 2);
	assert_int_equal(find(CSF_NAME_MARK, "0x9000")->count, 1);
	expect_frames(2, 1, 10, 10);
	clean();
}

TEST(kinds_of_later_versions_are_skipped)
{
	const uint64_t words[] = { TICK, 1, 2 };

	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	t_extended(thread, 2010, CSF_EXT_USER_MARK, 77, words, 3);
	t_extended(thread, 2020, CSF_EXT_USER_MARK, CSF_NAME_SCOPE, words, 1);
	t_exit(thread, 2100);
	t_extended(thread, 2200, CSF_EXT_USER_MARK, 77, words, 0);
	finish(1);
	assert_int_equal(report.name_count, 0);
	assert_int_equal(report.notes.count, 0);
	t_check_row(&report, MAIN, 1, 100, 100);
	clean();
}

/* Of a frame @length words follow, in a block that ends with them. */
static void expect_damage(unsigned kind, unsigned length)
{
	const uint64_t words[] = { TICK, 1, 2 };

	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	t_extended(thread, 2020, CSF_EXT_USER_MARK, kind, words, length);
	finish(1);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE,
				 "live.cst: offset 4696: extended word of a known type has a wrong "
				 "length"),
			 1);
	assert_int_equal(report.name_count, 1);
	expect_frames(1, 0, 0, 0);
	clean();
}

TEST(a_wrong_length_is_damage_with_its_place)
{
	T_UNUSED;
	expect_damage(CSF_NAME_FRAME, 0);
	expect_damage(CSF_NAME_FRAME, 2);
	expect_damage(CSF_NAME_MARK, 3);
	expect_damage(CSF_NAME_VALUE, 1);
	expect_damage(CSF_NAME_VALUE, 3);
}

static void make_long(void)
{
	begin();
	t_enter(thread, 2000, MAIN);
	for (unsigned i = 0; i < 40000; i++) {
		frame(thread, 3000 + 10ull * i);
		put(thread, 3001 + 10ull * i, CSF_NAME_VALUE, OTHER + 8 * (i % 100), (int)i);
	}
	t_exit(thread, 500000);
	t_trace_end(trace, true);
}

static void expect_long(unsigned workers)
{
	const struct csa_report_name *name;

	t_report(&report, dir, workers);
	expect_frames(40000, 39999, 10, 10);
	name = find(CSF_NAME_VALUE, "0x9100");
	assert_int_equal(name->count, 400);
	assert_int_equal(name->last, 39900);
	assert_true(name->avg == 19950.0);
	assert_int_equal(report.name_count, 101);
	csa_report_release(&report);
}

TEST(any_number_of_workers_says_the_same)
{
	T_UNUSED;
	make_long();
	expect_long(1);
	expect_long(2);
	expect_long(5);
	t_remove(dir);
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
		CASE(no_frame_lasts_across_a_step_of_the_clock),
		CASE(values_have_an_average_and_a_last_one),
		CASE(processes_of_a_run_are_one_in_time),
		CASE(marks_have_a_first_and_a_last_time),
		CASE(one_text_of_two_kinds_is_two_names),
		CASE(kinds_of_later_versions_are_skipped),
		CASE(a_wrong_length_is_damage_with_its_place),
		CASE(any_number_of_workers_says_the_same),
	};

	return T_RUN(cases, argc, argv);
}
