/* SPDX-License-Identifier: MIT */
/* What counts as a change, in which order, and what is too much of it. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "compare.h"
#include "side_builder.h"

static struct csa_side a;
static struct csa_side b;
static struct csa_compare compare;

static void run(const struct csa_compare_options *options)
{
	assert_int_equal(csa_side_finish(&a, NULL), 0);
	assert_int_equal(csa_side_finish(&b, NULL), 0);
	assert_int_equal(csa_compare_make(&compare, &a, &b, options, NULL), 0);
}

static void clean(void)
{
	csa_compare_release(&compare);
	csa_side_release(&a);
	csa_side_release(&b);
}

static const char *name_of(const struct csa_change *change)
{
	return change->row->function;
}

static void check(size_t index, enum csa_change_kind kind, const char *name, int64_t change)
{
	assert_true(index < compare.count);
	assert_int_equal(compare.items[index].kind, kind);
	assert_string_equal(name_of(&compare.items[index]), name);
	assert_int_equal(compare.items[index].change, change);
}

static unsigned notes_with(const char *text)
{
	unsigned count = 0;

	for (size_t i = 0; i < compare.notes.count; i++)
		count += strstr(compare.notes.items[i].text, text) != NULL;
	return count;
}

static void two_builds(void)
{
	T_SIDE(&a, { "slower", NULL, "x.c", 1, 0x10, 1, 10, 1000 },
	       { "faster", NULL, "x.c", 2, 0x20, 2, 10, 5000 },
	       { "same", NULL, "x.c", 3, 0x30, 3, 10, 700 },
	       { "old_name", NULL, "x.c", 4, 0x40, 4, 10, 600 },
	       { "gone_small", NULL, "x.c", 5, 0x50, 5, 1, 10 },
	       { "gone_large", NULL, "x.c", 6, 0x60, 6, 1, 20 });
	T_SIDE(&b, { "slower", NULL, "x.c", 1, 0x10, 1, 12, 1100 },
	       { "faster", NULL, "x.c", 2, 0x20, 2, 10, 4500 },
	       { "same", NULL, "x.c", 3, 0x30, 3, 11, 700 },
	       { "new_name", NULL, "x.c", 4, 0x40, 4, 10, 600 },
	       { "added", NULL, "x.c", 7, 0x70, 7, 4, 40 });
}

TEST(kinds_stand_apart_and_the_largest_change_first)
{
	const struct csa_compare_options options = { .key = CSA_VALUE_SELF };

	T_UNUSED;
	two_builds();
	run(&options);
	assert_int_equal(compare.count, 6);
	check(0, CSA_CHANGED, "faster", -500);
	check(1, CSA_CHANGED, "slower", 100);
	check(2, CSA_RENAMED, "new_name", 0);
	check(3, CSA_NEW, "added", 40);
	check(4, CSA_GONE, "gone_large", -20);
	check(5, CSA_GONE, "gone_small", -10);
	assert_int_equal(compare.unchanged, 1);
	assert_int_equal(compare.of_kind[CSA_GONE], 2);
	assert_int_equal(compare.worse, 0);
	clean();
}

TEST(calls_and_time_per_call_are_keys_of_their_own)
{
	struct csa_compare_options options = { .key = CSA_VALUE_CALLS };

	T_UNUSED;
	two_builds();
	run(&options);
	check(0, CSA_CHANGED, "slower", 2);
	check(1, CSA_CHANGED, "same", 1);
	assert_int_equal(compare.of_kind[CSA_CHANGED], 2);
	clean();
	options.key = CSA_VALUE_SELF_AVG;
	two_builds();
	run(&options);
	check(0, CSA_CHANGED, "faster", -50);
	check(1, CSA_CHANGED, "slower", -9);
	check(2, CSA_CHANGED, "same", -7);
	/* No call of it took 0 ns before: there is no change, but it is listed. */
	check(4, CSA_NEW, "added", 0);
	assert_false(compare.items[4].is_known);
	clean();
}

