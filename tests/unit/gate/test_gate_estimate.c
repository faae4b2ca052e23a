/* SPDX-License-Identifier: MIT */
/*
 * What of a difference is the machine's. Times of a side are 10 ms to 10.09 ms and all multiplied by what a case says;
 * the reference loop takes 1 ms.
 */
#include <string.h>

#include "gate_builder.h"
#include "gate_estimate.h"
#include "gate_noise.h"
#include "test.h"

#define TIMES(name, percent)                                                               \
	{                                                                                  \
		.function = (name), .self = (percent)*100 * US, .self_step = (percent)*100 \
	}
#define FIVE(percent)                                                                       \
	TIMES("a", percent), TIMES("b", percent), TIMES("c", percent), TIMES("d", percent), \
		TIMES("e", percent)

static struct t_gate gate;

static void set_reference(struct csa_gate_set *set, uint64_t us)
{
	for (unsigned i = 0; i < set->runs; i++)
		set->run[i].reference_ns = us * US;
}

/* @reference: what the loop takes now, us; 1000 before */
static size_t regressions(uint64_t reference)
{
	set_reference(&gate.before, 1000);
	set_reference(&gate.now, reference);
	t_gate_judge(&gate, 1);
	return gate.verdict.of_kind[CSA_GATE_REGRESSED];
}

static bool is_noted(const char *words)
{
	for (size_t i = 0; i < gate.verdict.notes.count; i++) {
		if (strstr(gate.verdict.notes.items[i].text, words))
			return true;
	}
	return false;
}

TEST(lowest_third_stands_for_all)
{
	const double values[] = { 30, 12, 10, 400 };

	T_UNUSED;
	assert_true(csa_gate_estimate(values, 4) > 10.9 && csa_gate_estimate(values, 4) < 11.1);
	assert_true(csa_gate_estimate(values, 1) > 29.9 && csa_gate_estimate(values, 1) < 30.1);
}

TEST(level_is_shared_by_ten_tests_and_stays)
{
	T_UNUSED;
	assert_true(csa_gate_level(1) > 0.0099 && csa_gate_level(1) < 0.0101);
	assert_true(csa_gate_level(5) > 0.0019 && csa_gate_level(5) < 0.0021);
	assert_true(csa_gate_level(100) > 0.00099 && csa_gate_level(100) < 0.00101);
}

TEST(slower_machine_that_the_loop_saw_is_none)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100));
	T_GATE_SET(&gate.now, T_RUNS, FIVE(130));
	assert_int_equal(regressions(1300), 0);
}

TEST(little_that_all_have_in_common_is_the_machines)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100));
	T_GATE_SET(&gate.now, T_RUNS, FIVE(109));
	assert_int_equal(regressions(1000), 0);
}

TEST(much_that_all_have_in_common_regressed)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100));
	T_GATE_SET(&gate.now, T_RUNS, FIVE(112));
	assert_int_equal(regressions(1000), 5);
}

TEST(four_functions_have_nothing_in_common)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, TIMES("a", 100), TIMES("b", 100), TIMES("c", 100),
		   TIMES("d", 100));
	T_GATE_SET(&gate.now, T_RUNS, TIMES("a", 109), TIMES("b", 109), TIMES("c", 109),
		   TIMES("d", 109));
	assert_int_equal(regressions(1000), 4);
}

TEST(nothing_is_slow_because_all_else_became_faster)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100), TIMES("same", 100));
	T_GATE_SET(&gate.now, T_RUNS, FIVE(90), TIMES("same", 100));
	assert_int_equal(regressions(1000), 0);
}

TEST(slower_function_is_seen_through_a_slower_machine)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100), TIMES("slower", 100));
	T_GATE_SET(&gate.now, T_RUNS, FIVE(125), TIMES("slower", 150));
	assert_int_equal(regressions(1250), 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "slower"));
}

TEST(loop_that_one_side_lacks_corrects_nothing)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100));
	T_GATE_SET(&gate.now, T_RUNS, FIVE(130));
	assert_int_equal(regressions(0), 5);
}

/* A hook takes 10 ns. */
static size_t with_more_in_a_million_calls(uint64_t ns)
{
	T_GATE_SET(&gate.before, T_RUNS, FIVE(100),
		   { .function = "short", .calls = 1000000, .self = 20000 * US });
	T_GATE_SET(&gate.now, T_RUNS, FIVE(100),
		   { .function = "short", .calls = 1000000, .self = (20000 + ns * 1000) * US });
	return regressions(1000);
}

TEST(half_a_hook_a_call_is_no_change)
{
	T_UNUSED;
	assert_int_equal(with_more_in_a_million_calls(5), 0);
}

TEST(more_than_half_a_hook_a_call_regressed)
{
	T_UNUSED;
	assert_int_equal(with_more_in_a_million_calls(6), 1);
}

TEST(runs_that_differ_are_noted)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS,
		   { .function = "a", .self = 10000 * US, .self_step = 300 * US });
	T_GATE_SET(&gate.now, T_RUNS, TIMES("a", 100));
	assert_int_equal(regressions(1000), 0);
	assert_true(csa_gate_noise(&gate.before) > 13.4 && csa_gate_noise(&gate.before) < 13.6);
	assert_true(is_noted("runs of the baseline differ by 1"));
	assert_false(is_noted("does something else run here?"));
}

TEST(runs_of_now_that_differ_are_noted)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, TIMES("a", 100));
	T_GATE_SET(&gate.now, T_RUNS,
		   { .function = "a", .self = 10000 * US, .self_step = 300 * US });
	assert_int_equal(regressions(1000), 0);
	assert_false(is_noted("runs of the baseline differ"));
	assert_true(is_noted("does something else run here?"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		T_GATE_CASE(&gate, lowest_third_stands_for_all),
		T_GATE_CASE(&gate, level_is_shared_by_ten_tests_and_stays),
		T_GATE_CASE(&gate, slower_machine_that_the_loop_saw_is_none),
		T_GATE_CASE(&gate, little_that_all_have_in_common_is_the_machines),
		T_GATE_CASE(&gate, much_that_all_have_in_common_regressed),
		T_GATE_CASE(&gate, four_functions_have_nothing_in_common),
		T_GATE_CASE(&gate, nothing_is_slow_because_all_else_became_faster),
		T_GATE_CASE(&gate, slower_function_is_seen_through_a_slower_machine),
		T_GATE_CASE(&gate, loop_that_one_side_lacks_corrects_nothing),
		T_GATE_CASE(&gate, half_a_hook_a_call_is_no_change),
		T_GATE_CASE(&gate, more_than_half_a_hook_a_call_regressed),
		T_GATE_CASE(&gate, runs_that_differ_are_noted),
		T_GATE_CASE(&gate, runs_of_now_that_differ_are_noted),
	};

	return T_RUN(cases, argc, argv);
}
