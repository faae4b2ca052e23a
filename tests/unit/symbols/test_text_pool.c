/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "text_pool.h"

static void expect(const char *text, const char *wanted)
{
	struct csa_text_pool pool = { 0 };

	assert_string_equal(csa_text_pool_add(&pool, text, strlen(text)), wanted);
	csa_text_pool_release(&pool);
}

TEST(the_same_text_is_kept_once)
{
	struct csa_text_pool pool = { 0 };
	const char *first = csa_text_pool_add(&pool, "function", 8);
	const char *part = csa_text_pool_add(&pool, "function", 4);

	T_UNUSED;
	assert_string_equal(part, "func");
	assert_ptr_equal(csa_text_pool_add(&pool, "function", 8), first);
	assert_ptr_equal(csa_text_pool_add(&pool, "func", 4), part);
	assert_string_equal(csa_text_pool_add(&pool, "", 0), "");
	csa_text_pool_release(&pool);
}

TEST(texts_stay_where_they_are)
{
	struct csa_text_pool pool = { 0 };
	static const char *kept[20000];
	char text[32];

	T_UNUSED;
	for (int i = 0; i < 20000; i++) {
		(void)snprintf(text, sizeof(text), "name %d", i);
		kept[i] = csa_text_pool_add(&pool, text, strlen(text));
	}
	for (int i = 0; i < 20000; i++) {
		(void)snprintf(text, sizeof(text), "name %d", i);
		assert_string_equal(kept[i], text);
		assert_ptr_equal(csa_text_pool_add(&pool, text, strlen(text)), kept[i]);
	}
	csa_text_pool_release(&pool);
}

TEST(memory_is_zero_and_aligned)
{
	struct csa_text_pool pool = { 0 };
	const unsigned char *big;
	uint64_t *number;

	T_UNUSED;
	csa_text_pool_add(&pool, "x", 1);
	number = csa_text_pool_alloc(&pool, sizeof(*number));
	assert_int_equal((uintptr_t)number % sizeof(*number), 0);
	assert_int_equal(*number, 0);
	big = csa_text_pool_alloc(&pool, 1000000);
	assert_int_equal(big[0] | big[999999], 0);
	assert_null(csa_text_pool_alloc(&pool, SIZE_MAX));
	csa_text_pool_release(&pool);
}

TEST(utf8_is_kept)
{
	T_UNUSED;
	expect("caf\xc3\xa9", "caf\xc3\xa9");
	expect("\xe2\x82\xac \xf0\x9f\x98\x80 \xed\x9f\xbf",
	       "\xe2\x82\xac \xf0\x9f\x98\x80 \xed\x9f\xbf");
}

TEST(every_other_byte_becomes_a_replacement_character)
{
	T_UNUSED;
	expect("caf\xe9_x", "caf\xef\xbf\xbd_x");
	expect("\xc3", "\xef\xbf\xbd");
	expect("\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xe0\x9f\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	expect("\xe2\x82x", "\xef\xbf\xbd\xef\xbf\xbdx");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_same_text_is_kept_once),
		CASE(texts_stay_where_they_are),
		CASE(memory_is_zero_and_aligned),
		CASE(utf8_is_kept),
		CASE(every_other_byte_becomes_a_replacement_character),
	};

	return T_RUN(cases, argc, argv);
}
