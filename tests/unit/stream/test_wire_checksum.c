/* SPDX-License-Identifier: MIT */
#include "wire_checksum.h"

#include <string.h>

#include "test.h"

/* a = 1, 3, 6, 10, 15, then the words of the text. */
TEST(sums_of_a_short_message)
{
	const struct csf_wire_message message = { .type = 1,
						  .number = 2,
						  .process = 3,
						  .raw_bytes = 4,
						  .stored_bytes = 5,
						  .checksum = 99 };
	const uint32_t a = 15 + 0x34333231u + 0x35u;
	const uint32_t b = 1 + 3 + 6 + 10 + 15 + (15 + 0x34333231u) + a;

	T_UNUSED;
	if (*(const unsigned char *)&message.type != 1)
		T_SKIP("the sum is written down for a little-endian machine");
	assert_int_equal(css_wire_checksum(&message, "12345", 5, false), b ^ (a << 16 | a >> 16));
}

static void swap_words(void *words, size_t count)
{
	unsigned char *at = words;

	for (size_t i = 0; i < count; i++, at += 4) {
		unsigned char old[4];

		memcpy(old, at, 4);
		for (size_t j = 0; j < 4; j++)
			at[j] = old[3 - j];
	}
}

TEST(both_byte_orders_have_one_sum)
{
	struct csf_wire_message message = { .type = 3, .number = 7, .stored_bytes = 16 };
	uint32_t body[4] = { 0x01020304, 0xfffefdfc, 0, 0x80000000 };
	uint32_t sum = css_wire_checksum(&message, body, sizeof(body), false);

	T_UNUSED;
	swap_words(&message, 6);
	swap_words(body, 4);
	assert_int_equal(css_wire_checksum(&message, body, sizeof(body), true), sum);
}

TEST(every_changed_bit_and_every_exchange_is_found)
{
	const struct csf_wire_message message = { .type = 3 };
	unsigned char body[72];
	uint32_t sum;

	T_UNUSED;
	for (size_t i = 0; i < sizeof(body); i++)
		body[i] = (unsigned char)(i * 37);
	sum = css_wire_checksum(&message, body, sizeof(body), false);
	for (size_t bit = 0; bit < 8 * sizeof(body); bit++) {
		body[bit / 8] ^= (unsigned char)(1u << bit % 8);
		assert_int_not_equal(css_wire_checksum(&message, body, sizeof(body), false), sum);
		body[bit / 8] ^= (unsigned char)(1u << bit % 8);
	}
	for (size_t i = 0; i + 8 <= sizeof(body); i += 4) {
		unsigned char other[sizeof(body)];

		memcpy(other, body, sizeof(body));
		memcpy(other + i, body + i + 4, 4);
		memcpy(other + i + 4, body + i, 4);
		assert_int_not_equal(css_wire_checksum(&message, other, sizeof(other), false), sum);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(sums_of_a_short_message),
		CASE(both_byte_orders_have_one_sum),
		CASE(every_changed_bit_and_every_exchange_is_found),
	};

	return T_RUN(cases, argc, argv);
}
