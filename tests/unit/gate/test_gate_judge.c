/* SPDX-License-Identifier: MIT */
/*
 * When a time has regressed: each of the five conditions alone is not enough. Times of one side are 10 ms to
 * 10.9 ms in steps of 0.1 ms, so that ranks overlap only where a case wants it.
 */
#include <string.h>

#include "gate_builder.h"
#include "test.h"

#define STEADY(name)                                                       \
	{                                                                  \
		.function = (name), .self = 10 * MS, .self_step = 100 * US \
	}

static struct t_gate gate;

static void judge(struct t_gated before, struct t_gated now, unsigned rounds)
{
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, before);
	T_GATE_SET(&gate.now, rounds * T_RUNS, T_GATE_OTHERS, now);
	t_gate_judge(&gate, rounds);
}

static bool regressed(const char *function)
{
	return t_gate_find(&gate, CSA_GATE_REGRESSED, function);
}

TEST(slower_than_every_run_before)
{
	const struct csa_gate_item *item;

	T_UNUSED;
	judge((struct t_gated)STEADY("f"),
	      (struct t_gated){ .function = "f", .self = 12 * MS, .self_step = 100 * US }, 1);
	item = t_gate_find(&gate, CSA_GATE_REGRESSED, "f");
	assert_non_null(item);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 1);
	assert_int_equal(item->metric, CSA_GATE_SELF);
	assert_false(item->is_per_call);
	assert_false(item->is_exact);
	assert_true(item->rounds[0].change > 1999999 && item->rounds[0].change < 2000001);
	assert_true(item->rounds[0].p < 5.42e-6);
	assert_int_equal(gate.verdict.tests, 6);
	assert_true(csa_gate_wants_round(&gate.verdict));
}

TEST(equal_runs_are_equal)
{
	T_UNUSED;
	judge((struct t_gated)STEADY("f"), (struct t_gated)STEADY("f"), 2);
	assert_int_equal(gate.verdict.count, 0);
	assert_int_equal(gate.verdict.functions, 6);
	assert_false(csa_gate_wants_round(&gate.verdict));
}

TEST(less_than_the_relative_limit_is_none)
{
	T_UNUSED;
	gate.options.max_percent = 21;
	judge((struct t_gated)STEADY("f"),
	      (struct t_gated){ .function = "f", .self = 12 * MS, .self_step = 100 * US }, 1);
	assert_int_equal(gate.verdict.count, 0);
	gate.options.max_percent = 18;
	t_gate_judge(&gate, 1);
	assert_true(regressed("f"));
}

TEST(less_than_the_absolute_limit_is_none)
{
	T_UNUSED;
	gate.options.min_ns = 2 * MS;
	judge((struct t_gated)STEADY("f"),
	      (struct t_gated){ .function = "f", .self = 12 * MS, .self_step = 100 * US }, 1);
	assert_int_equal(gate.verdict.count, 0);
	gate.options.min_ns = 2 * MS - 1;
	t_gate_judge(&gate, 1);
	assert_true(regressed("f"));
}

TEST(functions_with_few_calls_are_not_judged)
{
	struct t_gated before = { .function = "f", .calls = 9, .self = 10 * MS };
	struct t_gated now = { .function = "f", .calls = 9, .self = 20 * MS };

	T_UNUSED;
	gate.options.min_calls = 10;
	judge(before, now, 1);
	assert_int_equal(gate.verdict.count, 0);
	assert_int_equal(gate.verdict.tests, 0);
	gate.options.min_calls = 9;
	t_gate_judge(&gate, 1);
	assert_true(regressed("f"));
}

TEST(runs_that_overlap_may_be_chance)
{
	T_UNUSED;
	/* Any estimate is 20 % higher, but so are half of the runs before. */
	judge((struct t_gated){ .function = "f", .self = 10 * MS, .self_step = 2 * MS },
	      (struct t_gated){ .function = "f", .self = 13 * MS, .self_step = 2 * MS }, 1);
	assert_int_equal(gate.verdict.blind, 1);
	assert_int_equal(gate.verdict.count, 0);
	assert_true(gate.verdict.level > 0 && gate.verdict.level <= .05 / 5);
}

