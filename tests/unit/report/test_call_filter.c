/* SPDX-License-Identifier: MIT */
/* What the filters leave of calls: each by itself, and that nothing is lost or counted twice with any of them. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "call_script.h"
#include "call_filter.h"
#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u
#define B 0x2000u
#define C 0x3000u

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;

static void begin(void)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
}

/* The report of the calls that are shown has as many of them as the sink got. */
static void check(const struct csa_call_filter *filter)
{
	const struct csa_report_options options = { .workers = 2, .filter = *filter };

	t_check_calls(dir, &options, false);
}

static void expect(const struct csa_call_filter *filter, const char *expected)
{
	t_expect_calls(dir, expected, filter);
	check(filter);
}

static void expect_counts(const struct csa_call_filter *filter,
			  const struct csa_call_filtered *expected)
{
	const struct csa_report_options options = { .workers = 2, .filter = *filter };
	struct csa_report report;
	struct csa_err err = { 0 };

	assert_int_equal(csa_report_make(&report, dir, &options, &err), 0);
	assert_true(report.is_filtered);
	assert_memory_equal(&report.filtered, expected, sizeof(*expected));
	csa_report_release(&report);
}

static void clean(void)
{
	t_remove(dir);
}

/* A(1000..2000) of B(1100..1200), C(1300..1700) of B(1400..1500); then B(2100..2110). */
static void build_simple(void)
{
	const uint64_t words[] = { 0x9000, 42 };

	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2100, B);
	t_exit(thread, 2200);
	t_enter(thread, 2300, C);
	t_enter_at(thread, 2400, B, 0x77);
	t_extended(thread, 2450, CSF_EXT_USER_MARK, CSF_NAME_VALUE, words, 2);
	t_exit(thread, 2500);
	t_exit(thread, 2700);
	t_exit(thread, 3000);
	t_enter(thread, 3100, B);
	t_exit(thread, 3110);
	t_trace_end(trace, true);
}

TEST(calls_over_an_edge_are_cut_there)
{
	const struct csa_call_filter filter = { .from_ns = 1150, .to_ns = 1450 };

	T_UNUSED;
	build_simple();
	expect(&filter, "process 0\n"
			"thread 70 1.0 -\n"
			"1150 1 +1000 from 0 cut\n"
			"1150 2 +2000 from 0 cut\n"
			"1200 2 -2000 50 50 0 cut\n"
			"1300 2 +3000 from 0\n"
			"1400 3 +2000 from 77\n"
			"1450 3 -2000 50 50 0 cut\n"
			"1450 2 -3000 150 100 1 cut\n"
			"1450 1 -1000 300 100 2 cut\n"
			"end\n");
	expect_counts(&filter, &(struct csa_call_filtered){ .cut = 4, .outside = 1 });
	clean();
}

TEST(what_only_touches_an_edge_is_whole_or_outside)
{
	T_UNUSED;
	build_simple();
	expect(&(struct csa_call_filter){ .from_ns = 1300, .to_ns = 1700 },
	       "process 0\n"
	       "thread 70 1.0 -\n"
	       "1300 1 +1000 from 0 cut\n"
	       "1300 2 +3000 from 0\n"
	       "1400 3 +2000 from 77\n"
	       "1450 user 4 0x9000 42\n"
	       "1500 3 -2000 100 100 0\n"
	       "1700 2 -3000 400 300 1\n"
	       "1700 1 -1000 400 0 1 cut\n"
	       "end\n");
	expect(&(struct csa_call_filter){ .from_ns = 2000, .to_ns = 2100 },
	       "process 0\n"
	       "thread 70 1.0 -\n"
	       "2000 1 +1000 from 0 cut\n"
	       "2000 1 -1000 0 0 0 cut\n"
	       "end\n");
	clean();
}

TEST(time_that_nothing_happened_in_shows_what_was_open)
{
	T_UNUSED;
	build_simple();
	expect(&(struct csa_call_filter){ .from_ns = 1410, .to_ns = 1420 },
	       "process 0\n"
	       "thread 70 1.0 -\n"
	       "1410 1 +1000 from 0 cut\n"
	       "1410 2 +3000 from 0 cut\n"
	       "1410 3 +2000 from 77 cut\n"
	       "1420 3 -2000 10 10 0 cut\n"
	       "1420 2 -3000 10 0 1 cut\n"
	       "1420 1 -1000 10 0 1 cut\n"
	       "end\n");
	expect(&(struct csa_call_filter){ .from_ns = 99999 }, "process 0\n");
	clean();
}

TEST(short_calls_are_left_out_and_marks_keep_their_place)
{
	const struct csa_call_filter filter = { .min_duration_ns = 101 };

	T_UNUSED;
	build_simple();
	expect(&filter, "process 0\n"
			"thread 70 1.0 -\n"
			"1000 1 +1000 from 0\n"
			"1300 2 +3000 from 0\n"
			"1450 user 4 0x9000 42\n"
			"1700 2 -3000 400 400 2\n"
			"2000 1 -1000 1000 600 3\n"
			"end\n");
	expect_counts(&filter, &(struct csa_call_filtered){ .too_short = 3 });
	/* As long as asked for is long enough. */
	expect_counts(&(struct csa_call_filter){ .min_duration_ns = 100 },
		      &(struct csa_call_filtered){ .too_short = 1 });
	clean();
}

