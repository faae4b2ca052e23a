/* SPDX-License-Identifier: MIT */
#include "wire_checksum.h"

#include <string.h>

struct sums {
	uint32_t a;
	uint32_t b;
};

static uint32_t swap(uint32_t word)
{
	return word >> 24 | (word >> 8 & 0xff00u) | (word << 8 & 0xff0000u) | word << 24;
}

static void add(struct sums *sums, const unsigned char *bytes, size_t count)
{
	uint32_t a = sums->a;
	uint32_t b = sums->b;

	for (; count >= 4; bytes += 4, count -= 4) {
		uint32_t word;

		memcpy(&word, bytes, 4);
		a += word;
		b += a;
	}
	if (count) {
		uint32_t word = 0;

		memcpy(&word, bytes, count);
		a += word;
		b += a;
	}
	*sums = (struct sums){ a, b };
}

static void add_swapped(struct sums *sums, const unsigned char *bytes, size_t count)
{
	for (size_t at = 0; at < count; at += 4) {
		uint32_t word = 0;

		memcpy(&word, bytes + at, count - at < 4 ? count - at : 4);
		sums->a += swap(word);
		sums->b += sums->a;
	}
}

uint32_t css_wire_checksum(const struct csf_wire_message *message, const void *stored, size_t bytes,
			   bool is_foreign)
{
	const size_t header_bytes = offsetof(struct csf_wire_message, checksum);
	struct sums sums = { 0, 0 };

	if (is_foreign) {
		add_swapped(&sums, (const unsigned char *)message, header_bytes);
		add_swapped(&sums, stored, bytes);
	} else {
		add(&sums, (const unsigned char *)message, header_bytes);
		add(&sums, stored, bytes);
	}
	return sums.b ^ (sums.a << 16 | sums.a >> 16);
}
