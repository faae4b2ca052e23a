/* SPDX-License-Identifier: MIT */
/* Which function is which in the baseline, and what is new, gone or renamed. */
#include <string.h>

#include "gate_builder.h"
#include "test.h"

static struct t_gate gate;

TEST(static_functions_of_one_name_are_told_apart_by_their_files)
{
	const struct csa_gate_item *item;

	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS,
		   { .function = "init", .file = "/old/app/a/x.c", .calls = 5 },
		   { .function = "init", .file = "/old/app/b/x.c", .calls = 7 });
	T_GATE_SET(&gate.now, T_RUNS, { .function = "init", .file = "/new/app/b/x.c", .calls = 7 },
		   { .function = "init", .file = "/new/app/a/x.c", .calls = 6 });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.functions, 2);
	assert_int_equal(gate.verdict.count, 1);
	item = t_gate_find(&gate, CSA_GATE_REGRESSED, "init");
	assert_string_equal(item->now->file, "/new/app/a/x.c");
	assert_string_equal(item->before->file, "/old/app/a/x.c");
}

TEST(modules_and_kinds_are_told_apart)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, { .function = "f", .calls = 5 },
		   { .function = "f", .module = "/lib/libx.so.1.2", .calls = 7 },
		   { .function = "f", .is_scope = true, .calls = 9 });
	T_GATE_SET(&gate.now, T_RUNS, { .function = "f", .calls = 5 },
		   { .function = "f", .module = "/other/libx.so.1.3", .calls = 7 },
		   { .function = "f", .is_scope = true, .calls = 9 });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.functions, 3);
	assert_int_equal(gate.verdict.count, 0);
}

TEST(function_that_is_gone_is_a_note)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, { .function = "f", .calls = 3 });
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS);
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_GONE, "f"));
	assert_null(gate.verdict.items[0].now);
}

TEST(function_that_is_new_is_a_note_while_it_is_small)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS);
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, { .function = "f", .self = 2 * MS });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_NEW, "f"));
}

TEST(new_function_that_takes_much_is_a_regression_of_time)
{
	const struct csa_gate_item *item;

	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS);
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, { .function = "f", .self = 3 * MS });
	t_gate_judge(&gate, 1);
	item = t_gate_find(&gate, CSA_GATE_REGRESSED, "f");
	assert_non_null(item);
	assert_null(item->before);
	assert_int_equal(item->metric, CSA_GATE_SELF);
	/* Not when only calls are asked for. */
	gate.options.metrics = 1u << CSA_GATE_CALLS;
	t_gate_judge(&gate, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_NEW, "f"));
	/* Nor when some runs did without it. */
	gate.options.metrics = 1u << CSA_GATE_SELF;
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS,
		   { .function = "f", .self = 3 * MS, .is_absent = true, .until = 7 });
	t_gate_judge(&gate, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_NEW, "f"));
	/* Nor below the absolute limit. */
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, { .function = "f", .self = 3 * MS });
	gate.options.min_ns = 3 * MS;
	t_gate_judge(&gate, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_NEW, "f"));
}

TEST(code_that_moved_into_a_new_function_is_no_regression)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS, { .function = "f", .self = 10 * MS });
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS,
		   { .function = "f", .self = 4 * MS, .hooks = 2 },
		   { .function = "part", .self = 6 * MS });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_REGRESSED], 0);
	assert_non_null(t_gate_find(&gate, CSA_GATE_NEW, "part"));
	assert_non_null(t_gate_find(&gate, CSA_GATE_IMPROVED, "f"));
}

TEST(renamed_function_is_the_same)
{
	const struct csa_gate_item *item;

	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS,
		   { .function = "old", .file = "/a/y.c", .calls = 40, .self = 10 * MS });
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS,
		   { .function = "new", .file = "/b/y.c", .calls = 40, .self = 10 * MS });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.count, 1);
	item = t_gate_find(&gate, CSA_GATE_RENAMED, "new");
	assert_string_equal(item->before->function, "old");
	/* And judged as such. */
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS,
		   { .function = "new", .file = "/b/y.c", .calls = 40, .self = 12 * MS });
	t_gate_judge(&gate, 1);
	assert_non_null(t_gate_find(&gate, CSA_GATE_REGRESSED, "new"));
}

