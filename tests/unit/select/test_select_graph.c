/* SPDX-License-Identifier: MIT */
#include "config.h"
#include "find_func.h"
#include "source_tree.h"
#include "test.h"

#include <stdlib.h>

#define ALL CSA_DEPTH_ALL

static void check_text(const char *name, const char *text, const char *root, uint32_t depth,
		       const char *expected)
{
	struct t_tree tree;

	t_tree_of(&tree, name, text);
	assert_string_equal(t_tree_reached(&tree, root, depth), expected);
	t_tree_end(&tree);
}

TEST(calls_are_followed_breadth_first)
{
	static const char text[] = "int a(void){return 1;} int b(void){return a();}\n"
				   "int c(void){return b()+d();} int d(void){return a();}\n"
				   "int e(void){return c();}\n";

	T_UNUSED;
	check_text("a.c", text, "e", ALL, "a b c d e");
	check_text("a.c", text, "e", 0, "e");
	check_text("a.c", text, "e", 1, "c e");
	check_text("a.c", text, "e", 2, "b c d e");
}

TEST(a_depth_measures_the_shortest_path)
{
	/* f is three calls away by the first way and one by the second. */
	check_text("a.c",
		   "int g(){return 1;} int f(){return g();} int b(){return f();} int a(){return "
		   "b();}\n"
		   "int main(){ a(); return f(); }\n",
		   "main", 2, "a b f g main");
	T_UNUSED;
}

TEST(cycles_end)
{
	T_UNUSED;
	check_text("a.c", "int a(){return b();} int b(){return c();} int c(){return a()+c();}\n",
		   "b", ALL, "a b c");
	check_text("a.c", "int a(){return b();} int b(){return c();} int c(){return a()+c();}\n",
		   "b", 1, "b c");
}

TEST(calls_in_comments_strings_and_declarations_do_not_count)
{
	T_UNUSED;
	check_text("a.c",
		   "int no(){return 1;} int yes(){return 1;}\n"
		   "int f(){ /* no() */ const char *s = \"no()\"; return yes(); }\n",
		   "f", ALL, "f yes");
}

TEST(macros_are_on_the_way_and_cost_no_depth)
{
	static const char text[] = "#define OUTER(x) INNER(x)\n#define INNER(x) target(x)\n"
				   "#define OBJECT other()\n"
				   "int target(int x){return deep(x);} int deep(int x){return x;}\n"
				   "int other(){return 1;} int f(){return OUTER(1) + OBJECT;}\n";

	T_UNUSED;
	check_text("a.c", text, "f", ALL, "deep f other target");
	check_text("a.c", text, "f", 1, "f other target");
}

TEST(addresses_taken_are_edges)
{
	T_UNUSED;
	check_text(
		"a.c",
		"int cb(){return 1;} int as(){return 1;} int in(){return 1;} int ret(){return 1;}\n"
		"int amp(){return 1;} int tern(){return 1;} int cast(){return 1;}\n"
		"void *f(int x){ reg(1, cb); p = as; struct s v = { in, 0 }; q(&amp);\n"
		" r = x ? tern : 0; t = (fn)cast; return ret; }\n",
		"f", ALL, "amp as cast cb f in ret tern");
}

TEST(a_local_of_the_same_name_is_no_edge)
{
	T_UNUSED;
	check_text("a.c",
		   "int count(){return 1;} int size(){return 1;}\n"
		   "int f(int size){ int count = 1; use(count, size); s.count = size; return "
		   "count; }\n",
		   "f", ALL, "f");
}

TEST(a_table_leads_to_its_functions)
{
	static const char text[] = "static int r(){return 1;} static int w(){return 1;}\n"
				   "static const struct ops table = { .read = r, .write = w };\n"
				   "static fn single = r;\n"
				   "int f(){ return use(&table); } int g(){ return single(); }\n";

	T_UNUSED;
	check_text("a.c", text, "f", ALL, "f r w");
	check_text("a.c", text, "g", ALL, "g r");
}

TEST(a_call_through_a_member_leads_to_what_is_assigned_to_it)
{
	T_UNUSED;
	check_text("a.c",
		   "static int r(){return 1;} static int w(){return 1;} static int g(){return 1;}\n"
		   "static struct ops t = { .read = r };\n"
		   "void set(struct ops *o){ o->write = w; global = (int (*)(void))g; }\n"
		   "int f(struct ops *o){ return o->read() + o->write() + global(); }\n",
		   "f", ALL, "f g r w");
}

