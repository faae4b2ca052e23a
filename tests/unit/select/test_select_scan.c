/* SPDX-License-Identifier: MIT */
#include "source_tree.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void check_functions(const char *name, const char *text, const char *expected)
{
	struct t_tree tree;

	t_tree_of(&tree, name, text);
	assert_string_equal(t_tree_functions(&tree), expected);
	t_tree_end(&tree);
}

#define C(text, expected)   check_functions("a.c", text, expected)
#define CXX(text, expected) check_functions("a.cpp", text, expected)

TEST(functions_have_a_name_and_a_range)
{
	T_UNUSED;
	C("int one(void)\n{\n\treturn 1;\n}\nstatic int two(int x) { return x; }\n",
	  "one 1-4, two 5-5");
}

TEST(prototypes_types_and_data_are_no_functions)
{
	T_UNUSED;
	C("int p(int);\nstruct s { int (*cb)(int); };\nenum e { A, B };\n"
	  "int table[] = { 1, 2 };\nstruct s v = { .cb = p };\ntypedef int (*fn)(void);\n"
	  "int f(void) { return 0; }\n",
	  "f 7-7");
}

TEST(old_style_definitions)
{
	T_UNUSED;
	C("int knr(a, b)\n  int a;\n  char *b;\n{\n  return a + *b;\n}\n"
	  "static void st(s)\nstruct thing *s;\n{\n}\nint next(void) { return 1; }\n",
	  "knr 1-6, st 7-10, next 11-11");
}

TEST(a_prototype_behind_a_macro_line_is_not_old_style)
{
	T_UNUSED;
	C("declare(q)\nint after(int q);\nint real(int x) { return x; }\n", "real 3-3");
}

TEST(several_functions_of_one_declaration_are_not_old_style)
{
	T_UNUSED;
	C("int a(void), b(void);\nint real(void)\n{\n  return a();\n}\n"
	  "char *get(x), *put(x);\nint last(int x) { return x; }\n",
	  "real 2-5, last 7-7");
}

TEST(names_in_parentheses_and_returned_pointers)
{
	T_UNUSED;
	C("int (plain)(int x) { return x; }\nstatic int (*get(int n))(int)\n{\n  return 0;\n}\n"
	  "API int (lua_like) (int L) { return L; }\n",
	  "plain 1-1, get 2-5, lua_like 6-6");
}

TEST(attributes_do_not_take_the_name)
{
	T_UNUSED;
	C("int __attribute__((noinline)) a(int x) { return x; }\n"
	  "int __init b(void) { return 0; }\n"
	  "int c(int x) __attribute__((used));\n"
	  "int d(int x) NO_CHECK(x) { return x; }\n"
	  "EXPORT(int) e(const char *s) { return *s; }\n",
	  "a 1-1, b 2-2, d 4-4, e 5-5");
}

TEST(comments_strings_and_characters_hide_braces)
{
	T_UNUSED;
	C("/* int no(void) { */\n// int no(void) {\n"
	  "int f(void) { char c = '{'; const char *s = \"}\\\"}\"; return c + *s; /* } */ }\n"
	  "int g(void) { return '\\'' + '\"'; }\n",
	  "f 3-3, g 4-4");
}

TEST(line_splices)
{
	T_UNUSED;
	C("#define M(x) do { \\\n  x; \\\n} while (0)\n"
	  "// a comment that goes on \\\n int no(void) { }\n"
	  "int na\\\nme(void) { return 0; }\nint last(void) { return 1; }\n",
	  "name 6-7, last 8-8");
}

TEST(raw_strings)
{
	T_UNUSED;
	CXX("const char *s = R\"x(int no() { \" )\" )x\";\nint f() { return 1; }\n"
	    "const char *t = u8R\"(\n{\n)\";\nint g() { return R\"()\" ? 1 : 0; }\n",
	    "f 2-2, g 6-6");
}

TEST(digraphs)
{
	T_UNUSED;
	C("%:define X 1\nint f(int a<::>) <% return a<:0:>; %>\nint g(void) { return X; }\n",
	  "f 2-2, g 3-3");
}

TEST(a_scope_behind_an_angle_is_no_digraph)
{
	T_UNUSED;
	CXX("struct A {};\ntemplate <class T> struct V {};\nV<::A> v;\nint f() { return 1; }\n",
	    "f 4-4");
}

TEST(digit_separators_are_no_characters)
{
	T_UNUSED;
	CXX("int f() { return 1'000'000; }\nint g() { return 0x1'f; }\n", "f 1-1, g 2-2");
}

