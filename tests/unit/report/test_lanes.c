/* SPDX-License-Identifier: MIT */
/* Hooks that interrupted hooks: what lane 1 holds stands where it happened. */
#include "test.h"

#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define A       0x1000u
#define B       0x2000u
#define HANDLER 0x3000u
#define INNER   0x4000u

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct t_thread *lane1;
static struct csa_report report;

static void begin(const struct t_trace_options *options)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, options);
	thread = t_thread_new(trace, 70);
	lane1 = t_thread_lane1(thread);
}

static void finish(void)
{
	t_trace_end(trace, true);
	t_report(&report, dir, 2);
	t_check_sums(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

TEST(a_handler_takes_time_from_what_it_interrupts)
{
	T_UNUSED;
	begin(NULL);
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter_at(lane1, 2020, HANDLER, 1);
	t_enter_at(lane1, 2021, INNER, 1);
	t_exit(lane1, 2025);
	t_exit(lane1, 2030);
	t_exit(thread, 2050);
	t_exit(thread, 2060);
	finish();
	t_check_row(&report, A, 1, 60, 20);
	t_check_row(&report, B, 1, 40, 30);
	t_check_row(&report, HANDLER, 1, 10, 6);
	t_check_row(&report, INNER, 1, 4, 4);
	assert_int_equal(report.summary.events, 8);
	assert_int_equal(report.summary.threads, 1);
	assert_int_equal(report.threads[0].root_ns, 60);
	assert_int_equal(report.notes.count, 0);
	clean();
}

/* The hook of B's enter had read its time before the handler came, and wrote it after. */
TEST(a_handler_in_an_enter_hook_lies_on_the_new_frame)
{
	T_UNUSED;
	begin(NULL);
	t_enter(thread, 2000, A);
	t_enter_at(lane1, 2012, HANDLER, 1);
	t_exit(lane1, 2020);
	t_enter(thread, 2010, B);
	t_exit(thread, 2030);
	t_exit(thread, 2040);
	finish();
	t_check_row(&report, B, 1, 20, 12);
	t_check_row(&report, A, 1, 40, 20);
	clean();
}

TEST(a_handler_that_jumps_away_ends_where_it_is_seen)
{
	T_UNUSED;
	begin(NULL);
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_enter_at(lane1, 2020, HANDLER, 1);
	t_enter_at(lane1, 2022, INNER, 1);
	t_unwound(lane1, 2030, 0);
	t_unwound(thread, 2031, 1);
	t_enter(thread, 2035, B);
	t_exit(thread, 2038);
	t_exit(thread, 2040);
	finish();
	assert_int_equal(report.summary.unwound, 3);
	t_check_row(&report, INNER, 1, 8, 8);
	t_check_row(&report, HANDLER, 1, 10, 2);
	t_check_row(&report, B, 2, 24, 14);
	t_check_row(&report, A, 1, 40, 16);
	clean();
}

TEST(the_time_between_lanes_may_not_fit_into_20_bits)
{
	const uint64_t later = 5000000;

	T_UNUSED;
	begin(NULL);
	t_enter(thread, 2000, A);
	t_enter_at(lane1, 2000 + later, HANDLER, 1);
	t_exit(lane1, 2010 + later);
	finish();
	/* A is open until the last time of its thread, which is the handler's. */
	t_check_row(&report, A, 1, later + 10, later);
	t_check_row(&report, HANDLER, 1, 10, 10);
	clean();
}

/* Each block of lane 1 belongs to one of lane 0, one of lane 0 may have several. */
TEST(lanes_have_blocks_of_their_own)
{
	T_UNUSED;
	begin(NULL);
	for (unsigned i = 0; i < 10; i++) {
		uint64_t start = 10000 + 1000 * (uint64_t)i;

		t_enter(thread, start, A);
		for (unsigned k = 0; k < i % 3; k++) {
			t_enter_at(lane1, start + 100 * ((uint64_t)k + 1), HANDLER, 1);
			t_exit(lane1, start + 100 * ((uint64_t)k + 1) + 10);
			t_block(lane1, T_BLOCK_WRITTEN);
		}
		t_exit(thread, start + 500);
		t_block(thread, T_BLOCK_WRITTEN);
	}
	finish();
	t_check_row(&report, A, 10, 5000, 4910);
	t_check_row(&report, HANDLER, 9, 90, 90);
	assert_int_equal(report.summary.events, 38);
	assert_int_equal(report.notes.count, 0);
	clean();
}

TEST(wide_lanes_are_merged_as_well)
{
	T_UNUSED;
	begin(&(struct t_trace_options){ .is_wide = true });
	t_enter(thread, 2000, UINT64_C(0x7f0000001000));
	t_enter_at(lane1, 2010, UINT64_C(0x7e0000001000), 1);
	t_exit(lane1, 2020);
	t_exit(thread, 2030);
	finish();
	t_check_row(&report, UINT64_C(0x7f0000001000), 1, 30, 20);
	t_check_row(&report, UINT64_C(0x7e0000001000), 1, 10, 10);
	clean();
}

TEST(lane_1_alone_is_not_lost)
{
	T_UNUSED;
	begin(NULL);
	t_enter(thread, 2000, A);
	t_enter_at(lane1, 2010, HANDLER, 1);
	t_exit(lane1, 2020);
	t_block(lane1, T_BLOCK_WRITTEN);
	t_exit(thread, 2030);
	t_block(thread, T_BLOCK_MISSING);
	t_enter(thread, 2040, A);
	t_exit(thread, 2050);
	finish();
	t_check_row(&report, A, 1, 10, 10);
	t_check_row(&report, HANDLER, 1, 10, 10);
	assert_int_equal(report.summary.threads, 1);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_handler_takes_time_from_what_it_interrupts),
		CASE(a_handler_in_an_enter_hook_lies_on_the_new_frame),
		CASE(a_handler_that_jumps_away_ends_where_it_is_seen),
		CASE(the_time_between_lanes_may_not_fit_into_20_bits),
		CASE(lanes_have_blocks_of_their_own),
		CASE(wide_lanes_are_merged_as_well),
		CASE(lane_1_alone_is_not_lost),
	};

	return T_RUN(cases, argc, argv);
}
