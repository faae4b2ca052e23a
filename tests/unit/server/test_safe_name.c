/* SPDX-License-Identifier: MIT */
#include "safe_name.h"

#include <string.h>

#include "test.h"

static void check(const char *name, const char *expected)
{
	char out[CSS_SAFE_NAME_BYTES];

	css_safe_name(out, name, strlen(name));
	assert_string_equal(out, expected);
}

TEST(ordinary_names_stay)
{
	T_UNUSED;
	check("app-7-1795972517000000000", "app-7-1795972517000000000");
	check("g++_A.z=1,2@h:3", "g++_A.z=1,2@h:3");
	check("fe80::1", "fe80::1");
}

TEST(no_name_is_a_path_or_hidden)
{
	T_UNUSED;
	check("", "_");
	check(".", "_");
	check("..", "_.");
	check("../../etc/passwd", "_._.._etc_passwd");
	check("/etc/passwd", "_etc_passwd");
	check(".bashrc", "_bashrc");
	check("a\nb\033[31m", "a_b__31m");
	check("a~2", "a_2");
	check("\xc3\xa9", "__");
	check("%s%n*?[ ]'\"$`\\", "_s_n__________");
}

TEST(a_nul_inside_is_no_end)
{
	char out[CSS_SAFE_NAME_BYTES];

	T_UNUSED;
	css_safe_name(out, "a\0b", 3);
	assert_string_equal(out, "a_b");
}

TEST(of_a_long_name_the_end_stays)
{
	char name[1000];
	char out[CSS_SAFE_NAME_BYTES];

	T_UNUSED;
	memset(name, 'x', sizeof(name));
	memcpy(name + sizeof(name) - 4, "-7-1", 4);
	css_safe_name(out, name, sizeof(name));
	assert_int_equal(strlen(out), CSS_SAFE_NAME_BYTES - 1);
	assert_string_equal(out + strlen(out) - 4, "-7-1");
}

TEST(every_byte_gives_an_allowed_one)
{
	T_UNUSED;
	for (unsigned i = 0; i < 256; i++) {
		char in[2] = { 'a', (char)i };
		char out[CSS_SAFE_NAME_BYTES];

		css_safe_name(out, in, 2);
		assert_int_equal(strlen(out), 2);
		assert_null(strpbrk(out, "/~\\ \n"));
		assert_in_range((unsigned char)out[1], '+', 'z');
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(ordinary_names_stay),
		CASE(no_name_is_a_path_or_hidden),
		CASE(a_nul_inside_is_no_end),
		CASE(of_a_long_name_the_end_stays),
		CASE(every_byte_gives_an_allowed_one),
	};

	return T_RUN(cases, argc, argv);
}
