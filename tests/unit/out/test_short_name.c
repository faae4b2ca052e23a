/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "short_name.h"

static struct csa_buf buf;

static void check_shortened(const char *text, unsigned width, const char *expected)
{
	csa_buf_init(&buf);
	csa_add_shortened(&buf, text, width);
	assert_string_equal(buf.data, expected);
	csa_buf_release(&buf);
}

TEST(texts_are_shortened_in_their_middle)
{
	T_UNUSED;
	check_shortened("abcdefgh", 8, "abcdefgh");
	check_shortened("abcdefgh", 7, "ab..fgh");
	check_shortened("abcdefgh", 6, "ab..gh");
	check_shortened("abcdefgh", 3, "..h");
	check_shortened("abcdefgh", 2, "..");
	check_shortened("abcdefgh", 1, ".");
	check_shortened("abcdefgh", 0, "");
	check_shortened("\xc3\xa9\xc3\xa9-----\xe2\x82\xac\xe2\x82\xac", 6,
			"\xc3\xa9\xc3\xa9..\xe2\x82\xac\xe2\x82\xac");
}

static void check_name(const char *name, unsigned width, const char *expected)
{
	csa_buf_init(&buf);
	csa_add_shortened_name(&buf, name, width);
	assert_string_equal(buf.data, expected);
	csa_buf_release(&buf);
}

TEST(names_lose_what_says_least)
{
	T_UNUSED;
	check_name("plain_name_of_c", 10, "plai..of_c");
	check_name("a::b<int>::c(long, long)", 24, "a::b<int>::c(long, long)");
	check_name("a::b<int>::c(long, long)", 23, "a::b<int>::c(..)");
	check_name("a::b<short>::c(long, long)", 17, "a::b<..>::c(..)");
	check_name("a::b<int, c<d> >::operator()(int, int) const", 32, "a::b<..>::operator()(..)");
	check_name("a::operator<< <char>(long, long)", 26, "a::operator<< <char>(..)");
	check_name("b<&(a::operator->)>::c(long, long)", 14, "b<..>::c(..)");
	check_name("(anonymous namespace)::f(long, long)", 32, "(anonymous namespace)::f(..)");
	check_name("one::(anonymous namespace)::two::three(long)", 16, "..two::three(..)");
	check_name("one::(anonymous namespace)::two::three(long) const", 15, "..three(..)");
	check_name("one::two::of_a_long_name()", 12, "..of_a..me()");
	check_name("one::a_class_of_some_length::two()", 24, "..a_clas.._length::two()");
	check_name("one::f(long, long)::State::two(long)", 20, "..State::two(..)");
	check_name("a<b(unclosed, unclosed, unclosed", 10, "a<b(..osed");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(texts_are_shortened_in_their_middle),
		CASE(names_lose_what_says_least),
	};

	return T_RUN(cases, argc, argv);
}