TEST(deep_calls_are_their_callers_time)
{
	const struct csa_call_filter filter = { .max_depth = 1 };

	T_UNUSED;
	build_simple();
	expect(&filter, "process 0\n"
			"thread 70 1.0 -\n"
			"1000 1 +1000 from 0\n"
			"1450 user 4 0x9000 42\n"
			"2000 1 -1000 1000 1000 6\n"
			"2100 1 +2000 from 77\n"
			"2110 1 -2000 10 10 0\n"
			"end\n");
	expect_counts(&filter, &(struct csa_call_filtered){ .too_deep = 3 });
	clean();
}

TEST(functions_are_shown_with_everything_below)
{
	const char *const c[] = { "0x30*" };
	const char *const b[] = { "nothing", "0x2000" };
	const struct csa_call_filter filter = { .functions = c, .function_count = 1 };

	T_UNUSED;
	build_simple();
	expect(&filter, "process 0\n"
			"thread 70 1.0 -\n"
			"1300 1 +3000 from 0\n"
			"1400 2 +2000 from 77\n"
			"1450 user 4 0x9000 42\n"
			"1500 2 -2000 100 100 0\n"
			"1700 1 -3000 400 300 1\n"
			"end\n");
	expect_counts(&filter, &(struct csa_call_filtered){ .outside = 3 });
	expect_counts(&(struct csa_call_filter){ .functions = b, .function_count = 2 },
		      &(struct csa_call_filtered){ .outside = 2 });
	clean();
}

TEST(threads_are_chosen_by_a_name_that_comes_late_or_by_id)
{
	const char *const worker[] = { "wor*" };
	const char *const id[] = { "70" };
	struct t_thread *other;

	T_UNUSED;
	begin();
	other = t_thread_new(trace, 71);
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_enter(other, 2000, B);
	t_exit(other, 2010);
	t_block(other, T_BLOCK_WRITTEN);
	t_name(other, 2020, "main");
	t_name(other, 2030, "worker 1");
	t_enter(other, 2040, C);
	t_exit(other, 2045);
	t_trace_end(trace, true);
	expect(&(struct csa_call_filter){ .threads = worker, .thread_count = 1 },
	       "process 0\n"
	       "thread 71 2.0 worker 1\n"
	       "1000 1 +2000 from 0\n"
	       "1010 1 -2000 10 10 0\n"
	       "1040 1 +3000 from 0\n"
	       "1045 1 -3000 5 5 0\n"
	       "end\n");
	expect_counts(&(struct csa_call_filter){ .threads = id, .thread_count = 1 },
		      &(struct csa_call_filtered){ .threads = 1 });
	clean();
}

static uint64_t state = 88172645463325252u;

static unsigned pick(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 33) % below);
}

static void build_random(unsigned events, bool has_gaps)
{
	const uint64_t words[] = { 0x9000, 42 };
	uint64_t ticks = 2000;

	begin();
	for (unsigned i = 0; i < events; i++) {
		unsigned dice = pick(100);

		ticks += pick(10) == 0 ? pick(1000) : pick(30);
		if (pick(200) == 0)
			t_block(thread, has_gaps && pick(2) ? T_BLOCK_MISSING : T_BLOCK_WRITTEN);
		if (dice < 2 && t_depth(thread))
			t_unwound(thread, ticks, t_depth(thread) - 1);
		else if (dice < 5)
			t_extended(thread, ticks, CSF_EXT_USER_MARK, CSF_NAME_VALUE, words, 2);
		else if (dice < 52 && t_depth(thread))
			t_exit(thread, ticks);
		else
			t_enter_at(thread, ticks, A + 64 * pick(7), dice);
	}
	t_trace_end(trace, true);
}

/* All calls are shown, or counted once. */
static void check_total(const struct csa_call_filter *filter, uint64_t calls)
{
	const struct csa_report_options options = { .workers = 1, .filter = *filter };
	struct csa_report report;
	struct csa_err err = { 0 };

	assert_int_equal(csa_report_make(&report, dir, &options, &err), 0);
	assert_int_equal(report.summary.calls + report.filtered.outside +
				 report.filtered.too_short + report.filtered.too_deep,
			 calls);
	csa_report_release(&report);
}

TEST(any_filters_keep_the_promises_and_count_every_call)
{
	const char *const globs[] = { "0x10[04]0" };
	struct csa_report report;

	T_UNUSED;
	for (unsigned round = 0; round < 30; round++) {
		build_random(1500, round % 2);
		t_report(&report, dir, 1);
		for (unsigned i = 0; i < 12; i++) {
			struct csa_call_filter filter = { .to_ns = UINT64_MAX };

			if (pick(2))
				filter.from_ns = 1000 + pick(60000);
			if (pick(2))
				filter.to_ns = filter.from_ns + 1 + pick(60000);
			if (pick(2))
				filter.min_duration_ns = pick(pick(2) ? 100 : 2000);
			if (pick(2))
				filter.max_depth = pick(6);
			if (pick(2)) {
				filter.functions = globs;
				filter.function_count = 1;
			}
			check(&filter);
			if (!csa_filter_shows_all(&filter))
				check_total(&filter, report.summary.calls);
		}
		csa_report_release(&report);
		clean();
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(calls_over_an_edge_are_cut_there),
		CASE(what_only_touches_an_edge_is_whole_or_outside),
		CASE(time_that_nothing_happened_in_shows_what_was_open),
		CASE(short_calls_are_left_out_and_marks_keep_their_place),
		CASE(deep_calls_are_their_callers_time),
		CASE(functions_are_shown_with_everything_below),
		CASE(threads_are_chosen_by_a_name_that_comes_late_or_by_id),
		CASE(any_filters_keep_the_promises_and_count_every_call),
	};

	return T_RUN(cases, argc, argv);
}