TEST(static_functions_belong_to_their_file)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c",
		    "static int init(){return one();} int one(){return 1;}\n"
		    "int start_a(){return init();}\n");
	t_tree_file(&tree, "b.c",
		    "static int init(){return two();} int two(){return 1;}\n"
		    "int start_b(){return init();}\n");
	t_tree_file(&tree, "c.c", "int start_c(){return init() + start_b();}\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_reached(&tree, "start_a", ALL), "init one start_a");
	assert_string_equal(t_tree_reached(&tree, "start_b", ALL), "init start_b two");
	assert_string_equal(t_tree_reached(&tree, "start_c", 1), "start_b start_c");
	t_tree_end(&tree);
}

TEST(a_macro_of_a_header_calls_what_its_user_has)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "m.h", "#define RUN() local()\nstatic inline int help(){return 1;}\n");
	t_tree_file(&tree, "a.c",
		    "#include \"m.h\"\nstatic int local(){return help();}\n"
		    "int f(){return RUN();}\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_reached(&tree, "f", ALL), "f help local");
	t_tree_end(&tree);
}

TEST(methods_by_name_over_all_classes)
{
	T_UNUSED;
	check_text("a.cpp",
		   "struct B { virtual int run() { return 1; } }; struct D : B { int run() { "
		   "return 2; }"
		   " int no() { return 1; } };\nint run() { return 3; }\n"
		   "int f(B *b) { return b->run(); }\n",
		   "f", ALL, "B::run D::run f");
}

TEST(a_qualified_call_goes_to_its_class)
{
	T_UNUSED;
	check_text("a.cpp",
		   "namespace a { int g() { return 1; } } namespace b { int g() { return 1; } }\n"
		   "int max(int x) { return x; }\n"
		   "int f() { return a::g() + std::max(1, 2); }\n",
		   "f", ALL, "a::g f");
}

TEST(classes_lead_to_constructors_destructors_and_operators)
{
	T_UNUSED;
	check_text(
		"a.cpp",
		"struct I { I() { made(); } ~I() { gone(); } bool operator==(const I&) { return 1; "
		"} };\n"
		"struct H { I item; }; bool operator<(const I& a, const I& b) { return less(); }\n"
		"void made() {} void gone() {} bool less() { return 1; } void other() {}\n"
		"struct O { O() { other(); } };\nint f() { H h; return 1; }\n",
		"f", ALL, "I::I I::operator== I::~I f gone less made operator<");
}

TEST(classes_of_parameters_lead_to_their_operators)
{
	static const char text[] =
		"struct V { int v; bool operator<(const V &o) const { return small(); } ~V() { "
		"gone(); } };\n"
		"bool operator==(const V &a, const V &b) { return same(); }\n"
		"struct W { bool operator<(const W &o) const { return other(); } };\n"
		"void small() {} void same() {} void gone() {} void other() {}\n"
		"bool f(const V &a, V b) { return a < b; }\nbool g(int a, int b) { return a < b; "
		"}\n"
		"int h() { auto less = [](const V &a) { return a < a; }; return 1; }\n";

	T_UNUSED;
	check_text("a.cpp", text, "f", ALL, "V::operator< V::~V f gone operator== same small");
	check_text("a.cpp", text, "g", ALL, "g");
	check_text("a.cpp", text, "h", ALL,
		   "V::operator< V::~V gone h h::{lambda#1} operator== same small");
}

TEST(default_arguments_are_calls_of_the_caller)
{
	static const char text[] =
		"int g() { return 1; } int h() { return 2; } int k() { return 3; } int no() { "
		"return 4; }\n"
		"int proto(int a = g(), int b = h());\n"
		"namespace n { struct S { int m(int a = k()); int own(int x = g()) { return x; } "
		"}; }\n"
		"int f1() { return proto(); }\nint f2(n::S &s) { return s.m(); }\n"
		"int f3(int x = h()) { return x; }\nint f4(int x = 1) { int y = 2; return x + y; "
		"}\n"
		"int proto(int a, int b) { return a + b; } int n::S::m(int a) { return a; }\n";

	T_UNUSED;
	check_text("a.cpp", text, "f1", ALL, "f1 g h proto");
	check_text("a.cpp", text, "f2", ALL, "f2 k n::S::m");
	check_text("a.cpp", text, "f3", ALL, "f3 h");
	check_text("a.cpp", text, "f4", ALL, "f4");
	check_text("a.cpp", text, "n::S::own", ALL, "g n::S::own");
}

