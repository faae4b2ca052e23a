/* SPDX-License-Identifier: MIT */
#include "source_tree.h"
#include "test.h"

static void check(const char *name, const char *text, const char *expected)
{
	struct t_tree tree;

	t_tree_of(&tree, name, text);
	assert_string_equal(t_tree_functions(&tree), expected);
	t_tree_end(&tree);
}

TEST(a_macro_around_the_name)
{
	T_UNUSED;
	check("a.c", "#define API(name) name\nint API(wrapped)(int x)\n{\n  return x;\n}\n",
	      "wrapped 2-5");
}

TEST(a_macro_that_is_the_whole_head)
{
	T_UNUSED;
	check("a.c",
	      "#define SYS(n, t1, a1, t2, a2) long sys_##n(t1 a1, t2 a2)\nSYS(openit, int, fd,\n"
	      "    int, mode)\n{\n  return fd + mode;\n}\n",
	      "sys_openit 2-6");
	check("a.c", "#define TEST(n) static void n(void **state)\nTEST(it_works)\n{\n}\n",
	      "it_works 2-4");
}

TEST(a_macro_line_does_not_swallow_the_next_function)
{
	T_UNUSED;
	check("a.c",
	      "#define DEFINE_THING(n) static int thing_##n;\nDEFINE_THING(q)\n"
	      "int after(int x)\n{\n  return x;\n}\n",
	      "after 3-6");
}

TEST(the_declarations_before_the_head_are_passed_by)
{
	T_UNUSED;
	check("a.cpp",
	      "#define CASE(a, b) struct a##_##b { void body(); }; void a##_##b::body()\n"
	      "CASE(suite, works) { }\n",
	      "suite_works::body 2-2");
}

TEST(a_macro_call_that_is_whole_functions)
{
	T_UNUSED;
	check("a.c",
	      "#define GET(n) int get_##n(void) { return n; }\n#define BOTH(n) GET(n) GET(n##_2)\n"
	      "GET(a)\nBOTH(b)\nBOTH(c);\nint last(void) { return 1; }\n",
	      "last 6-6, get_a 3-3, get_b 4-4, get_b_2 4-4, get_c 5-5, get_c_2 5-5");
	check("a.c",
	      "#define GET(n) int get_##n(void) { return n; }\nGET(a) GET(b)\nGET(c); GET(d)\n"
	      "int last(void) { return 1; }\n",
	      "last 4-4, get_a 2-2, get_b 2-2, get_c 3-3, get_d 3-3");
}

TEST(variable_arguments_and_strings)
{
	T_UNUSED;
	check("a.c",
	      "#define F(type, n, ...) type f_##n(__VA_ARGS__) { log(#n); }\nF(int, x, int a, int "
	      "b)\n",
	      "f_x 2-2");
}

TEST(a_macro_of_a_header)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "#include \"m.h\"\nMAKE(x) { return 1; }\n");
	t_tree_file(&tree, "m.h", "#define MAKE(n) int made_##n(void)\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_functions(&tree), "made_x 2-2");
	t_tree_end(&tree);
}

TEST(a_function_may_have_the_name_of_a_macro)
{
	T_UNUSED;
	check("a.c",
	      "#define getit(f) ((f)->have ? *(f)->next : (getit)(f))\n#undef getit\n"
	      "int API getit(f)\n  struct file *f;\n{\n  return 1;\n}\n",
	      "getit 3-7");
}

TEST(macros_that_call_themselves_end)
{
	T_UNUSED;
	check("a.c",
	      "#define A(x) B(x) B(x)\n#define B(x) A(x) A(x)\nA(1)\nint f(void) { return 1; }\n",
	      "f 4-4");
	check("a.c", "#define A(x) A(x)\nA(1) { }\n", "A 2-2");
}

TEST(an_unknown_macro_leaves_what_is_written)
{
	T_UNUSED;
	check("a.c", "UNKNOWN(a, b)\n{\n}\n", "UNKNOWN 1-3");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_macro_around_the_name),
		CASE(a_macro_that_is_the_whole_head),
		CASE(a_macro_line_does_not_swallow_the_next_function),
		CASE(the_declarations_before_the_head_are_passed_by),
		CASE(a_macro_call_that_is_whole_functions),
		CASE(variable_arguments_and_strings),
		CASE(a_macro_of_a_header),
		CASE(a_function_may_have_the_name_of_a_macro),
		CASE(macros_that_call_themselves_end),
		CASE(an_unknown_macro_leaves_what_is_written),
	};

	return T_RUN(cases, argc, argv);
}