TEST(each_branch_opens_the_same_body)
{
	T_UNUSED;
	C("#ifdef A\nint f(int a) {\n#else\nint f(int a, int b) {\n#endif\n  return a;\n}\n"
	  "int next(void) { return 1; }\n",
	  "f 2-7, f 4-7, next 8-8");
}

TEST(a_branch_alone_does_not_move_the_braces)
{
	T_UNUSED;
	C("int f(int a) {\n#ifdef A\n  if (a) {\n#endif\n    a++;\n#ifdef A\n  }\n#endif\n"
	  "  return a;\n}\nint next(void) { return 1; }\n",
	  "f 1-10, next 11-11");
	C("int f(int a) {\n#if 0\n  } } }\n#endif\n  return a;\n}\nint next(void) { return 1; }\n",
	  "f 1-6, next 7-7");
	C("int f(int a) {\n  if (a) {\n#ifdef A\n  } else {\n#endif\n  }\n  return a;\n}\n"
	  "int next(void) { return 1; }\n",
	  "f 1-8, next 9-9");
}

TEST(branches_of_unequal_depth)
{
	T_UNUSED;
	C("int f(int a) {\n#if A\n  for (;;) {\n#else\n  a++;\n#endif\n  a--;\n#if A\n  }\n#endif\n"
	  "  return a;\n}\nint next(void) { return 1; }\n",
	  "f 1-12, next 13-13");
	C("int f(int a) {\n#if A\n  a++;\n#else\n  for (;;) {\n#endif\n  a--;\n#if !A\n  "
	  "}\n#endif\n"
	  "  return a;\n}\nint next(void) { return 1; }\n",
	  "f 1-12, next 13-13");
}

TEST(branches_inside_of_a_head)
{
	T_UNUSED;
	C("#ifdef S\nstatic\n#endif\nint f(int a,\n#ifdef A\n  int b\n#else\n  int c\n#endif\n)\n"
	  "{\n  return a;\n}\n",
	  "f 4-13");
}

TEST(linkage_blocks_are_transparent)
{
	T_UNUSED;
	C("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void) { return 1; }\n"
	  "#ifdef __cplusplus\n}\n#endif\nint g(void) { return 1; }\n",
	  "f 4-4, g 8-8");
	CXX("extern \"C\" { int f(void) { return 1; } }\nextern \"C\" int g(void) { return 1; }\n",
	    "f 1-1, g 2-2");
}

TEST(methods_and_namespaces_qualify_names)
{
	T_UNUSED;
	CXX("namespace a::b { void f() {} namespace { void g() {} } }\n"
	    "class C : public B<int> { public: C() : x{1}, y(2) {} ~C() {} int m() const { return "
	    "1; }"
	    " private: int x, y; struct D { void n() {} }; };\n"
	    "int C::out(int v) { return v; }\ntemplate <class T> void W<T>::t() {}\n",
	    "a::b::f 1-1, a::b::(anonymous namespace)::g 1-1, C::C 2-2, C::~C 2-2, C::m 2-2, "
	    "C::D::n 2-2, C::out 3-3, W::t 4-4");
}

TEST(operators_and_conversions)
{
	T_UNUSED;
	CXX("struct V {\n int& operator[](int i) { return d[i]; }\n"
	    " explicit operator bool() const noexcept { return true; }\n"
	    " operator int*() { return d; }\n bool operator<(const V& o) const { return true; }\n"
	    " void operator()() {}\n void operator,(int) {}\n void *operator new[](unsigned "
	    "long);\n"
	    " int d[4]; };\nlong double operator\"\" _kg(long double x) { return x; }\n"
	    "void *V::operator new[](unsigned long n) { return 0; }\n",
	    "V::operator[] 2-2, V::operator bool 3-3, V::operator int* 4-4, V::operator< 5-5, "
	    "V::operator() 6-6, V::operator, 7-7, operator\"\" _kg 10-10, V::operator new[] 11-11");
}

TEST(templates_and_modern_heads)
{
	T_UNUSED;
	CXX("template <typename A, typename B>\nA& foo(A& a, B const& b) { return a; }\n"
	    "template <> double& foo<double,int>(double& a, int const& b) { return a; }\n"
	    "template <typename T> requires (sizeof(T) > 1)\nT req(T x) { return x; }\n"
	    "auto trail(int x) -> decltype(x + 1) { return x; }\n"
	    "[[nodiscard]] constexpr auto cx(int v) noexcept -> int { return v; }\n"
	    "struct S { S() try : x(1) { } catch (...) { } int x; ~S() noexcept(false) {} };\n"
	    "void r(int&& x) & noexcept(true) { }\n",
	    "foo 2-2, foo 3-3, req 5-5, trail 6-6, cx 7-7, S::S 8-8, S::~S 8-8, r 9-9");
}

