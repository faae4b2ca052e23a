/* SPDX-License-Identifier: MIT */
/*
 * Code that is the same in another build is slower only when that is more than its place can cost: 20 % and 100 ns a
 * call, or 150 %.
 */
#include <string.h>

#include "gate_builder.h"
#include "test.h"

static struct t_gate gate;

/* f, whose code is the same in every build. */
static struct t_gated moved(uint64_t calls, uint64_t self_us, uint64_t layout)
{
	return (struct t_gated){ .function = "f",
				 .calls = calls,
				 .self = self_us * US,
				 .self_step = 10 * US,
				 .code = 5,
				 .layout = layout };
}

static void judge(struct t_gated before, struct t_gated now, unsigned rounds)
{
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, before);
	T_GATE_SET(&gate.now, rounds * T_RUNS, T_GATE_OTHERS, now);
	t_gate_judge(&gate, rounds);
}

static bool is(enum csa_gate_kind kind)
{
	return gate.verdict.of_kind[kind] == 1 && t_gate_find(&gate, kind, "f");
}

TEST(what_only_lies_elsewhere_is_a_note)
{
	T_UNUSED;
	judge(moved(100000, 10000, 1), moved(100000, 14000, 2), 1);
	assert_true(is(CSA_GATE_MOVED));
	assert_int_equal(gate.verdict.count, 1);
	assert_true(gate.verdict.items[0].is_moved);
	assert_false(csa_gate_wants_round(&gate.verdict));
}

TEST(of_the_same_build_nothing_lies_elsewhere)
{
	T_UNUSED;
	judge(moved(100000, 10000, 1), moved(100000, 14000, 1), 1);
	assert_true(is(CSA_GATE_REGRESSED));
}

TEST(code_that_changed_is_judged_as_ever)
{
	struct t_gated now = moved(100000, 14000, 2);

	T_UNUSED;
	now.code = 6;
	judge(moved(100000, 10000, 1), now, 1);
	assert_true(is(CSA_GATE_REGRESSED));
}

TEST(code_that_is_not_known_is_judged_as_ever)
{
	struct t_gated before = moved(100000, 10000, 1);
	struct t_gated now = moved(100000, 14000, 2);
	const char *said;

	T_UNUSED;
	now.code = now.layout = 0;
	judge(before, now, 1);
	assert_true(is(CSA_GATE_REGRESSED));
	assert_int_equal(gate.verdict.notes.count, 1);
	said = gate.verdict.notes.items[0].text;
	assert_non_null(strstr(said, "(symbols or instructions cannot be read)"));
	before.code = before.layout = 0;
	judge(before, now, 1);
	assert_true(is(CSA_GATE_REGRESSED));
	assert_int_equal(gate.verdict.notes.count, 1);
	said = gate.verdict.notes.items[0].text;
	assert_non_null(strstr(said, "of 6 functions (the baseline does not say"));
}

TEST(other_calls_are_another_run)
{
	T_UNUSED;
	judge(moved(100000, 10000, 1), moved(100001, 14000, 2), 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 2);
}

/* 1000 calls of 10 us. */
TEST(both_limits_have_to_be_passed)
{
	T_UNUSED;
	judge(moved(1000, 10000, 1), moved(1000, 11900, 2), 1);
	assert_true(is(CSA_GATE_MOVED));
	judge(moved(1000, 10000, 1), moved(1000, 12100, 2), 1);
	assert_true(is(CSA_GATE_REGRESSED));
	/* 10 000 calls of 100 ns: 99 and 101 ns more. */
	judge(moved(10000, 1000, 1), moved(10000, 1990, 2), 1);
	assert_true(is(CSA_GATE_MOVED));
	judge(moved(10000, 1000, 1), moved(10000, 2010, 2), 1);
	assert_true(is(CSA_GATE_REGRESSED));
}

