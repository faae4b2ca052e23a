/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* chmod(), symlink() are hidden by -std=c11 alone */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "psk.h"
#include "secret_file.h"
#include "test_files.h"

#define HEX "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F"

/* Reads @text as a key file; @why holds the refusal. */
static int read_text(const char *text, struct css_psk *psk, char *why, size_t why_bytes)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	int rc;

	t_write_file(path, text, strlen(text));
	assert_int_equal(chmod(path, 0600), 0);
	memset(psk, 0x5a, sizeof(*psk));
	why[0] = '\0';
	rc = css_psk_read(psk, path, why, why_bytes);
	free(path);
	t_remove(dir);
	return rc;
}

TEST(digits_alone_are_a_key_of_the_usual_identity)
{
	struct css_psk psk;
	char why[512];

	T_UNUSED;
	assert_int_equal(read_text(HEX, &psk, why, sizeof(why)), 0);
	assert_string_equal(psk.identity, "callsight");
	for (unsigned i = 0; i < CSS_PSK_BYTES; i++)
		assert_int_equal(psk.key[i], i);
	assert_int_equal(read_text(HEX "\r\n", &psk, why, sizeof(why)), 0);
	assert_int_equal(psk.key[31], 31);
}

TEST(an_identity_stands_before_a_colon)
{
	struct css_psk psk;
	char why[512];

	T_UNUSED;
	assert_int_equal(read_text("board-7:" HEX "\n", &psk, why, sizeof(why)), 0);
	assert_string_equal(psk.identity, "board-7");
	assert_int_equal(psk.key[30], 30);
	assert_int_equal(
		read_text("i123456789012345678901234567890123456789012345678901234567890123:" HEX,
			  &psk, why, sizeof(why)),
		0);
	assert_int_equal(strlen(psk.identity), CSS_PSK_IDENTITY_MAX);
}

TEST(other_text_is_refused_without_repeating_it)
{
	static const char *const texts[] = {
		"",
		"\n",
		":",
		":" HEX,
		HEX "0",
		"0" HEX,
		"00" HEX,
		"a b:" HEX,
		"a\n:" HEX,
		"a:" HEX ":b",
		"a:" HEX "\nb:" HEX "\n",
		"a::" HEX,
		"a: " HEX,
		"callsight:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1g",
		"i123456789012345678901234567890123456789012345678901234567890123x:" HEX,
		"\xc3\xa4:" HEX,
	};
	struct css_psk psk;
	char why[512];

	T_UNUSED;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (read_text(texts[i], &psk, why, sizeof(why)) != -1)
			fail_msg("text %zu is taken for a key", i);
		assert_non_null(strstr(why, "key: not a key: one line is expected"));
		assert_null(strstr(why, "0001020304"));
	}
}

TEST(a_file_that_others_can_read_is_refused)
{
	/* What root may do is what is allowed beyond 0600: a group that reads. */
	static const mode_t modes[] = { 0604, 0602, 0601, 0660, 0610, 0666, 0777 };
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	struct css_psk psk;
	char why[512];

	T_UNUSED;
	t_write_file(path, HEX, strlen(HEX));
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		assert_int_equal(chmod(path, modes[i]), 0);
		assert_int_equal(css_psk_read(&psk, path, why, sizeof(why)), -1);
		assert_non_null(strstr(why, "others can read or change it"));
		assert_non_null(strstr(why, "chmod 600"));
	}
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(css_psk_read(&psk, path, why, sizeof(why)), geteuid() == 0 ? 0 : -1);
	assert_int_equal(chmod(path, 0400), 0);
	assert_int_equal(css_psk_read(&psk, path, why, sizeof(why)), 0);
	free(path);
	t_remove(dir);
}

TEST(what_is_no_file_is_refused)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	struct css_psk psk;
	char why[512];

	T_UNUSED;
	assert_int_equal(css_psk_read(&psk, path, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "No such file"));
	assert_int_equal(css_psk_read(&psk, dir, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "not a regular file"));
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(css_psk_read(&psk, path, why, sizeof(why)), -1); /* and does not wait */
	assert_non_null(strstr(why, "not a regular file"));
	assert_int_equal(css_psk_read(&psk, "/dev/zero", why, sizeof(why)), -1);
	free(path);
	t_remove(dir);
}

TEST(a_large_file_is_refused)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	struct css_secret file;
	char why[512];

	T_UNUSED;
	t_write_file(path, "x", 1);
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(truncate(path, CSS_SECRET_FILE_MAX), 0);
	assert_int_equal(css_secret_read(&file, path, why, sizeof(why)), 0);
	assert_int_equal(file.count, CSS_SECRET_FILE_MAX);
	css_secret_release(&file);
	assert_null(file.bytes);
	assert_int_equal(truncate(path, CSS_SECRET_FILE_MAX + 1), 0);
	assert_int_equal(css_secret_read(&file, path, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "larger than 65536 bytes"));
	free(path);
	t_remove(dir);
}

TEST(a_made_key_is_new_private_and_readable)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	char *other_path = t_path(dir, "other");
	struct css_psk psk;
	struct css_psk other;
	struct stat st;
	char why[512];

	T_UNUSED;
	assert_int_equal(css_psk_make(path, why, sizeof(why)), 0);
	assert_int_equal(css_psk_make(other_path, why, sizeof(why)), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(css_psk_read(&psk, path, why, sizeof(why)), 0);
	assert_int_equal(css_psk_read(&other, other_path, why, sizeof(why)), 0);
	assert_int_equal(strlen(psk.identity), strlen("callsight-12345678"));
	assert_memory_equal(psk.identity, "callsight-", 10);
	assert_string_not_equal(psk.identity, other.identity);
	assert_memory_not_equal(psk.key, other.key, CSS_PSK_BYTES);
	free(path);
	free(other_path);
	t_remove(dir);
}

TEST(a_key_is_not_made_over_something)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	char *link_path = t_path(dir, "link");
	char *target = t_path(dir, "target");
	char why[512];

	T_UNUSED;
	t_write_file(path, "mine", 4);
	assert_int_equal(css_psk_make(path, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "File exists"));
	assert_int_equal(t_file_bytes(path), 4);
	assert_int_equal(symlink(target, link_path), 0);
	assert_int_equal(css_psk_make(link_path, why, sizeof(why)), -1);
	assert_int_equal(access(target, F_OK), -1);
	assert_int_equal(css_psk_make("/nonexistent/key", why, sizeof(why)), -1);
	assert_non_null(strstr(why, "No such file"));
	free(path);
	free(link_path);
	free(target);
	t_remove(dir);
}

TEST(wiping_leaves_zeros)
{
	char bytes[] = "secret";

	T_UNUSED;
	css_wipe(bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		assert_int_equal(bytes[i], 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(digits_alone_are_a_key_of_the_usual_identity),
		CASE(an_identity_stands_before_a_colon),
		CASE(other_text_is_refused_without_repeating_it),
		CASE(a_file_that_others_can_read_is_refused),
		CASE(what_is_no_file_is_refused),
		CASE(a_large_file_is_refused),
		CASE(a_made_key_is_new_private_and_readable),
		CASE(a_key_is_not_made_over_something),
		CASE(wiping_leaves_zeros),
	};

	return T_RUN(cases, argc, argv);
}
