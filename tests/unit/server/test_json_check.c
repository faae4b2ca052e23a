/* SPDX-License-Identifier: MIT */
#include "json_check.h"

#include <string.h>

#include "test.h"

static bool is_object(const char *text)
{
	return css_json_is_object(text, strlen(text));
}

TEST(objects_are_taken)
{
	static const char *const texts[] = {
		"{}",
		" {\"a\" : 1 , \"b\":[ ] }\n",
		"{\"a\":[1,-0,0.5,1e9,1E-2,12.25e+1,true,false,null,\"x\",{},[[]]]}",
		"{\"\\u00e9\\n\\\"\\\\\\/\\b\\f\\r\\t\":\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"}",
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_true(is_object(texts[i]));
}

TEST(everything_else_is_refused)
{
	static const char *const texts[] = {
		"",
		" ",
		"[]",
		"1",
		"\"a\"",
		"{",
		"}",
		"{}}",
		"{}{}",
		"{} x",
		"{\"a\"}",
		"{\"a\":}",
		"{\"a\":1,}",
		"{,}",
		"{\"a\":1 \"b\":2}",
		"{a:1}",
		"{'a':1}",
		"{\"a\":[1,]}",
		"{\"a\":[,]}",
		"{\"a\":[1}",
		"{\"a\":{]}",
		"{\"a\":01}",
		"{\"a\":+1}",
		"{\"a\":.5}",
		"{\"a\":1.}",
		"{\"a\":1e}",
		"{\"a\":-}",
		"{\"a\":tru}",
		"{\"a\":nul",
		"{\"a\":NaN}",
		"{\"a\":\"\\x\"}",
		"{\"a\":\"\\u12g4\"}",
		"{\"a\":\"\\u12",
		"{\"a\":\"x",
		"{\"a\":\"\\",
		"{\"a\":\"\n\"}",
		"{\"a\":\"\x80\"}",
		"{\"a\":\"\xc0\x80\"}",
		"{\"a\":\"\xed\xa0\x80\"}",
		"{\"a\":\"\xf4\x90\x80\x80\"}",
		"{\"a\":\"\xe2\x82\"}",
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (is_object(texts[i]))
			fail_msg("%s was taken", texts[i]);
	assert_false(css_json_is_object("{\"a\":\"\0\"}", 9));
}

TEST(nesting_has_a_limit)
{
	char text[2 * CSS_JSON_DEPTH + 16];

	T_UNUSED;
	for (size_t depth = CSS_JSON_DEPTH - 1; depth <= CSS_JSON_DEPTH; depth++) {
		size_t at = 5;

		memcpy(text, "{\"a\":", 5);
		memset(text + at, '[', depth);
		memset(text + at + depth, ']', depth);
		at += 2 * depth;
		text[at++] = '}';
		assert_int_equal(css_json_is_object(text, at), depth < CSS_JSON_DEPTH);
	}
}

TEST(no_prefix_is_an_object)
{
	const char *text = "{\"key\":[1.5e3,\"\\u00e9\xe2\x82\xac\",null,{\"b\":true}]}";

	T_UNUSED;
	for (size_t i = 0; i < strlen(text); i++)
		assert_false(css_json_is_object(text, i));
	assert_true(is_object(text));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(objects_are_taken),
		CASE(everything_else_is_refused),
		CASE(nesting_has_a_limit),
		CASE(no_prefix_is_an_object),
	};

	return T_RUN(cases, argc, argv);
}
