/* SPDX-License-Identifier: MIT */
/* The meaning of the numbers: exact values for small traces. */
#include "test.h"

#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u
#define B 0x2000u
#define C 0x3000u

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

static void finish(bool has_ended)
{
	t_trace_end(trace, has_ended);
	t_report(&report, dir, 1);
	t_check_sums(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

TEST(self_is_time_without_callees)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_exit(thread, 2040);
	t_enter(thread, 2050, B);
	t_exit(thread, 2055);
	t_exit(thread, 2100);
	finish(true);
	t_check_row(&report, A, 1, 100, 65);
	t_check_row(&report, B, 2, 35, 35);
	assert_int_equal(t_row(&report, B)->min_ns, 5);
	assert_int_equal(t_row(&report, B)->max_ns, 30);
	assert_int_equal(report.summary.events, 6);
	assert_int_equal(report.summary.calls, 3);
	assert_int_equal(report.summary.threads, 1);
	assert_int_equal(report.threads[0].root_ns, 100);
	assert_int_equal(report.threads[0].tid, 70);
	assert_int_equal(report.notes.count, 0);
	clean();
}

TEST(recursion_counts_inclusive_time_once)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter(thread, 2030, A);
	t_exit(thread, 2060);
	t_exit(thread, 2080);
	t_exit(thread, 2100);
	finish(true);
	t_check_row(&report, A, 2, 100, 60);
	t_check_row(&report, B, 1, 70, 40);
	assert_int_equal(t_row(&report, A)->min_ns, 30);
	assert_int_equal(t_row(&report, A)->max_ns, 100);
	clean();
}

TEST(calls_of_no_length_are_calls)
{
	T_UNUSED;
	begin();
	for (int i = 0; i < 3; i++) {
		t_enter(thread, 2000, A);
		t_exit(thread, 2000);
	}
	finish(true);
	t_check_row(&report, A, 3, 0, 0);
	assert_int_equal(t_row(&report, A)->max_ns, 0);
	clean();
}

TEST(unwound_frames_end_when_seen_gone)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter(thread, 2020, C);
	t_unwound(thread, 2050, 1);
	t_exit(thread, 2060);
	finish(true);
	t_check_row(&report, A, 1, 60, 20);
	t_check_row(&report, B, 1, 40, 10);
	t_check_row(&report, C, 1, 30, 30);
	assert_int_equal(report.summary.unwound, 2);
	assert_int_equal(t_row(&report, B)->unwound, 1);
	assert_int_equal(t_row(&report, A)->unwound, 0);
	assert_int_equal(report.summary.events, 4);
	clean();
}

TEST(unwinding_more_frames_than_are_open_is_damage)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_extended(thread, 2010, CSF_EXT_UNWOUND, 5, NULL, 0);
	t_exit(thread, 2020);
	finish(true);
	t_check_row(&report, A, 1, 20, 20);
	assert_int_equal(report.summary.unwound, 0);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "unwound word"), 1);
	clean();
}

TEST(open_frames_end_with_their_thread)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter(thread, 2030, C);
	t_exit(thread, 2050);
	finish(false);
	t_check_row(&report, A, 1, 50, 10);
	t_check_row(&report, B, 1, 40, 20);
	assert_int_equal(report.summary.open, 2);
	assert_int_equal(t_row(&report, C)->open, 0);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "killed"), 1);
	clean();
}

TEST(open_calls_say_nothing_about_the_shortest)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_exit(thread, 2100);
	t_enter(thread, 2200, A);
	t_enter(thread, 2210, B);
	t_enter(thread, 2215, A);
	finish(false);
	t_check_row(&report, A, 3, 115, 110);
	assert_int_equal(t_row(&report, A)->min_ns, 100);
	assert_int_equal(t_row(&report, A)->max_ns, 100);
	assert_int_equal(t_row(&report, A)->p50_ns, 100);
	assert_int_equal(t_row(&report, A)->open, 2);
	/* Without others they are all there is. */
	assert_int_equal(t_row(&report, B)->min_ns, 5);
	assert_int_equal(t_row(&report, B)->max_ns, 5);
	assert_int_equal(t_row(&report, B)->p99_ns, 5);
	clean();
}

