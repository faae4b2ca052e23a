/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packed_sections.h"

/* What xz makes of the output of a command. */
static size_t pack_with(const char *options, const char *command, unsigned char *bytes, size_t room)
{
	char line[200];
	size_t count;
	FILE *out;

	(void)snprintf(line, sizeof(line), "%s | xz -T1 %s -c", command, options);
	out = popen(line, "r");
	assert_non_null(out);
	count = fread(bytes, 1, room, out);
	assert_int_equal(pclose(out), 0);
	assert_true(count > 0 && count < room);
	return count;
}

static size_t pack(const char *command, unsigned char *bytes, size_t room)
{
	return pack_with("", command, bytes, room);
}

TEST(the_pieces_of_xz_are_added_up)
{
	static unsigned char bytes[1 << 20];
	size_t count;

	T_UNUSED;
	count = pack("printf hello", bytes, sizeof(bytes));
	assert_int_equal(csa_packed_xz_bytes(bytes, count), 5);
	count = pack("head -c 50000000 /dev/zero", bytes, sizeof(bytes));
	assert_true(count < 10000);
	assert_int_equal(csa_packed_xz_bytes(bytes, count), 50000000);
	/* What cannot be packed. */
	count = pack("head -c 300000 /dev/urandom", bytes, sizeof(bytes));
	assert_int_equal(csa_packed_xz_bytes(bytes, count), 300000);
	count = pack_with("--block-size=1000000 --check=crc32", "head -c 3000000 /dev/zero", bytes,
			  sizeof(bytes));
	assert_int_equal(csa_packed_xz_bytes(bytes, count), 3000000);
	/* Another filter: nobody packs symbols so. */
	count = pack_with("--x86 --lzma2=preset=0", "head -c 3000 /dev/zero", bytes, sizeof(bytes));
	assert_int_equal(csa_packed_xz_bytes(bytes, count), UINT64_MAX);
	count = pack("true", bytes, sizeof(bytes));
	assert_int_equal(csa_packed_xz_bytes(bytes, count), 0);
}

TEST(damaged_xz_is_refused)
{
	static unsigned char bytes[1 << 20];
	size_t count;

	T_UNUSED;
	count = pack("head -c 30000 /dev/urandom", bytes, sizeof(bytes));
	for (size_t cut = 0; cut < count; cut++) {
		unsigned char *copy = malloc(cut + 1);
		uint64_t sum;

		assert_non_null(copy);
		memcpy(copy, bytes, cut);
		sum = csa_packed_xz_bytes(copy, cut);
		free(copy);
		assert_true(sum == UINT64_MAX || sum <= 30000);
	}
	bytes[0] = 'x';
	assert_int_equal(csa_packed_xz_bytes(bytes, count), UINT64_MAX);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_pieces_of_xz_are_added_up),
		CASE(damaged_xz_is_refused),
	};

	return T_RUN(cases, argc, argv);
}
