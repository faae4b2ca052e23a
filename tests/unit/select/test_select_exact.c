/* SPDX-License-Identifier: MIT */
#include "exact.h"
#include "source_tree.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Asks for every function of the text. Return: the names that the compiler's list leaves out alone. */
static void check(const char *name, const char *text, const char *expected)
{
	struct csa_err err = { 0 };
	struct t_tree tree;
	uint8_t *wanted;

	t_tree_of(&tree, name, text);
	wanted = malloc(tree.project.defs.count + 1);
	assert_non_null(wanted);
	memset(wanted, 1, tree.project.defs.count);
	assert_int_equal(csa_exact_find(&tree.graph, wanted, &err), 0);
	assert_string_equal(t_tree_marked(&tree, wanted), expected);
	free(wanted);
	t_tree_end(&tree);
}

TEST(a_part_of_another_name_is_not_exact)
{
	T_UNUSED;
	check("a.c",
	      "int get(){return 1;} int target(){return 1;} int budget(){return 1;} int "
	      "getx(){return 1;}\n"
	      "int alone(){return 1;} int bud(){return 1;} int dg(){return 1;}\n",
	      "alone budget getx target");
}

TEST(parts_of_parts_are_found_too)
{
	T_UNUSED;
	check("a.c",
	      "int abcd(){return 1;} int bcd(){return 1;} int cd(){return 1;} int d(){return 1;}\n"
	      "int xbcdy(){return 1;} int bc(){return 1;} int aab(){return 1;} int aaab(){return "
	      "1;}\n",
	      "aaab abcd xbcdy");
}

TEST(the_same_name_in_two_places_is_one_name)
{
	T_UNUSED;
	check("a.cpp", "int once(int){return 1;} int once(long){return 1;}\n", "once once");
}

TEST(odd_characters_are_not_exact)
{
	T_UNUSED;
	check("a.cpp",
	      "struct V { bool operator==(V) { return 1; } operator bool() { return 1; } };\n"
	      "namespace { int hidden() { return 1; } }\nint plain() { return 1; }\n"
	      "int caf\xc3\xa9() { return 1; }\n",
	      "plain");
}

TEST(words_that_the_compiler_prints_are_not_exact)
{
	T_UNUSED;
	check("a.cpp",
	      "int anon() { return 1; } int lambda() { return 1; } int operat() { return 1; }\n"
	      "int fine() { return 1; } int signe() { return 1; }\n",
	      "fine");
}

TEST(members_that_nobody_wrote_count)
{
	T_UNUSED;
	check("a.cpp",
	      "namespace n { int get() { return 1; } class getter { int x; }; int other() { return "
	      "1; }\n"
	      "}\n",
	      "n::other");
}

TEST(parameter_types_around_a_lambda_count)
{
	T_UNUSED;
	check("a.cpp",
	      "int item() { return 1; } int free_one() { return 1; }\n"
	      "int outer(ns::item_list x) { auto l = [](int a) { return a; }; return l(1); }\n",
	      "free_one");
}

TEST(what_holds_a_lambda_or_a_local_class_is_not_exact)
{
	T_UNUSED;
	check("a.cpp",
	      "template <class F> int apply(F f) { return f(); }\n"
	      "int with() { return apply([] { return 1; }); }\nint plain() { return 1; }\n"
	      "int local() { struct S { int operator()() { return 1; } }; return apply(S()); }\n",
	      "apply plain");
}

TEST(a_function_that_may_be_a_template_argument_is_not_exact)
{
	T_UNUSED;
	check("a.cpp",
	      "int less() { return 1; } int more() { return 1; }\n"
	      "template <int (*F)()> int apply() { return F(); }\n"
	      "int use() { return apply<less>() + more(); }\n",
	      "apply more use");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_part_of_another_name_is_not_exact),
		CASE(parts_of_parts_are_found_too),
		CASE(the_same_name_in_two_places_is_one_name),
		CASE(odd_characters_are_not_exact),
		CASE(words_that_the_compiler_prints_are_not_exact),
		CASE(members_that_nobody_wrote_count),
		CASE(parameter_types_around_a_lambda_count),
		CASE(what_holds_a_lambda_or_a_local_class_is_not_exact),
		CASE(a_function_that_may_be_a_template_argument_is_not_exact),
	};

	return T_RUN(cases, argc, argv);
}