TEST(exits_without_an_enter_are_unmatched)
{
	T_UNUSED;
	begin();
	t_unmatched(thread, 2000, C);
	t_exit_of(thread, 2005, C);
	t_enter(thread, 2010, A);
	t_exit_of(thread, 2015, B);
	t_exit(thread, 2030);
	finish(true);
	t_check_row(&report, A, 1, 20, 20);
	assert_null(t_row(&report, B));
	assert_int_equal(report.summary.unmatched, 3);
	assert_int_equal(report.summary.events, 5);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "unmatched exits: 3"), 1);
	clean();
}

TEST(gaps_longer_than_20_bits_are_bridged)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2000 + (1u << 20), B);
	t_exit(thread, 3000 + (5ull << 32));
	t_exit(thread, 4000 + (5ull << 32));
	finish(true);
	t_check_row(&report, A, 1, (5ull << 32) + 2000, (1u << 20) + 1000u);
	t_check_row(&report, B, 1, (5ull << 32) + 1000 - (1u << 20),
		    (5ull << 32) + 1000 - (1u << 20));
	clean();
}

TEST(a_clock_that_steps_back_makes_no_negative_time)
{
	T_UNUSED;
	begin();
	t_enter(thread, 5000, A);
	t_enter(thread, 5100, B);
	t_exit(thread, 5150);
	t_exit(thread, 4000); /* less than B's 50 ns below A would be negative */
	t_enter(thread, 4100, C);
	t_exit(thread, 4110);
	finish(true);
	t_check_row(&report, A, 1, 50, 0);
	t_check_row(&report, B, 1, 50, 50);
	t_check_row(&report, C, 1, 10, 10);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "steps back of the clock: 1"), 1);
	clean();
}

TEST(holes_and_unknown_words_are_skipped)
{
	const uint64_t words[3] = { 1, 2, 3 };

	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_word(thread, 0);
	t_extended(thread, 2010, 33, 9, words, 3);
	t_extended(thread, 2020, CSF_EXT_COUNTERS, 0, words, 2);
	t_word(thread, 0);
	t_exit(thread, 2030);
	finish(true);
	t_check_row(&report, A, 1, 30, 30);
	assert_int_equal(report.summary.events, 2);
	assert_int_equal(report.notes.count, 0);
	clean();
}

TEST(call_sites_do_not_disturb)
{
	T_UNUSED;
	begin();
	t_enter_at(thread, 2000, A, 0xdeadbeefdeadbeefu);
	t_enter_at(thread, 2010, B, 3);
	t_exit(thread, 2020);
	t_enter(thread, 2030, B);
	t_exit(thread, 2040);
	t_exit(thread, 2050);
	finish(true);
	t_check_row(&report, A, 1, 50, 30);
	t_check_row(&report, B, 2, 20, 20);
	assert_int_equal(report.summary.events, 6);
	clean();
}

TEST(wide_blocks_have_all_address_bits)
{
	const struct t_trace_options options = { .is_wide = true };

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 70);
	t_enter(thread, 2000, 0x7f0000001000u);
	t_enter_at(thread, 2010, 0x7e0000001000u, 5); /* the same low 42 bits */
	t_exit(thread, 2030);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2040, 0x7e0000001000u);
	t_exit(thread, 2050);
	t_exit(thread, 2060);
	finish(true);
	t_check_row(&report, 0x7f0000001000u, 1, 60, 30);
	t_check_row(&report, 0x7e0000001000u, 2, 30, 30);
	assert_int_equal(report.summary.events, 6);
	clean();
}

TEST(a_function_at_address_0_is_a_function)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, 0);
	t_enter(thread, 2010, 0);
	t_exit(thread, 2020);
	t_exit(thread, 2030);
	finish(true);
	t_check_row(&report, 0, 2, 30, 30);
	clean();
}

TEST(threads_do_not_share_stacks)
{
	struct t_thread *other;

	T_UNUSED;
	begin();
	other = t_thread_new(trace, 71);
	t_name(other, 2000, "worker\033[31m");
	t_enter(thread, 2000, A);
	t_enter(other, 2005, A);
	t_exit(other, 2025);
	t_exit(thread, 2030);
	finish(true);
	t_check_row(&report, A, 2, 50, 50);
	assert_int_equal(report.summary.threads, 2);
	assert_int_equal(report.threads[0].root_ns, 30);
	assert_int_equal(report.threads[1].root_ns, 20);
	assert_string_equal(report.threads[1].name, "worker\033[31m");
	clean();
}