TEST(runs_that_differ_little_would_show_a_change)
{
	T_UNUSED;
	judge((struct t_gated)STEADY("f"), (struct t_gated)STEADY("f"), 1);
	assert_int_equal(gate.verdict.blind, 0);
	/* Half as long: compared is how uneven both sides are. */
	judge((struct t_gated)STEADY("f"), (struct t_gated){ .function = "f", .self = 5 * MS }, 1);
	assert_int_equal(gate.verdict.blind, 0);
	/* 20 % of what is small are less than --min-time: no run can show that. */
	judge((struct t_gated){ .function = "f", .self = 300 * US, .self_step = 30 * US },
	      (struct t_gated){ .function = "f", .self = 300 * US, .self_step = 30 * US }, 1);
	assert_int_equal(gate.verdict.blind, 0);
	/* A limit of 15 % asks for 30 %, which these runs do show. */
	gate.options.max_percent = 15;
	judge((struct t_gated){ .function = "f", .self = 10 * MS, .self_step = 500 * US },
	      (struct t_gated){ .function = "f", .self = 10 * MS, .self_step = 500 * US }, 1);
	assert_int_equal(gate.verdict.blind, 0);
	gate.options.max_percent = 5;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.blind, 1);
}

TEST(second_round_has_to_say_the_same)
{
	struct t_gated slow = { .function = "f",
				.self = 12 * MS,
				.self_step = 100 * US,
				.is_absent = true,
				.until = T_RUNS };
	struct t_gated again = { .function = "f",
				 .self = 10 * MS,
				 .self_step = 100 * US,
				 .is_absent = true,
				 .from = T_RUNS,
				 .until = 2 * T_RUNS };

	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, STEADY("f"));
	T_GATE_SET(&gate.now, 2 * T_RUNS, T_GATE_OTHERS, slow, again);
	t_gate_judge(&gate, 2);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 0);
	assert_non_null(t_gate_find(&gate, CSA_GATE_UNCONFIRMED, "f"));
	/* Both slow: confirmed. */
	again.self = 12 * MS;
	T_GATE_SET(&gate.now, 2 * T_RUNS, T_GATE_OTHERS, slow, again);
	t_gate_judge(&gate, 2);
	assert_true(regressed("f"));
	assert_true(t_gate_find(&gate, CSA_GATE_REGRESSED, "f")->rounds[1].passes);
	/* Faster in the second: that confirms nothing, either. */
	again.self = 5 * MS;
	T_GATE_SET(&gate.now, 2 * T_RUNS, T_GATE_OTHERS, slow, again);
	t_gate_judge(&gate, 2);
	assert_non_null(t_gate_find(&gate, CSA_GATE_UNCONFIRMED, "f"));
}

TEST(faster_is_an_improvement)
{
	const struct csa_gate_item *item;

	T_UNUSED;
	judge((struct t_gated)STEADY("f"),
	      (struct t_gated){ .function = "f", .self = 8 * MS, .self_step = 100 * US }, 1);
	item = t_gate_find(&gate, CSA_GATE_IMPROVED, "f");
	assert_non_null(item);
	assert_true(item->rounds[0].change < 0);
	assert_false(csa_gate_wants_round(&gate.verdict));
}

TEST(largest_change_comes_first)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, STEADY("a"), STEADY("b"), STEADY("c"));
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, { .function = "a", .self = 12 * MS },
		   { .function = "b", .self = 19 * MS }, { .function = "c", .self = 15 * MS });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 3);
	assert_string_equal(gate.verdict.items[0].now->function, "b");
	assert_string_equal(gate.verdict.items[1].now->function, "c");
	assert_string_equal(gate.verdict.items[2].now->function, "a");
}

TEST(metrics_are_judged_when_they_are_asked_for)
{
	struct t_gated before = {
		.function = "f", .calls = 1000, .self = MS, .incl = 10 * MS, .p99 = 30 * US
	};
	struct t_gated now = {
		.function = "f", .calls = 1000, .self = MS, .incl = 20 * MS, .p99 = 60 * US
	};

	T_UNUSED;
	judge(before, now, 1);
	assert_int_equal(gate.verdict.count, 0);
	gate.options.metrics = 1u << CSA_GATE_INCL;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 1);
	assert_int_equal(gate.verdict.items[0].metric, CSA_GATE_INCL);
	/* 30 us more in at least 10 of 1000 calls: 300 us. */
	gate.options.metrics = 1u << CSA_GATE_P99;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 1);
	assert_true(gate.verdict.items[0].rounds[0].change > 299999);
	gate.options.min_ns = 300 * US;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 0);
}