/* 100 000 calls of 30 ns. */
TEST(no_place_makes_a_small_function_that_much_slower)
{
	T_UNUSED;
	judge(moved(100000, 3000, 1), moved(100000, 7400, 2), 1);
	assert_true(is(CSA_GATE_MOVED));
	judge(moved(100000, 3000, 1), moved(100000, 7700, 2), 1);
	assert_true(is(CSA_GATE_REGRESSED));
}

TEST(what_is_asked_for_is_still_asked_for)
{
	T_UNUSED;
	gate.options.max_percent = 40;
	judge(moved(1000, 10000, 1), moved(1000, 13000, 2), 1);
	assert_int_equal(gate.verdict.count, 0);
	gate.options.max_percent = 5;
	gate.options.min_ns = 4 * MS;
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 0);
}

TEST(both_rounds_have_to_pass)
{
	struct t_gated first = moved(1000, 13000, 2);
	struct t_gated second = moved(1000, 11500, 2);

	T_UNUSED;
	first.is_absent = second.is_absent = true;
	first.until = T_RUNS;
	second.from = T_RUNS;
	second.until = 2 * T_RUNS;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, moved(1000, 10000, 1));
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, first);
	t_gate_judge(&gate, 1);
	assert_true(is(CSA_GATE_REGRESSED));
	assert_true(csa_gate_wants_round(&gate.verdict));
	T_GATE_SET(&gate.now, 2 * T_RUNS, T_GATE_OTHERS, first, second);
	t_gate_judge(&gate, 2);
	assert_true(is(CSA_GATE_MOVED));
	second.self = 10 * MS;
	T_GATE_SET(&gate.now, 2 * T_RUNS, T_GATE_OTHERS, first, second);
	t_gate_judge(&gate, 2);
	assert_true(is(CSA_GATE_UNCONFIRMED));
	second.self = 13 * MS;
	T_GATE_SET(&gate.now, 2 * T_RUNS, T_GATE_OTHERS, first, second);
	t_gate_judge(&gate, 2);
	assert_true(is(CSA_GATE_REGRESSED));
}

TEST(faster_by_its_place_is_a_note_as_well)
{
	T_UNUSED;
	judge(moved(100000, 10000, 1), moved(100000, 7000, 2), 1);
	assert_true(is(CSA_GATE_MOVED));
	judge(moved(1000, 10000, 1), moved(1000, 7000, 2), 1);
	assert_true(is(CSA_GATE_IMPROVED));
}

/* What it calls may have changed. */
TEST(inclusive_times_are_judged_as_ever)
{
	struct t_gated before = moved(1000, 1000, 1);
	struct t_gated now = moved(1000, 1000, 2);

	T_UNUSED;
	before.incl = 10 * MS;
	now.incl = 11 * MS;
	gate.options.metrics = 1u << CSA_GATE_INCL;
	judge(before, now, 1);
	assert_true(is(CSA_GATE_REGRESSED));
	assert_int_equal(gate.verdict.notes.count, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		T_GATE_CASE(&gate, what_only_lies_elsewhere_is_a_note),
		T_GATE_CASE(&gate, of_the_same_build_nothing_lies_elsewhere),
		T_GATE_CASE(&gate, code_that_changed_is_judged_as_ever),
		T_GATE_CASE(&gate, code_that_is_not_known_is_judged_as_ever),
		T_GATE_CASE(&gate, other_calls_are_another_run),
		T_GATE_CASE(&gate, both_limits_have_to_be_passed),
		T_GATE_CASE(&gate, no_place_makes_a_small_function_that_much_slower),
		T_GATE_CASE(&gate, what_is_asked_for_is_still_asked_for),
		T_GATE_CASE(&gate, both_rounds_have_to_pass),
		T_GATE_CASE(&gate, faster_by_its_place_is_a_note_as_well),
		T_GATE_CASE(&gate, inclusive_times_are_judged_as_ever),
	};

	return T_RUN(cases, argc, argv);
}