TEST(words_of_cxx_are_names_in_c)
{
	T_UNUSED;
	C("int delete(int class) { return class; }\nint new(void) { return 0; }\n"
	  "static int final(int x) { return x; }\n",
	  "delete 1-1, new 2-2, final 3-3");
}

TEST(a_function_that_returns_a_structure)
{
	T_UNUSED;
	C("struct s { int x; };\nstruct s *make(int a) { return 0; }\nstruct s both(void)\n{\n}\n"
	  "enum e which(void) { return 0; }\n",
	  "make 2-2, both 3-5, which 6-6");
}

TEST(loops_are_noticed)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c",
		  "int f(int n) { for (;;) n--; }\nint g(int n) { do n--; while (n); return n; }\n"
		  "int h(int n) { goto end; end: return n; }\nint i(int n) { return n; }\n"
		  "int j(int n) { /* for */ return n + sizeof(\"while\"); }\n");
	assert_true(t_tree_def(&tree, "f")->flags & CSA_DEF_LOOP);
	assert_true(t_tree_def(&tree, "g")->flags & CSA_DEF_LOOP);
	assert_true(t_tree_def(&tree, "h")->flags & CSA_DEF_LOOP);
	assert_false(t_tree_def(&tree, "i")->flags & CSA_DEF_LOOP);
	assert_false(t_tree_def(&tree, "j")->flags & CSA_DEF_LOOP);
	t_tree_end(&tree);
}

TEST(a_mark_and_carriage_returns_are_tolerated)
{
	T_UNUSED;
	C("\xef\xbb\xbfint f(void)\r\n{\r\n\treturn 1;\r\n}\r\n#define M(x) \\\r\n  { x }\r\n"
	  "int g(void) { return 1; }\r\n",
	  "f 1-4, g 7-7");
}

TEST(a_nul_byte_is_a_blank)
{
	static const char text[] = "int f(void) { return\0 1; }\n\0int g(void) { return 2; }\n";
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_bytes(&tree, "a.c", text, sizeof(text) - 1);
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_functions(&tree), "f 1-1, g 2-2");
	t_tree_end(&tree);
}

TEST(an_empty_file_has_nothing)
{
	T_UNUSED;
	C("", "");
	C("\n\n", "");
}

TEST(missing_braces_are_said_with_the_line)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c", "int ok(void) { return 1; }\nint f(void) {\n  if (1) {\n}\n");
	assert_string_equal(t_tree_functions(&tree), "ok 1-1, f 2-5");
	assert_non_null(strstr(tree.notes.data, "a.c:2: warning: braces do not balance"));
	t_tree_end(&tree);
}

TEST(braces_too_many_cost_nothing)
{
	T_UNUSED;
	C("int f(void) { return 1; } } } }\nint g(void) { return 2; }\n", "f 1-1, g 2-2");
}

TEST(unclosed_comments_and_strings_end_somewhere)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c",
		  "int f(void) { return 1; }\n/* no end\nint g(void) { return 1; }\n");
	assert_string_equal(t_tree_functions(&tree), "f 1-1");
	assert_non_null(strstr(tree.notes.data, "warning: braces do not balance"));
	t_tree_end(&tree);
	C("#define S \"no end;\nint g(void) { return 1; }\n", "g 2-2");
	CXX("int f() { return 1; }\nconst char *s = R\"(no end\n", "f 1-1");
	C("#error don't\nint g(void) { return 1; }\n", "g 2-2");
}

TEST(a_member_outside_of_its_class_gets_the_full_name)
{
	T_UNUSED;
	CXX("namespace lv { class Out { class In { void b(); }; };\nnamespace { class P { void "
	    "s(); }; }\n"
	    "inline namespace v1 { struct R { void t(); }; }\nvoid P::s() {} void R::t() {}\n"
	    "void Out::In::b() {}\nnamespace other { void f(); }\nvoid other::g() {} }\n"
	    "using namespace lv;\nvoid Out::late() {}\nvoid Unknown::late() {}\n",
	    "lv::(anonymous namespace)::P::s 4-4, lv::v1::R::t 4-4, lv::Out::In::b 5-5, "
	    "lv::other::g 7-7, lv::Out::late 9-9, Unknown::late 10-10");
}

TEST(classes_inside_of_functions)
{
	T_UNUSED;
	CXX("int f(int x) {\n struct Local final : public B<int> { Local() : a{1} {} int m() { "
	    "return 1; }\n"
	    " int a; };\n struct stat st = { 0 }; struct Fwd;\n if (x) { class C { void n() {} }; "
	    "}\n"
	    " Local l; return l.m();\n}\nint after() { return 1; }\n",
	    "f 1-7, f::Local::Local 2-2, f::Local::m 2-2, f::C::n 5-5, after 8-8");
}

