/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"

TEST(empty_buffer_is_an_empty_string)
{
	struct csa_buf buf;
	char *text;

	T_UNUSED;
	csa_buf_init(&buf);
	assert_string_equal(buf.data, "");
	csa_buf_add(&buf, "x", 0);
	assert_int_equal(buf.length, 0);
	text = csa_buf_steal(&buf);
	assert_string_equal(text, "");
	free(text);
}

TEST(additions_are_appended_and_terminated)
{
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	csa_buf_add_str(&buf, "ab");
	csa_buf_add_char(&buf, 'c');
	csa_buf_add_fmt(&buf, "%d-%s", 7, "x");
	csa_buf_add(&buf, "\0z", 2);
	assert_int_equal(buf.length, 8);
	assert_memory_equal(buf.data, "abc7-x\0z", 9);
	csa_buf_release(&buf);
}

TEST(growth_keeps_the_content)
{
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	for (int i = 0; i < 10000; i++)
		csa_buf_add_fmt(&buf, "%05d", i);
	assert_int_equal(buf.length, 50000);
	assert_memory_equal(buf.data + 49380, "09876", 5);
	csa_buf_clear(&buf);
	assert_string_equal(buf.data, "");
	csa_buf_release(&buf);
}

TEST(a_length_beyond_memory_fails_and_drops)
{
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	csa_buf_add_str(&buf, "kept");
	csa_buf_add(&buf, "x", SIZE_MAX / 2);
	csa_buf_add_str(&buf, "dropped");
	assert_true(buf.failed);
	assert_string_equal(buf.data, "kept");
	assert_null(csa_buf_steal(&buf));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(empty_buffer_is_an_empty_string),
		CASE(additions_are_appended_and_terminated),
		CASE(growth_keeps_the_content),
		CASE(a_length_beyond_memory_fails_and_drops),
	};

	return T_RUN(cases, argc, argv);
}