TEST(members_with_macros_and_addresses_of_members)
{
	T_UNUSED;
	check_text("a.cpp",
		   "struct T { T() { made(); } }; void made() {}\n"
		   "struct S { T t GUARDED_BY(mu); static int cb(int x) { return x; } };\n"
		   "int f() { S s; return each(&s, &S::cb); }\n",
		   "f", ALL, "S::cb T::T f made");
}

TEST(lambdas_are_reached_from_the_function_around)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.cpp",
		  "int g() { return 1; }\nint f() { auto l = [](int x) { return g() + x; }; return "
		  "l(1); }\n"
		  "int h(int *a) { return a[0]; }\n");
	assert_string_equal(t_tree_reached(&tree, "f", ALL), "f f::{lambda#1} g");
	assert_true(t_tree_def(&tree, "f")->flags & CSA_DEF_LAMBDA);
	assert_false(t_tree_def(&tree, "h")->flags & CSA_DEF_LAMBDA);
	t_tree_end(&tree);
}

static const char *found(struct t_tree *tree, const char *pattern)
{
	uint8_t *marks = calloc(tree->project.defs.count + 1, 1);
	struct csa_found nodes = { 0 };
	struct csa_err err = { 0 };
	const char *text;

	assert_int_equal(csa_find_func(&tree->graph, pattern, &nodes, &err), 0);
	for (uint32_t i = 0; i < nodes.count; i++)
		marks[nodes.items[i]] = 1;
	text = t_tree_marked(tree, marks);
	free(nodes.items);
	free(marks);
	return text;
}

TEST(functions_are_found_by_name)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.cpp",
		  "namespace n { int get(int x) { return x; } int target() { return 1; }\n"
		  "struct C { int get() { return 1; } C &operator=(int) { return *this; }\n"
		  " int operator[](int) { return 1; } operator bool() { return 1; } };\n"
		  "namespace { int hidden() { return 1; } } }\nint get() { return 1; }\n"
		  "long double operator\"\" _kg(long double x) { return x; }\n"
		  "template <class T> T tf(T x) { return x; }\nbool operator*(n::C, n::C) { return "
		  "1; }\n");
	assert_string_equal(found(&tree, "get"), "get n::C::get n::get");
	assert_string_equal(found(&tree, "::get"), "get");
	assert_string_equal(found(&tree, "n::get"), "n::get");
	assert_string_equal(found(&tree, "C::get"), "n::C::get");
	assert_string_equal(found(&tree, "C::*"), "n::C::get n::C::operator bool n::C::operator= "
						  "n::C::operator[]");
	assert_string_equal(found(&tree, "*get"), "get n::C::get n::get n::target");
	assert_string_equal(found(&tree, "?arget"), "n::target");
	assert_string_equal(found(&tree, "n::hidden"), "n::(anonymous namespace)::hidden");
	assert_string_equal(found(&tree, "operator []"), "n::C::operator[]");
	assert_string_equal(found(&tree, "operator bool"), "n::C::operator bool");
	assert_string_equal(found(&tree, "operator*"), "operator*");
	assert_string_equal(found(&tree, "operator\"\"_kg"), "operator\"\" _kg");
	assert_string_equal(found(&tree, "tf"), "tf");
	assert_string_equal(found(&tree, "et"), "");
	assert_string_equal(found(&tree, "D::get"), "");
	t_tree_end(&tree);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(calls_are_followed_breadth_first),
		CASE(a_depth_measures_the_shortest_path),
		CASE(cycles_end),
		CASE(calls_in_comments_strings_and_declarations_do_not_count),
		CASE(macros_are_on_the_way_and_cost_no_depth),
		CASE(addresses_taken_are_edges),
		CASE(a_local_of_the_same_name_is_no_edge),
		CASE(a_table_leads_to_its_functions),
		CASE(a_call_through_a_member_leads_to_what_is_assigned_to_it),
		CASE(static_functions_belong_to_their_file),
		CASE(a_macro_of_a_header_calls_what_its_user_has),
		CASE(methods_by_name_over_all_classes),
		CASE(a_qualified_call_goes_to_its_class),
		CASE(classes_lead_to_constructors_destructors_and_operators),
		CASE(classes_of_parameters_lead_to_their_operators),
		CASE(default_arguments_are_calls_of_the_caller),
		CASE(members_with_macros_and_addresses_of_members),
		CASE(lambdas_are_reached_from_the_function_around),
		CASE(functions_are_found_by_name),
	};

	return T_RUN(cases, argc, argv);
}
