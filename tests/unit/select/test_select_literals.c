/* SPDX-License-Identifier: MIT */
/* A literal with a suffix calls an operator of the program: found wherever one can be written. */
#include "config.h"
#include "lex.h"
#include "source_tree.h"
#include "test.h"

#include <string.h>

#define OPERATORS                                                                           \
	"namespace units { inline namespace literals {\n"                                   \
	"long double operator\"\" _kg(long double x) { return x; }\n"                       \
	"long operator\"\"_g(unsigned long long x) { return x; }\n"                         \
	"long operator \"\"_c(char c) { return c; }\n"                                      \
	"long operator \"\" _s(const char *s, unsigned long n) { return s[0] + n; }\n"      \
	"template <char... C> constexpr long operator\"\"_bin() { return sizeof...(C); }\n" \
	"long operator\"\"_raw(const char *) { return 1; }\n"                               \
	"} }\nusing namespace units::literals;\n"

static void check(const char *text, const char *expected)
{
	struct t_tree tree;

	t_tree_of(&tree, "a.cpp", text);
	assert_string_equal(t_tree_reached(&tree, "f", CSA_DEPTH_ALL), expected);
	t_tree_end(&tree);
}

#define KG   "units::literals::operator\"\" _kg"
#define G    "units::literals::operator\"\" _g"
#define CHAR "units::literals::operator\"\" _c"
#define S    "units::literals::operator\"\" _s"
#define BIN  "units::literals::operator\"\" _bin"
#define RAW  "units::literals::operator\"\" _raw"

TEST(numbers_with_a_suffix_are_calls)
{
	T_UNUSED;
	check(OPERATORS "long double f() { return 1.5_kg; }\n", "f " KG);
	check(OPERATORS "long double f() { return 1.e-5_kg; }\n", "f " KG);
	check(OPERATORS "long double f() { return .5_kg; }\n", "f " KG);
	check(OPERATORS "long double f() { return 0x1.8p+3_kg; }\n", "f " KG);
	check(OPERATORS "long f() { return 12'000_g; }\n", "f " G);
	check(OPERATORS "long f() { return 0x1f_g; }\n", "f " G);
	check(OPERATORS "long f() { return 101_bin + 0b11_raw; }\n", "f " BIN " " RAW);
	check(OPERATORS "long f() { return 12ul + 0x1fLL + 0xe + 7z; }\n", "f");
}

TEST(texts_and_characters_with_a_suffix_are_calls)
{
	T_UNUSED;
	check(OPERATORS "long f() { return 'c'_c; }\n", "f " CHAR);
	check(OPERATORS "long f() { return L'\\''_c; }\n", "f " CHAR);
	check(OPERATORS "long f() { return \"a\\\"\"_s; }\n", "f " S);
	check(OPERATORS "long f() { return u8\"a\" \"b\"_s; }\n", "f " S);
	check(OPERATORS "long f() { return u8R\"x(a)\"_c)x\"_s; }\n", "f " S);
	check(OPERATORS "long f() { return R\"(_kg)\"[0] + \"1_g\"[0]; }\n", "f");
	check(OPERATORS "long f() { return \"a\" \"_s\"[0] + 'c'; }\n", "f");
}

TEST(an_operator_called_by_its_name)
{
	T_UNUSED;
	check(OPERATORS "long f() { return units::operator\"\"_g(3); }\n", "f " G);
	check(OPERATORS "long f() { return operator \"\" _g(3); }\n", "f " G);
	check(OPERATORS "long f() { long (*p)(char) = &operator\"\" _c; return p(1); }\n",
	      "f " CHAR);
}

TEST(literals_outside_of_bodies)
{
	T_UNUSED;
	check(OPERATORS "static long limit = 7_g;\nlong f() { return limit; }\n", "f " G);
	check(OPERATORS "static long limit{7_g};\nlong f() { return limit; }\n", "f " G);
	check(OPERATORS "struct P { long v = 7_g; };\nlong f() { return P().v; }\n", "f " G);
	check(OPERATORS "struct P { long v; P() : v(7_g) {} };\nlong f() { return P().v; }\n",
	      "P::P f " G);
	check(OPERATORS "long d(long x = 7_g);\nlong f() { return d(); }\n", "f " G);
	check(OPERATORS "long f() { auto l = [x = 7_g] { return x; }; return l(); }\n",
	      "f f::{lambda#1} " G);
}

