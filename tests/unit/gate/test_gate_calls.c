/* SPDX-License-Identifier: MIT */
/* Calls are exact where they can be, and what they cost is no time of the function that is called or calls. */
#include <string.h>

#include "gate_builder.h"
#include "test.h"

static struct t_gate gate;

static void judge(struct t_gated before, struct t_gated now)
{
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, before);
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, now);
	t_gate_judge(&gate, 1);
}

TEST(one_more_call_is_a_regression)
{
	const struct csa_gate_item *item;

	T_UNUSED;
	judge((struct t_gated){ .function = "f", .calls = 1000000 },
	      (struct t_gated){ .function = "f", .calls = 1000001 });
	item = t_gate_find(&gate, CSA_GATE_REGRESSED, "f");
	assert_non_null(item);
	assert_true(item->is_exact);
	assert_int_equal(item->metric, CSA_GATE_CALLS);
	assert_true(item->rounds[0].change > .5 && item->rounds[0].change < 1.5);
	/* Nothing is left to confirm. */
	assert_false(csa_gate_wants_round(&gate.verdict));
}

TEST(fewer_calls_are_a_note)
{
	T_UNUSED;
	judge((struct t_gated){ .function = "f", .calls = 3 },
	      (struct t_gated){ .function = "f", .calls = 2 });
	assert_int_equal(gate.verdict.count, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_FEWER, "f"));
}

TEST(calls_are_not_judged_unless_asked_for)
{
	T_UNUSED;
	gate.options.metrics = 1u << CSA_GATE_SELF;
	judge((struct t_gated){ .function = "f", .calls = 3 },
	      (struct t_gated){ .function = "f", .calls = 4 });
	assert_int_equal(gate.verdict.count, 0);
}

TEST(calls_that_differed_before_are_judged_as_times_are)
{
	struct t_gated before = { .function = "f", .calls = 1000, .calls_step = 5 };

	T_UNUSED;
	judge(before, (struct t_gated){ .function = "f", .calls = 1020, .calls_step = 5 });
	assert_int_equal(gate.verdict.count, 0);
	/* Ranks do not overlap, but 4.4 % are less than the limit. */
	judge(before, (struct t_gated){ .function = "f", .calls = 1045 + 45, .calls_step = 0 });
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 1);
	gate.options.max_percent = 10;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 0);
	gate.options.max_percent = 5;
	judge(before, (struct t_gated){ .function = "f", .calls = 1200, .calls_step = 5 });
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "f"));
	assert_false(gate.verdict.items[0].is_exact);
	assert_true(csa_gate_wants_round(&gate.verdict));
}

TEST(calls_that_differ_only_now)
{
	struct t_gated before = { .function = "f", .calls = 1000 };

	T_UNUSED;
	/* From 1001 on all are more: no limit hides that. */
	judge(before, (struct t_gated){ .function = "f", .calls = 1001, .calls_step = 1 });
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "f"));
	assert_false(gate.verdict.items[0].is_exact);
	/* Half of the runs have as many as before. */
	judge(before,
	      (struct t_gated){ .function = "f", .calls = 1000, .is_absent = true, .until = 9 });
	assert_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "f"));
}

TEST(twice_the_calls_at_the_same_cost_are_calls)
{
	T_UNUSED;
	judge((struct t_gated){ .function = "f", .calls = 1000, .self = 10 * MS },
	      (struct t_gated){ .function = "f", .calls = 2000, .self = 20 * MS });
	assert_int_equal(gate.verdict.count, 1);
	assert_int_equal(gate.verdict.items[0].metric, CSA_GATE_CALLS);
	assert_int_equal(gate.verdict.items[0].kind, CSA_GATE_REGRESSED);
}