TEST(lane_1_is_part_of_its_thread)
{
	struct t_thread *lane1;

	T_UNUSED;
	begin();
	lane1 = t_thread_lane1(thread);
	t_enter(thread, 2000, A);
	t_enter_at(lane1, 2010, B, 1);
	t_exit(lane1, 2020);
	t_exit(thread, 2030);
	finish(true);
	t_check_row(&report, A, 1, 30, 20);
	t_check_row(&report, B, 1, 10, 10);
	assert_int_equal(report.summary.threads, 1);
	assert_int_equal(report.threads[0].events, 4);
	clean();
}

TEST(markers_reach_the_report)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_marker(thread, 2020, CSF_MARKER_MAX_EVENTS, 2);
	t_marker(thread, 2020, CSF_MARKER_MAX_EVENTS, 2);
	t_marker(thread, 2030, 99, 5);
	finish(true);
	assert_int_equal(report.marker_count, 2);
	assert_int_equal(report.markers[0].marker, CSF_MARKER_MAX_EVENTS);
	assert_int_equal(report.markers[0].argument, 2);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "TRACE_MAX reached"), 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "unknown marker 99"), 1);
	clean();
}

TEST(probe_is_one_hook_a_call_and_one_a_callee)
{
	const struct t_trace_options options = { .hook_ns = 10 };

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 70);
	t_enter(thread, 2000, A);
	t_enter(thread, 2100, B);
	t_exit(thread, 2105);
	t_enter(thread, 2200, B);
	t_exit(thread, 2250);
	t_exit(thread, 3000);
	finish(true);
	assert_int_equal(t_row(&report, A)->probe_ns, 30);
	assert_int_equal(t_row(&report, B)->probe_ns, 20);
	clean();
}

TEST(averages_are_of_single_calls_also_in_recursion)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, A);
	t_enter(thread, 2020, A);
	t_exit(thread, 2080);
	t_exit(thread, 2090);
	t_exit(thread, 2100);
	t_enter(thread, 2110, A);
	t_enter(thread, 2111, B);
	t_enter(thread, 2112, B);
	finish(false);
	assert_int_equal(t_row(&report, A)->min_ns, 60);
	assert_int_equal(t_row(&report, A)->avg_ns, 80);
	assert_int_equal(t_row(&report, A)->max_ns, 100);
	assert_int_equal(t_row(&report, A)->incl_ns, 102);
	assert_int_equal(t_row(&report, B)->avg_ns, 0);
	assert_int_equal(t_row(&report, B)->incl_ns, 1);
	clean();
}

TEST(probe_is_never_more_than_self)
{
	const struct t_trace_options options = { .hook_ns = 10 };

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 70);
	t_enter(thread, 2000, A);
	t_exit(thread, 2004);
	finish(true);
	assert_int_equal(t_row(&report, A)->probe_ns, 4);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(self_is_time_without_callees),
		CASE(recursion_counts_inclusive_time_once),
		CASE(calls_of_no_length_are_calls),
		CASE(unwound_frames_end_when_seen_gone),
		CASE(unwinding_more_frames_than_are_open_is_damage),
		CASE(open_frames_end_with_their_thread),
		CASE(open_calls_say_nothing_about_the_shortest),
		CASE(exits_without_an_enter_are_unmatched),
		CASE(gaps_longer_than_20_bits_are_bridged),
		CASE(a_clock_that_steps_back_makes_no_negative_time),
		CASE(holes_and_unknown_words_are_skipped),
		CASE(call_sites_do_not_disturb),
		CASE(wide_blocks_have_all_address_bits),
		CASE(a_function_at_address_0_is_a_function),
		CASE(threads_do_not_share_stacks),
		CASE(lane_1_is_part_of_its_thread),
		CASE(markers_reach_the_report),
		CASE(probe_is_one_hook_a_call_and_one_a_callee),
		CASE(averages_are_of_single_calls_also_in_recursion),
		CASE(probe_is_never_more_than_self),
	};

	return T_RUN(cases, argc, argv);
}