TEST(below_the_threshold_nothing_changed)
{
	struct csa_compare_options options = { .key = CSA_VALUE_SELF };

	T_UNUSED;
	assert_int_equal(csa_limits_add(&options.threshold, "5%,100ns", NULL), 0);
	two_builds();
	run(&options);
	/* slower: 10 % but not more than 100 ns; added and gone: less than 100 ns */
	assert_int_equal(compare.count, 2);
	check(0, CSA_CHANGED, "faster", -500);
	check(1, CSA_RENAMED, "new_name", 0);
	assert_int_equal(compare.unchanged, 5);
	clean();
}

TEST(few_calls_say_nothing)
{
	const struct csa_compare_options options = { .key = CSA_VALUE_SELF, .min_calls = 11 };

	T_UNUSED;
	two_builds();
	run(&options);
	assert_int_equal(compare.of_kind[CSA_CHANGED], 1);
	check(0, CSA_CHANGED, "slower", 100);
	clean();
}

static void run_fail_over(const char *limit, enum csa_value_id key)
{
	struct csa_compare_options options = { .key = key };

	assert_int_equal(csa_limits_add(&options.fail_over, limit, NULL), 0);
	two_builds();
	run(&options);
}

TEST(only_what_got_worse_by_more_is_too_bad)
{
	T_UNUSED;
	run_fail_over("9%", CSA_VALUE_SELF);
	assert_int_equal(compare.worse, 1); /* slower by 10 %; faster is better, not worse */
	assert_true(compare.items[1].is_worse);
	clean();
	run_fail_over("10%", CSA_VALUE_SELF);
	assert_int_equal(compare.worse, 0);
	clean();
	run_fail_over("9%,100ns", CSA_VALUE_SELF);
	assert_int_equal(compare.worse, 0);
	clean();
	run_fail_over("19%", CSA_VALUE_CALLS);
	assert_int_equal(compare.worse, 1);
	clean();
}

TEST(a_new_function_is_a_part_of_everything_that_was)
{
	T_UNUSED;
	/* 40 ns of the 7330 ns of A */
	run_fail_over("0.5%,30ns", CSA_VALUE_SELF);
	assert_int_equal(compare.worse, 2);
	assert_true(compare.items[3].is_worse);
	clean();
	run_fail_over("0.6%,30ns", CSA_VALUE_SELF);
	assert_int_equal(compare.worse, 1);
	assert_false(compare.items[3].is_worse);
	clean();
	/* In the time of one call it has nothing to be worse than. */
	run_fail_over("0%", CSA_VALUE_SELF_AVG);
	assert_int_equal(compare.worse, 0);
	clean();
}

TEST(many_small_changes_together_can_be_too_much)
{
	struct csa_compare_options options = { .key = CSA_VALUE_SELF };

	T_UNUSED;
	assert_int_equal(csa_limits_add(&options.fail_over, "5%,150ns", NULL), 0);
	T_SIDE(&a, { "f", NULL, "x.c", 1, 0, 0, 1, 1000 }, { "g", NULL, "x.c", 2, 0, 0, 1, 1000 });
	T_SIDE(&b, { "f", NULL, "x.c", 1, 0, 0, 1, 1100 }, { "g", NULL, "x.c", 2, 0, 0, 1, 1100 });
	run(&options);
	assert_int_equal(compare.worse, 0);
	assert_true(compare.is_total_worse);
	clean();
}