TEST(literals_made_by_macros)
{
	T_UNUSED;
	check(OPERATORS "#define LIMIT 7_g\nlong f() { return LIMIT; }\n", "f " G);
	check(OPERATORS "#define GRAMS(x) x##_g\nlong f() { return GRAMS(7); }\n", "f " G);
	check(OPERATORS "#define TEXT(x) #x##_s\nlong f() { return TEXT(a); }\n", "f " S);
	check(OPERATORS "#define RUN(n) long n() { return \"a\"_s; }\nRUN(f)\n", "f " S);
	check("#define PRI call()\nint call() { return 1; }\nint f() { return print(\"%\"PRI); }\n",
	      "call f");
}

TEST(operators_that_are_friends)
{
	T_UNUSED;
	check("namespace n { struct M { friend M operator\"\"_m(unsigned long long x) { return "
	      "M(); "
	      "}\n friend int show(const M &m) { return 1; } }; }\nusing namespace n;\n"
	      "int f() { return show(3_m); }\n",
	      "f n::operator\"\" _m n::show");
	/* One whose head does not name its class comes with the class. */
	check("namespace n { template <class D> struct Same { friend bool operator==(const D &a, "
	      "const D &b) { return true; } };\nstruct P : Same<P> {}; }\n"
	      "bool f(n::P a, n::P b) { n::P c; return a == b; }\n",
	      "f n::operator==");
}

TEST(c_has_no_suffixes_of_its_own)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c",
		  "#define PRI call()\nint call(void) { return 1; }\n"
		  "int f(void) { return print(\"%\"PRI, 1); }\n");
	assert_string_equal(t_tree_reached(&tree, "f", CSA_DEPTH_ALL), "call f");
	t_tree_end(&tree);
}

/* The suffix of the only token of @text. */
static const char *suffix_of(const char *text)
{
	static char suffix[32];
	struct csa_token token;
	struct csa_lex lex;
	uint32_t length;

	csa_lex_init(&lex, text, strlen(text), true);
	csa_lex_next(&lex, &token);
	assert_int_equal(token.length, strlen(text));
	length = csa_lex_suffix(&token);
	assert_true(length < sizeof(suffix));
	memcpy(suffix, token.text + token.length - length, length);
	suffix[length] = '\0';
	csa_lex_release(&lex);
	return suffix;
}

TEST(a_suffix_begins_behind_the_digits)
{
	T_UNUSED;
	assert_string_equal(suffix_of("1.5e-3_kg"), "_kg");
	assert_string_equal(suffix_of("0xab_face"), "_face");
	assert_string_equal(suffix_of("0b11_e"), "_e");
	assert_string_equal(suffix_of("10h"), "h");
	assert_string_equal(suffix_of("1e5"), "");
	assert_string_equal(suffix_of("1.0f"), "");
	assert_string_equal(suffix_of("0x1p-3"), "");
	assert_string_equal(suffix_of("1_000"), "_000");
	assert_string_equal(suffix_of("u8\"a\"_s"), "_s");
	assert_string_equal(suffix_of("\"a_s"), "");
	assert_string_equal(suffix_of("'a"), "");
	assert_string_equal(suffix_of("\"\""), "");
	assert_string_equal(suffix_of("R\"(a)\"_\xc2\xb5"), "_\xc2\xb5");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(numbers_with_a_suffix_are_calls),
		CASE(texts_and_characters_with_a_suffix_are_calls),
		CASE(an_operator_called_by_its_name),
		CASE(literals_outside_of_bodies),
		CASE(literals_made_by_macros),
		CASE(operators_that_are_friends),
		CASE(c_has_no_suffixes_of_its_own),
		CASE(a_suffix_begins_behind_the_digits),
	};

	return T_RUN(cases, argc, argv);
}
