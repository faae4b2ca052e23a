/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

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
	check("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0", "\"\\u0080\\u009b\\u009f\xc2\xa0\"");
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

/* What a reader must get: the bytes, or U+FFFD for those that are not UTF-8. */
static void clean(const char *text, char *to)
{
	while (*text) {
		unsigned length = csa_utf8_length(text);

		memcpy(to, length ? text : "\xef\xbf\xbd", length ? length : 3);
		to += length ? length : 3;
		text += length ? length : 1;
	}
	*to = '\0';
}

TEST(a_reader_gets_back_any_bytes)
{
	static const char pieces[][5] = {
		"\"", "\\", "\n", "\x7f", "</", "\xc3\xa9", "\xf0\x9f\x98\x80", "\xed\xa0"
	};
	uint32_t seed = 1;

	T_UNUSED;
	for (unsigned round = 0; round < 20000; round++) {
		char text[64] = "";
		char wanted[200];
		char *written = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&written, &length);
		json_t *value;

		for (size_t used = 0; used < sizeof(text) - 8 && (seed >> 24) != 7;
		     used = strlen(text)) {
			seed = seed * 1664525u + 1013904223u;
			if (seed >> 31)
				memcpy(text + used, pieces[seed >> 16 & 7], sizeof(pieces[0]));
			else
				text[used] = (char)(1 + (seed >> 16) % 255);
		}
		seed = seed * 1664525u + 1013904223u;
		csa_json_string(out, text);
		fclose(out);
		value = json_loads(written, JSON_DECODE_ANY, NULL);
		clean(text, wanted);
		assert_non_null(value);
		assert_string_equal(json_string_value(value), wanted);
		json_decref(value);
		free(written);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(plain_text_and_unicode_stay),
		CASE(quotes_and_controls_are_escaped),
		CASE(bytes_that_are_not_utf8_become_the_replacement_character),
		CASE(a_reader_gets_back_any_bytes),
	};

	return T_RUN(cases, argc, argv);
}
