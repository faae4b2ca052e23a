/* SPDX-License-Identifier: MIT */
/* What is left of functions when the estimated time of hooks is subtracted. */
#include "test.h"

#include <stdlib.h>

#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u
#define B 0x2000u
#define C 0x3000u

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

static void begin(double hook_ns)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, &(struct t_trace_options){ .hook_ns = hook_ns });
	thread = t_thread_new(trace, 70);
}

static void finish(const struct csa_call_filter *filter)
{
	struct csa_report_options options = {
		.workers = 2, .wants_tree = true, .wants_sites = true, .subtracts_overhead = true
	};
	struct csa_err err = { 0 };

	if (filter)
		options.filter = *filter;
	t_trace_end(trace, true);
	assert_int_equal(csa_report_make(&report, dir, &options, &err), 0);
	t_check_sums(&report);
	t_calls_check_sites(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

/* A 100 ns of two B of 20 and 5 ns: a hook of its own and one for each B. */
static void build(void)
{
	begin(10);
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_exit(thread, 2030);
	t_enter(thread, 2040, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2045);
	t_exit(thread, 2100);
}

TEST(each_call_loses_its_hooks_but_not_more_than_it_has)
{
	T_UNUSED;
	build();
	finish(NULL);
	t_check_row(&report, B, 2, 10, 10);
	t_check_row(&report, A, 1, 75 - 30 + 10, 75 - 30);
	assert_int_equal(t_row(&report, B)->min_ns, 0);
	assert_int_equal(t_row(&report, B)->max_ns, 10);
	assert_int_equal(t_row(&report, A)->probe_ns, 0);
	assert_int_equal(report.threads[0].root_ns, 55);
	assert_int_equal(report.overhead_ns, 45);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "is subtracted"), 1);
	clean();
}

TEST(calls_that_a_filter_hides_cost_both_their_hooks)
{
	T_UNUSED;
	build();
	finish(&(struct csa_call_filter){ .max_depth = 1 });
	t_check_row(&report, A, 1, 100 - 10 * (1 + 4), 100 - 10 * (1 + 4));
	clean();
}

TEST(without_a_known_cost_nothing_is_subtracted)
{
	T_UNUSED;
	begin(0);
	t_enter(thread, 2000, A);
	t_exit(thread, 2100);
	finish(NULL);
	t_check_row(&report, A, 1, 100, 100);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "nothing is subtracted"), 1);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(each_call_loses_its_hooks_but_not_more_than_it_has),
		CASE(calls_that_a_filter_hides_cost_both_their_hooks),
		CASE(without_a_known_cost_nothing_is_subtracted),
	};

	return T_RUN(cases, argc, argv);
}
