/* SPDX-License-Identifier: MIT */
/* Reports come from files that anybody can have written. */
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "test.h"

#define HEAD "{\"schema\":1,\"summary\":{\"events\":4,\"calls\":2,\"lost\":0},"

static struct csa_side side;

static int read(const char *text, struct csa_err *err)
{
	*err = (struct csa_err){ 0 };
	csa_side_init(&side);
	return csa_side_from_json(&side, text, strlen(text), err);
}

TEST(keys_of_a_report_are_read)
{
	const char *text = HEAD
		"\"rows\":[{\"function\":\"f\",\"kind\":\"scope\",\"module\":\"/b/"
		"app\",\"file\":\"/s/"
		"x.c\",\"line\":7,\"address\":\"0x1f00\",\"size\":16,\"calls\":2,\"incl_ns\":30,"
		"\"self_ns\":20,\"avg_ns\":15,\"min_ns\":1,\"max_ns\":29,\"p50_ns\":1,\"p90_ns\":"
		"29,"
		"\"p99_ns\":null,\"what\":[{}]}],\"processes\":[{\"pid\":1,\"exe\":\"/b/"
		"app\",\"arch\":"
		"\"x86_64\",\"cpus\":2,\"mode\":\"events\",\"clock\":\"tsc\",\"tick_hz\":2000,"
		"\"selection\":null}]}";
	struct csa_err err;
	const struct csa_side_row *row;

	T_UNUSED;
	assert_int_equal(read(text, &err), 0);
	assert_int_equal(side.count, 1);
	row = &side.items[0];
	assert_string_equal(row->function, "f");
	assert_string_equal(row->file, "/s/x.c");
	assert_true(row->is_scope);
	assert_int_equal(row->line, 7);
	assert_int_equal(row->address, 0x1f00);
	assert_int_equal(row->size, 16);
	assert_int_equal(row->values.of[CSA_VALUE_CALLS], 2);
	assert_int_equal(row->values.of[CSA_VALUE_SELF_AVG], 10);
	assert_int_equal(row->values.of[CSA_VALUE_AVG], 15);
	assert_true(csa_value_is_known(&row->values, CSA_VALUE_P90));
	assert_false(csa_value_is_known(&row->values, CSA_VALUE_P99));
	assert_false(csa_value_is_known(&row->values, CSA_VALUE_P999));
	assert_string_equal(side.facts.mode, "events");
	assert_int_equal(side.facts.cpus, 2);
	assert_false(side.facts.has_selection);
	assert_false(side.has_callers);
	csa_side_release(&side);
}

TEST(processes_that_differ_have_no_common_fact)
{
	const char *text = HEAD "\"rows\":[],\"processes\":[{\"exe\":\"/a\",\"mode\":\"events\"},{"
				"\"exe\":\"/a\",\"mode\":\"summary\",\"selection\":\"s\"},{}]}";
	struct csa_err err;

	T_UNUSED;
	assert_int_equal(read(text, &err), 0);
	assert_null(side.facts.mode);
	assert_null(side.facts.exe);
	assert_true(side.facts.has_many_modes);
	assert_true(side.facts.has_selection);
	assert_int_equal(side.facts.processes, 3);
	csa_side_release(&side);
}

TEST(what_is_no_report_is_refused_with_its_place)
{
	static const struct {
		const char *text;
		int code;
		const char *message;
	} cases[] = {
		{ "", CSA_E_FORMAT, "line 1: '[' or '{' expected near end of file" },
		{ "[]", CSA_E_FORMAT, "not a report of callsight: it has no schema" },
		{ "{}", CSA_E_FORMAT, "not a report of callsight: it has no schema" },
		{ "{\"schema\":-1}", CSA_E_FORMAT, "not a report of callsight: it has no schema" },
		{ "{\"schema\":2}", CSA_E_UNSUPPORTED, "schema is 2, expected 1" },
		{ "{\"schema\":1,\"rows\":[]}", CSA_E_FORMAT,
		  "not a report of callsight: it has no rows or no summary" },
		{ HEAD "\"rows\":{}}", CSA_E_FORMAT,
		  "not a report of callsight: it has no rows or no summary" },
		{ HEAD "\"rows\":[1]}", CSA_E_FORMAT, "rows[0].function is not a string" },
		{ HEAD "\"rows\":[{\"function\":\"f\"}]}", CSA_E_FORMAT,
		  "rows[0].calls is not a number" },
		{ HEAD
		  "\"rows\":[{\"function\":\"f\",\"calls\":1},{\"function\":\"g\",\"calls\":-1}]}",
		  CSA_E_FORMAT, "rows[1].calls is not a number from 0" },
		{ HEAD "\"rows\":[{\"function\":\"f\",\"calls\":1.5}]}", CSA_E_FORMAT,
		  "rows[0].calls is not a number from 0" },
		{ HEAD "\"rows\":[{\"function\":\"f\",\"calls\":1,\"line\":4294967296}]}",
		  CSA_E_FORMAT, "rows[0].line is not a number of a line" },
		{ HEAD "\"rows\":[],\"processes\":[{\"cpus\":\"2\"}]}", CSA_E_FORMAT,
		  "processes[0].cpus or tick_hz is not a number from 0" },
		{ "{\"schema\":1,\"summary\":{\"calls\":{}},\"rows\":[]}", CSA_E_FORMAT,
		  "summary: a sum is not a number from 0" },
		{ "{\"a\":\x1b[2J}", CSA_E_FORMAT, "line 1: invalid token near '\\x1b'" },
	};
	struct csa_err err;

	T_UNUSED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(read(cases[i].text, &err), cases[i].code);
		assert_string_equal(err.msg, cases[i].message);
		csa_side_release(&side);
	}
}