TEST(twice_the_calls_at_a_higher_cost_are_both)
{
	T_UNUSED;
	judge((struct t_gated){ .function = "f", .calls = 1000, .self = 10 * MS },
	      (struct t_gated){ .function = "f", .calls = 2000, .self = 24 * MS });
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 2);
	for (unsigned i = 0; i < 2; i++) {
		const struct csa_gate_item *item = &gate.verdict.items[i];

		assert_int_equal(item->is_per_call, item->metric == CSA_GATE_SELF);
		/* 2 us a call, in a run 4 ms. */
		if (item->is_per_call)
			assert_true(item->rounds[0].change > 4 * MS - 10 &&
				    item->rounds[0].change < 4 * MS + 10);
	}
}

TEST(caller_of_more_calls_has_not_become_slower)
{
	/* A loop of 100 000 calls, 20 ns of its own and one hook (10 ns) for each; then twice as many. */
	struct t_gated before = { .function = "loop", .self = 3 * MS, .hooks = 100001 };
	struct t_gated now = { .function = "loop", .self = 6 * MS, .hooks = 200001 };

	T_UNUSED;
	judge(before, now);
	assert_int_equal(gate.verdict.count, 0);
	/* 10 ms more are not the calls'. */
	now.self = 16 * MS;
	judge(before, now);
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "loop"));
	assert_true(gate.verdict.items[0].rounds[0].change > 9 * MS);
	/* A function with work of its own that makes one call more. */
	judge((struct t_gated){ .function = "work", .self = 10 * MS, .hooks = 2 },
	      (struct t_gated){ .function = "work", .self = 12 * MS, .hooks = 3 });
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "work"));
}

TEST(fewer_calls_do_not_hide_that_their_caller_is_slower)
{
	T_UNUSED;
	/* 100 000 hooks of 10 ns less, of which half is certain: 10.7 ms are compared. */
	judge((struct t_gated){ .function = "loop", .self = 10 * MS, .hooks = 200001 },
	      (struct t_gated){ .function = "loop", .self = 10200 * US, .hooks = 100001 });
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "loop"));
	judge((struct t_gated){ .function = "loop", .self = 10 * MS, .hooks = 200001 },
	      (struct t_gated){ .function = "loop", .self = 9 * MS, .hooks = 100001 });
	assert_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "loop"));
}

TEST(runs_without_a_call_have_none)
{
	const uint64_t *calls;

	T_UNUSED;
	judge((struct t_gated){ .function = "f", .calls = 7, .self = 5, .p99 = 3 },
	      (struct t_gated){ .function = "f",
				.calls = 7,
				.self = 5,
				.p99 = 3,
				.is_absent = true,
				.from = 1,
				.until = 3 });
	calls = csa_gate_samples(&gate.now, 0, CSA_GATE_CALLS);
	assert_int_equal(calls[0], 0);
	assert_int_equal(calls[1], 7);
	assert_int_equal(calls[3], 0);
	assert_int_equal(csa_gate_samples(&gate.now, 0, CSA_GATE_SELF)[0], 0);
	assert_true(csa_gate_samples(&gate.now, 0, CSA_GATE_P99)[0] == CSA_GATE_UNKNOWN);
	assert_int_equal(csa_gate_samples(&gate.now, 0, CSA_GATE_P99)[2], 3);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		T_GATE_CASE(&gate, one_more_call_is_a_regression),
		T_GATE_CASE(&gate, fewer_calls_are_a_note),
		T_GATE_CASE(&gate, calls_are_not_judged_unless_asked_for),
		T_GATE_CASE(&gate, calls_that_differed_before_are_judged_as_times_are),
		T_GATE_CASE(&gate, calls_that_differ_only_now),
		T_GATE_CASE(&gate, twice_the_calls_at_the_same_cost_are_calls),
		T_GATE_CASE(&gate, twice_the_calls_at_a_higher_cost_are_both),
		T_GATE_CASE(&gate, caller_of_more_calls_has_not_become_slower),
		T_GATE_CASE(&gate, fewer_calls_do_not_hide_that_their_caller_is_slower),
		T_GATE_CASE(&gate, runs_without_a_call_have_none),
	};

	return T_RUN(cases, argc, argv);
}