TEST(what_differs_beside_the_program_is_said)
{
	const struct csa_compare_options options = { .key = CSA_VALUE_SELF };

	T_UNUSED;
	two_builds();
	a.facts = (struct csa_side_facts){ .has_processes = true,
					   .exe = "/o/app",
					   .mode = "events",
					   .command = "/o/app -n 5",
					   .arch = "x86_64",
					   .cpus = 2,
					   .clock = "tsc",
					   .tick_hz = 2e9,
					   .processes = 1,
					   .has_selection = true,
					   .calls = 42 };
	b.facts = a.facts;
	b.facts.exe = "/n/app";
	b.facts.command = "/n/app -n 5";
	b.facts.tick_hz = 2.001e9;
	b.facts.calls = 47;
	run(&options);
	assert_int_equal(compare.notes.count, 0);
	csa_compare_release(&compare);
	b.facts.mode = "summary";
	b.facts.cpus = 4;
	b.facts.tick_hz = 2.1e9;
	b.facts.has_selection = false;
	b.facts.command = "/n/app -n 6";
	b.facts.lost = 9;
	b.facts.calls = 50;
	run(&options);
	assert_int_equal(notes_with("modes differ: A events, B summary"), 1);
	assert_int_equal(notes_with("machines differ: A x86_64 with 2 CPUs, B x86_64 with 4"), 1);
	assert_int_equal(notes_with("clocks differ: A 2000 MHz, B 2100 MHz"), 1);
	assert_int_equal(notes_with("only A was made with a selection"), 1);
	assert_int_equal(notes_with("arguments differ"), 1);
	assert_int_equal(notes_with("B lost 9 events"), 1);
	assert_int_equal(notes_with("B does not hold all functions: 3 of 50 calls"), 1);
	assert_int_equal(compare.notes.count, 7);
	clean();
}

TEST(a_key_that_a_side_does_not_have_is_an_error)
{
	const struct csa_compare_options options = { .key = CSA_VALUE_P99 };
	struct csa_err err = { 0 };

	T_UNUSED;
	two_builds();
	assert_int_equal(csa_compare_make(&compare, &a, &b, &options, &err), CSA_E_ABSENT);
	assert_string_equal(err.msg, "A has no p99_ns of any function");
	clean();
}

TEST(the_order_of_rows_is_not_that_of_the_sides)
{
	const struct csa_compare_options options = { .key = CSA_VALUE_SELF };

	T_UNUSED;
	T_SIDE(&a, { "z", NULL, "x.c", 1, 0, 0, 1, 5 }, { "m", NULL, "x.c", 2, 0, 0, 1, 5 });
	T_SIDE(&b, { "m", NULL, "x.c", 2, 0, 0, 1, 7 }, { "z", NULL, "x.c", 1, 0, 0, 1, 3 });
	run(&options);
	check(0, CSA_CHANGED, "m", 2);
	check(1, CSA_CHANGED, "z", -2);
	clean();
}

TEST(every_key_can_be_given)
{
	static const char names[] = CSA_VALUE_NAMES;
	char text[sizeof(names)];
	char *rest;
	unsigned id = 0;

	T_UNUSED;
	memcpy(text, names, sizeof(names));
	for (char *word = strtok_r(text, "|", &rest); word;
	     word = strtok_r(NULL, "|", &rest), id++) {
		assert_int_equal(csa_value_find(word), id);
		assert_string_equal(csa_value_name((enum csa_value_id)id), word);
	}
	assert_int_equal(id, CSA_VALUE_IDS);
	assert_int_equal(csa_value_find("self"), CSA_VALUE_IDS);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_key_can_be_given),
		CASE(kinds_stand_apart_and_the_largest_change_first),
		CASE(calls_and_time_per_call_are_keys_of_their_own),
		CASE(below_the_threshold_nothing_changed),
		CASE(few_calls_say_nothing),
		CASE(only_what_got_worse_by_more_is_too_bad),
		CASE(a_new_function_is_a_part_of_everything_that_was),
		CASE(many_small_changes_together_can_be_too_much),
		CASE(what_differs_beside_the_program_is_said),
		CASE(a_key_that_a_side_does_not_have_is_an_error),
		CASE(the_order_of_rows_is_not_that_of_the_sides),
	};

	return T_RUN(cases, argc, argv);
}