TEST(headers_are_searched_beside_the_file_and_in_the_folders)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "src/a.c",
		    "#include \"near.h\"\n#include <inc/far.h>\n# include \"inc/far.h\"\n"
		    "#include \"missing.h\"\n#include MACRO\n#include <stdio.h>\n#include "
		    "\"../../out.h\"\n");
	t_tree_file(&tree, "src/near.h", "#include \"deeper/x.h\"\nint near(void) { return 1; }\n");
	t_tree_file(&tree, "src/deeper/x.h", "#include \"../near.h\"\nint x(void) { return 1; }\n");
	t_tree_file(&tree, "inc/far.h", "int far(void) { return 1; }\n");
	t_tree_file(&tree, "inc/never.h", "int never(void) { return 1; }\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_functions(&tree), "near 2-2, far 1-1, x 2-2");
	assert_int_equal(tree.project.files.count, 4);
	assert_string_equal(tree.notes.data, "");
	t_tree_end(&tree);
}

/* @count times @part: one long line, or deep nesting. */
static char *repeat(const char *part, size_t count, const char *tail)
{
	struct csa_buf buf;
	char *text;

	csa_buf_init(&buf);
	for (size_t i = 0; i < count; i++)
		csa_buf_add_str(&buf, part);
	csa_buf_add_str(&buf, tail);
	text = csa_buf_steal(&buf);
	assert_non_null(text);
	return text;
}

static void check_endures(const char *name, const char *part, size_t count)
{
	char *text = repeat(part, count, "\nint last(void) { return 1; }\n");
	struct t_tree tree;

	t_tree_of(&tree, name, text);
	t_tree_end(&tree);
	free(text);
}

TEST(a_megabyte_in_one_line)
{
	char *text = repeat("int f(int a) { return g(a); } ", 33000, "\nint last(void) { }\n");
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c", text);
	assert_int_equal(t_tree_def(&tree, "last")->line, 2);
	t_tree_end(&tree);
	free(text);
}

TEST(hostile_repetitions_end)
{
	static const char *const parts[] = { "{",
					     "}",
					     "(",
					     ")",
					     "<",
					     "a<",
					     "a<b<",
					     "a(",
					     "a::",
					     "[",
					     "#if 1\n",
					     "#else\n",
					     "f(a) int a; ",
					     "R\"(",
					     "\\",
					     "template<",
					     "class A {",
					     "namespace n {",
					     "x = ",
					     "'",
					     "operator",
					     "a b c(",
					     "#define f(x) f(x\n",
					     "%:",
					     "/*" };

	T_UNUSED;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		check_endures("a.c", parts[i], 20000);
		check_endures("a.cpp", parts[i], 20000);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(functions_have_a_name_and_a_range),
		CASE(prototypes_types_and_data_are_no_functions),
		CASE(old_style_definitions),
		CASE(a_prototype_behind_a_macro_line_is_not_old_style),
		CASE(several_functions_of_one_declaration_are_not_old_style),
		CASE(names_in_parentheses_and_returned_pointers),
		CASE(attributes_do_not_take_the_name),
		CASE(comments_strings_and_characters_hide_braces),
		CASE(line_splices),
		CASE(raw_strings),
		CASE(digraphs),
		CASE(a_scope_behind_an_angle_is_no_digraph),
		CASE(digit_separators_are_no_characters),
		CASE(each_branch_opens_the_same_body),
		CASE(a_branch_alone_does_not_move_the_braces),
		CASE(branches_of_unequal_depth),
		CASE(branches_inside_of_a_head),
		CASE(linkage_blocks_are_transparent),
		CASE(methods_and_namespaces_qualify_names),
		CASE(operators_and_conversions),
		CASE(templates_and_modern_heads),
		CASE(words_of_cxx_are_names_in_c),
		CASE(a_function_that_returns_a_structure),
		CASE(loops_are_noticed),
		CASE(a_mark_and_carriage_returns_are_tolerated),
		CASE(a_nul_byte_is_a_blank),
		CASE(an_empty_file_has_nothing),
		CASE(missing_braces_are_said_with_the_line),
		CASE(braces_too_many_cost_nothing),
		CASE(unclosed_comments_and_strings_end_somewhere),
		CASE(a_member_outside_of_its_class_gets_the_full_name),
		CASE(classes_inside_of_functions),
		CASE(headers_are_searched_beside_the_file_and_in_the_folders),
		CASE(a_megabyte_in_one_line),
		CASE(hostile_repetitions_end),
	};

	return T_RUN(cases, argc, argv);
}
