/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <stdlib.h>

#include "json_string.h"

static void check(const char *text, const char *expected)
{
	char *written = NULL;
	size_t size;
	FILE *out = open_memstream(&written, &size);

	csa_json_string(out, text);
	fclose(out);
	assert_string_equal(written, expected);
	free(written);
}

TEST(plain_text_and_unicode_stay)
{
	T_UNUSED;
	check("", "\"\"");
	check("a b/c", "\"a b/c\"");
	check("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
	check(NULL, "null");
}

TEST(quotes_and_controls_are_escaped)
{
	T_UNUSED;
	check("\"\\", "\"\\\"\\\\\"");
	check("\n\t\r\x01\x1b\x7f", "\"\\n\\t\\u000d\\u0001\\u001b\\u007f\"");
}

TEST(bytes_that_are_not_utf8_become_the_replacement_character)
{
	T_UNUSED;
	check("a\xff"
	      "b",
	      "\"a\\ufffdb\"");
	check("\xc3", "\"\\ufffd\"");
	check("\xe2\x82", "\"\\ufffd\\ufffd\"");
	check("\xc0\xaf", "\"\\ufffd\\ufffd\"");                       /* longer than needed */
	check("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"");            /* likewise */
	check("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");            /* half of a pair */
	check("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* beyond U+10FFFF */
	check("\x80", "\"\\ufffd\"");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(plain_text_and_unicode_stay),
		CASE(quotes_and_controls_are_escaped),
		CASE(bytes_that_are_not_utf8_become_the_replacement_character),
	};

	return T_RUN(cases, argc, argv);
}