TEST(metric_that_the_baseline_lacks_is_an_error)
{
	struct csa_err err = { 0 };

	T_UNUSED;
	judge((struct t_gated)STEADY("f"), (struct t_gated)STEADY("f"), 1);
	gate.before.series &= ~(1u << CSA_GATE_P99);
	gate.options.metrics = 1u << CSA_GATE_P99;
	csa_gate_verdict_release(&gate.verdict);
	assert_int_equal(csa_gate_judge(&gate.verdict, &gate.before, &gate.now, 1, &gate.options,
					&err),
			 CSA_E_ABSENT);
	assert_string_equal(err.msg, "the baseline has no p99; --update records it again");
}

TEST(other_machine_has_other_times_and_the_same_calls)
{
	struct t_gated now = { .function = "f", .calls = 2, .self = 50 * MS };

	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, STEADY("f"));
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, now);
	gate.now.facts.cpu = "another";
	t_gate_judge(&gate, 1);
	assert_false(gate.verdict.is_same_machine);
	assert_int_equal(gate.verdict.judged, 1u << CSA_GATE_CALLS);
	assert_int_equal(gate.verdict.count, 1);
	assert_int_equal(gate.verdict.items[0].metric, CSA_GATE_CALLS);
	gate.options.any_machine = true;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 2);
	/* Only times, and none can be judged. */
	gate.options.any_machine = false;
	gate.options.metrics = 1u << CSA_GATE_SELF;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.judged, 0);
	assert_int_equal(gate.verdict.count, 0);
	/* The number of CPUs makes another machine, too; the clock does not. */
	gate.now.facts.cpu = "cpu";
	gate.now.facts.clock = "hpet";
	t_gate_judge(&gate, 1);
	assert_true(gate.verdict.is_same_machine);
	gate.now.facts.cpus = 64;
	t_gate_judge(&gate, 1);
	assert_false(gate.verdict.is_same_machine);
}

TEST(too_few_runs_are_an_error_that_says_how_many_do)
{
	struct csa_err err = { 0 };
	struct csa_gate_verdict verdict = { .tests = 40, .level = .01 / 40 };

	T_UNUSED;
	assert_int_equal(csa_gate_check_runs(&verdict, 10, 10, &err), 0);
	assert_int_equal(csa_gate_check_runs(&verdict, 10, 3, &err), CSA_E_ABSENT);
	assert_string_equal(err.msg, "3 runs against 10 cannot tell a change from chance in 40 "
				     "times: --repeat 6 can");
	err = (struct csa_err){ 0 };
	assert_int_equal(csa_gate_check_runs(&verdict, 1, 10, &err), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "also of the baseline (--update)"));
	verdict.tests = 0;
	assert_int_equal(csa_gate_check_runs(&verdict, 1, 1, NULL), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		T_GATE_CASE(&gate, slower_than_every_run_before),
		T_GATE_CASE(&gate, equal_runs_are_equal),
		T_GATE_CASE(&gate, less_than_the_relative_limit_is_none),
		T_GATE_CASE(&gate, less_than_the_absolute_limit_is_none),
		T_GATE_CASE(&gate, functions_with_few_calls_are_not_judged),
		T_GATE_CASE(&gate, runs_that_overlap_may_be_chance),
		T_GATE_CASE(&gate, runs_that_differ_little_would_show_a_change),
		T_GATE_CASE(&gate, second_round_has_to_say_the_same),
		T_GATE_CASE(&gate, faster_is_an_improvement),
		T_GATE_CASE(&gate, largest_change_comes_first),
		T_GATE_CASE(&gate, metrics_are_judged_when_they_are_asked_for),
		T_GATE_CASE(&gate, metric_that_the_baseline_lacks_is_an_error),
		T_GATE_CASE(&gate, other_machine_has_other_times_and_the_same_calls),
		T_GATE_CASE(&gate, too_few_runs_are_an_error_that_says_how_many_do),
	};

	return T_RUN(cases, argc, argv);
}