static void check_callers(const char *tree, bool has_callers, uint32_t edges)
{
	char text[2000];
	struct csa_err err;

	snprintf(text, sizeof(text),
		 HEAD "\"rows\":[{\"function\":\"main\",\"address\":\"0x10\",\"calls\":1},"
		      "{\"function\":\"f\",\"address\":\"0x20\",\"module\":\"a\",\"calls\":1},"
		      "{\"function\":\"g\",\"address\":\"0x20\",\"module\":\"a\",\"calls\":1},"
		      "{\"function\":\"g\",\"address\":\"0x20\",\"module\":\"b\",\"calls\":1}],"
		      "\"tree\":[{\"parent\":null},{\"parent\":0,\"calls\":%s]}",
		 tree);
	assert_int_equal(read(text, &err), 0);
	assert_int_equal(side.has_callers, has_callers);
	assert_int_equal(side.edges.count, edges);
	csa_side_release(&side);
}

TEST(a_tree_says_who_calls_whom)
{
	struct csa_err err;

	T_UNUSED;
	check_callers("0},{\"function\":\"main\",\"address\":\"0x10\",\"parent\":0},"
		      "{\"function\":\"f\",\"address\":\"0x20\",\"parent\":2},"
		      "{\"function\":\"f\",\"address\":\"0x20\",\"parent\":2}",
		      true, 2);
	/* In which of two modules g lies is not said. */
	check_callers("0},{\"function\":\"main\",\"address\":\"0x10\",\"parent\":0},"
		      "{\"function\":\"g\",\"address\":\"0x20\",\"parent\":2}",
		      true, 1);
	/* Some stacks are missing. */
	check_callers("3},{\"function\":\"main\",\"address\":\"0x10\",\"parent\":0}", false, 1);
	assert_int_equal(read(HEAD "\"rows\":[],\"tree\":[{},{\"parent\":0},{\"parent\":2}]}",
			      &err),
			 CSA_E_FORMAT);
	assert_string_equal(err.msg, "tree[2].parent is not a place before it");
	csa_side_release(&side);
}

TEST(deep_nesting_is_refused)
{
	static char text[200001];
	struct csa_err err;

	T_UNUSED;
	memset(text, '[', sizeof(text) - 1);
	assert_int_equal(read(text, &err), CSA_E_FORMAT);
	csa_side_release(&side);
}

TEST(numbers_that_are_too_large_do_not_wrap)
{
	const char *text =
		HEAD "\"rows\":[{\"function\":\"f\",\"calls\":9223372036854775807,\"self_ns\":"
		     "9223372036854775807},{\"function\":\"g\",\"calls\":9223372036854775807,"
		     "\"self_ns\":1}]}";
	const struct csa_compare_options options = { .key = CSA_VALUE_SELF };
	struct csa_compare compare;
	struct csa_side other;
	struct csa_err err;

	T_UNUSED;
	assert_int_equal(read(text, &err), 0);
	other = side;
	assert_int_equal(read(HEAD "\"rows\":[{\"function\":\"f\",\"calls\":1,\"self_ns\":0}]}",
			      &err),
			 0);
	assert_int_equal(csa_compare_make(&compare, &side, &other, &options, &err), 0);
	assert_int_equal(compare.items[0].change, INT64_MAX);
	assert_int_equal(other.total.of[CSA_VALUE_SELF], INT64_MAX);
	csa_compare_release(&compare);
	csa_side_release(&side);
	csa_side_release(&other);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(keys_of_a_report_are_read),
		CASE(processes_that_differ_have_no_common_fact),
		CASE(what_is_no_report_is_refused_with_its_place),
		CASE(a_tree_says_who_calls_whom),
		CASE(deep_nesting_is_refused),
		CASE(numbers_that_are_too_large_do_not_wrap),
	};

	return T_RUN(cases, argc, argv);
}
