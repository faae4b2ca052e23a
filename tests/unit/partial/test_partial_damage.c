/* SPDX-License-Identifier: MIT */
/* Parts come from other machines: whatever arrives, it is a report or an error. */
#define _GNU_SOURCE /* open_memstream */
#include <zlib.h>

#include "partial_fixture.h"

static char *dir;
static char *whole;
static char *broken;
static char *expected; /* what is printed of the whole */

static void begin(void)
{
	struct csa_report report;

	dir = t_build_captures(false);
	whole = t_path(dir, "whole.part");
	broken = t_path(dir, "broken.part");
	t_make_report(&report, dir);
	t_write_part(&report, whole);
	expected = t_print(&report);
	csa_report_release(&report);
}

static void end(void)
{
	free(whole);
	free(broken);
	free(expected);
	t_remove(dir);
}

/* @is_same: set when it is read and says what the whole says. Return: 0 or an error of the header. */
static int read_broken(bool *is_same)
{
	struct csa_report report;
	struct csa_err err = { 0 };
	const char *paths[] = { broken };
	int rc = csa_partial_merge(&report, paths, 1, &t_options, &err);

	*is_same = false;
	if (rc == 0) {
		char *text = t_print(&report);

		*is_same = strcmp(text, expected) == 0;
		free(text);
	} else if (rc != CSA_E_FORMAT && rc != CSA_E_UNSUPPORTED) {
		fail_msg("%d: %s", rc, err.msg);
	} else {
		assert_non_null(strstr(err.msg, broken));
	}
	csa_report_release(&report);
	return rc;
}

/* A new file: some file systems wait for the disk where one is cut and written again. */
static void write_broken(const char *bytes, size_t length)
{
	unlink(broken);
	t_write_file(broken, bytes, length);
}

TEST(a_part_that_is_cut_anywhere_is_refused)
{
	size_t length;
	bool is_same;
	char *bytes;

	T_UNUSED;
	begin();
	bytes = t_slurp(whole, &length);
	for (size_t cut = 0; cut < length; cut++) {
		write_broken(bytes, cut);
		if (read_broken(&is_same) >= 0)
			fail_msg("cut to %zu of %zu bytes", cut, length);
	}
	free(bytes);
	end();
}

TEST(a_part_with_one_wrong_bit_is_refused)
{
	size_t length;
	bool is_same;
	char *bytes;

	T_UNUSED;
	begin();
	bytes = t_slurp(whole, &length);
	/* The first ten bytes are gzip's header, in which time and system may be anything. */
	for (size_t bit = 80; bit < 8 * length; bit += 3) {
		bytes[bit / 8] ^= (char)(1 << bit % 8);
		write_broken(bytes, length);
		/* Some bits of a compressed stream say the same as others. */
		if (read_broken(&is_same) >= 0 && !is_same)
			fail_msg("bit %zu of byte %zu of %zu", bit % 8, bit / 8, length);
		bytes[bit / 8] ^= (char)(1 << bit % 8);
	}
	free(bytes);
	end();
}

static size_t unpack(unsigned char *bytes, size_t room)
{
	gzFile in = gzopen(whole, "rb");
	int count = gzread(in, bytes, (unsigned)room);

	gzclose(in);
	assert_true(count > 0 && (size_t)count < room);
	return (size_t)count;
}

static void pack(const unsigned char *bytes, size_t count)
{
	gzFile out;

	unlink(broken);
	out = gzopen(broken, "wb1");
	assert_int_equal(gzwrite(out, bytes, (unsigned)count), count);
	gzclose(out);
}

/* What passes gzip's check, since somebody made it so. */
TEST(a_part_that_lies_does_no_harm)
{
	static unsigned char bytes[1 << 20];
	size_t count;
	unsigned accepted = 0;
	bool is_same;

	T_UNUSED;
	begin();
	count = unpack(bytes, sizeof(bytes));
	pack(bytes, count);
	assert_int_equal(read_broken(&is_same), 0);
	for (size_t i = 0; i < count; i++) {
		static const unsigned char values[] = { 0x00, 0x7f, 0xff };
		unsigned char before = bytes[i];

		bytes[i] = i % 4 == 3 ? (unsigned char)(before ^ 1) : values[i % 4];
		pack(bytes, count);
		accepted += read_broken(&is_same) == 0;
		bytes[i] = before;
	}
	for (size_t cut = 0; cut < count; cut += 7) {
		pack(bytes, cut);
		assert_true(read_broken(&is_same) < 0);
	}
	assert_true(accepted > 0);
	end();
}

TEST(another_version_is_said)
{
	static const unsigned char bytes[] = "CSPART\x03";
	struct csa_report report;
	struct csa_err err = { 0 };

	T_UNUSED;
	begin();
	pack(bytes, 7);
	assert_int_equal(csa_partial_merge(&report, (const char *const *)&broken, 1, &t_options,
					   &err),
			 CSA_E_UNSUPPORTED);
	assert_non_null(strstr(err.msg, "version is 3, expected 2"));
	csa_report_release(&report);
	end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_part_that_is_cut_anywhere_is_refused),
		CASE(a_part_with_one_wrong_bit_is_refused),
		CASE(a_part_that_lies_does_no_harm),
		CASE(another_version_is_said),
	};

	return T_RUN(cases, argc, argv);
}
