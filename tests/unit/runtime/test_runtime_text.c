/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdbool.h>
#include <string.h>

#include "text.h"

static void expect_json(const char *bytes, size_t count, const char *expected)
{
	char data[200];
	struct csr_text text;

	csr_text_init(&text, data, sizeof(data));
	csr_text_add_json(&text, bytes, count);
	assert_string_equal(data, expected);
}

TEST(numbers_have_no_leading_zeros)
{
	char data[100];
	struct csr_text text;

	T_UNUSED;
	csr_text_init(&text, data, sizeof(data));
	csr_text_add_decimal(&text, 0);
	csr_text_add_char(&text, ' ');
	csr_text_add_decimal(&text, UINT64_MAX);
	csr_text_add_char(&text, ' ');
	csr_text_add_hex(&text, 0);
	csr_text_add_char(&text, ' ');
	csr_text_add_hex(&text, 0x1f0);
	csr_text_add_char(&text, ' ');
	csr_text_add_hex(&text, UINT64_MAX);
	assert_string_equal(data, "0 18446744073709551615 0 1f0 ffffffffffffffff");
}

TEST(json_strings_escape_what_json_forbids)
{
	T_UNUSED;
	expect_json("a\"b\\c\n\x7f", 7, "\"a\\\"b\\\\c\\u000a\\u007f\"");
	expect_json("", 0, "\"\"");
}

TEST(json_strings_keep_utf8_and_spell_other_bytes)
{
	T_UNUSED;
	expect_json("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9,
		    "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
	expect_json("\xff"
		    "a",
		    2, "\"\\u00ffa\"");
	expect_json("\xc3", 1, "\"\\u00c3\"");            /* cut */
	expect_json("\xc0\x80", 2, "\"\\u00c0\\u0080\""); /* overlong */
	expect_json("\xe0\x80\x80", 3, "\"\\u00e0\\u0080\\u0080\"");
	expect_json("\xed\xa0\x80", 3, "\"\\u00ed\\u00a0\\u0080\""); /* surrogate */
	expect_json("\xf4\x90\x80\x80", 4, "\"\\u00f4\\u0090\\u0080\\u0080\"");
}

TEST(a_full_buffer_says_so_and_stays_terminated)
{
	char data[5];
	struct csr_text text;

	T_UNUSED;
	csr_text_init(&text, data, sizeof(data));
	csr_text_add(&text, "abcd");
	assert_false(text.is_full);
	csr_text_add(&text, "e");
	assert_true(text.is_full);
	assert_string_equal(data, "abcd");
}

TEST(strings_compare_as_in_libc)
{
	char copy[4] = "xyz";

	T_UNUSED;
	assert_true(csr_equal("abc", "abc"));
	assert_false(csr_equal("abc", "ab"));
	assert_false(csr_equal("ab", "abc"));
	assert_true(csr_starts_with("abc", "ab"));
	assert_true(csr_starts_with("abc", ""));
	assert_false(csr_starts_with("a", "ab"));
	assert_int_equal(csr_length("abc"), 3);
	csr_copy(copy, "abc", 2);
	assert_string_equal(copy, "abz");
	csr_zero(copy, 4);
	assert_memory_equal(copy, "\0\0\0\0", 4);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(numbers_have_no_leading_zeros),
		CASE(json_strings_escape_what_json_forbids),
		CASE(json_strings_keep_utf8_and_spell_other_bytes),
		CASE(a_full_buffer_says_so_and_stays_terminated),
		CASE(strings_compare_as_in_libc),
	};

	return T_RUN(cases, argc, argv);
}