static void not_renamed(struct t_gated now)
{
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS,
		   { .function = "old", .file = "/a/y.c", .calls = 40 });
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS, now);
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_RENAMED], 0);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_NEW], 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_GONE], 1);
}

TEST(pairs_that_are_not_certain_are_gone_and_new)
{
	T_UNUSED;
	not_renamed((struct t_gated){ .function = "new", .file = "/a/y.c", .calls = 41 });
	not_renamed((struct t_gated){ .function = "new", .file = "/a/z.c", .calls = 40 });
	not_renamed((struct t_gated){
		.function = "new", .file = "/a/y.c", .module = "/l", .calls = 40 });
	not_renamed((struct t_gated){
		.function = "new", .file = "/a/y.c", .is_scope = true, .calls = 40 });
	not_renamed((struct t_gated){
		.function = "new", .file = "/a/y.c", .calls = 40, .calls_step = 1 });
	/* Two could be it. */
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS,
		   { .function = "x", .file = "/a/y.c", .calls = 40 },
		   { .function = "y", .file = "/a/y.c", .calls = 40 });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_RENAMED], 0);
	assert_int_equal(gate.verdict.of_kind[CSA_GATE_NEW], 2);
}

TEST(what_differs_is_noted)
{
	T_UNUSED;
	T_GATE_SET(&gate.before, T_RUNS, T_GATE_OTHERS);
	T_GATE_SET(&gate.now, T_RUNS, T_GATE_OTHERS);
	assert_true(csa_gate_fact_add(&gate.before.facts, &gate.before.side.pool, "compiler",
				      "gcc 11"));
	assert_true(csa_gate_fact_add(&gate.before.facts, &gate.before.side.pool, "compiler",
				      "gcc 12"));
	assert_true(
		csa_gate_fact_add(&gate.before.facts, &gate.before.side.pool, "build", "Release"));
	assert_true(csa_gate_fact_add(&gate.now.facts, &gate.now.side.pool, "compiler", "gcc 13"));
	assert_true(csa_gate_fact_add(&gate.now.facts, &gate.now.side.pool, "flags", "-O3"));
	assert_int_equal(gate.before.facts.extra_count, 2);
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.notes.count, 4);
	assert_string_equal(gate.verdict.notes.items[0].text,
			    "build differs: Release, now not known");
	assert_string_equal(gate.verdict.notes.items[1].text,
			    "compiler differs: gcc 12, now gcc 13");
	assert_string_equal(gate.verdict.notes.items[2].text, "flags differs: not known, now -O3");
	assert_string_equal(gate.verdict.notes.items[3].text,
			    "whether the code changed is not known of 5 functions (the baseline "
			    "does not say; --update records it): what only lies elsewhere now can "
			    "fail");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		T_GATE_CASE(&gate, static_functions_of_one_name_are_told_apart_by_their_files),
		T_GATE_CASE(&gate, modules_and_kinds_are_told_apart),
		T_GATE_CASE(&gate, function_that_is_gone_is_a_note),
		T_GATE_CASE(&gate, function_that_is_new_is_a_note_while_it_is_small),
		T_GATE_CASE(&gate, new_function_that_takes_much_is_a_regression_of_time),
		T_GATE_CASE(&gate, code_that_moved_into_a_new_function_is_no_regression),
		T_GATE_CASE(&gate, renamed_function_is_the_same),
		T_GATE_CASE(&gate, pairs_that_are_not_certain_are_gone_and_new),
		T_GATE_CASE(&gate, what_differs_is_noted),
	};

	return T_RUN(cases, argc, argv);
}
