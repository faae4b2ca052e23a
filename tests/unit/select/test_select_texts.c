/* SPDX-License-Identifier: MIT */
/* Names, paths and files: what the rest of the room stands on. */
#define _GNU_SOURCE /* mkdtemp, utimensat */
#include "file_text.h"
#include "names.h"
#include "path_text.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(equal_names_have_one_id)
{
	struct csa_names names;
	uint32_t a;

	T_UNUSED;
	csa_names_init(&names);
	assert_int_equal(csa_names_find(&names, "a", 1), CSA_NAME_NONE);
	assert_string_equal(csa_names_borrow(&names, CSA_NAME_NONE), "");
	a = csa_names_add_str(&names, "alpha");
	assert_int_not_equal(a, CSA_NAME_NONE);
	assert_int_equal(csa_names_add(&names, "alphabet", 5), a);
	assert_int_not_equal(csa_names_add_str(&names, "alphabet"), a);
	assert_int_equal(csa_names_find(&names, "alpha", 5), a);
	assert_string_equal(csa_names_borrow(&names, a), "alpha");
	assert_int_equal(csa_names_length(&names, a), 5);
	assert_int_equal(csa_names_add_str(&names, ""), CSA_NAME_NONE);
	assert_string_equal(csa_names_borrow(&names, 12345), "");
	csa_names_release(&names);
}

TEST(many_names_keep_their_place)
{
	struct csa_names names;
	const char *first;
	uint32_t ids[5000];
	char text[32];

	T_UNUSED;
	csa_names_init(&names);
	for (unsigned i = 0; i < 5000; i++) {
		assert_true(snprintf(text, sizeof(text), "name_number_%u", i) > 0);
		ids[i] = csa_names_add_str(&names, text);
	}
	first = csa_names_borrow(&names, ids[0]);
	for (unsigned i = 0; i < 5000; i++) {
		assert_true(snprintf(text, sizeof(text), "name_number_%u", i) > 0);
		assert_int_equal(csa_names_add_str(&names, text), ids[i]);
	}
	assert_ptr_equal(csa_names_borrow(&names, ids[0]), first);
	assert_string_equal(first, "name_number_0");
	csa_names_release(&names);
}

static void check_normal(const char *base, const char *path, const char *expected)
{
	struct csa_buf out;

	csa_buf_init(&out);
	csa_path_normal(&out, base, strlen(base), path);
	assert_string_equal(out.data, expected);
	csa_buf_release(&out);
}

TEST(paths_become_normal)
{
	T_UNUSED;
	check_normal("/a/b", "c.h", "/a/b/c.h");
	check_normal("/a/b", "../c.h", "/a/c.h");
	check_normal("/a/b", "./x/.././c.h", "/a/b/c.h");
	check_normal("/a", "/x//y/./z/", "/x/y/z");
	check_normal("/a", "../../../c.h", "/c.h");
	check_normal("", "/", "/");
	check_normal("", "/..", "/");
	check_normal("/a", "..c/.d", "/a/..c/.d");
}

TEST(folders_are_compared_by_component)
{
	T_UNUSED;
	assert_true(csa_path_is_below("/a/b/c", "/a/b"));
	assert_true(csa_path_is_below("/a/b/c", "/a/b/"));
	assert_true(csa_path_is_below("/a", "/"));
	assert_false(csa_path_is_below("/a/bc", "/a/b"));
	assert_false(csa_path_is_below("/a/b", "/a/b"));
	assert_int_equal(csa_path_folder_length("/a/b.c"), 2);
	assert_int_equal(csa_path_folder_length("/b.c"), 0);
	assert_int_equal(csa_path_common_length("/a/b", 4, "/a/b/c.c"), 4);
	assert_int_equal(csa_path_common_length("/a/b", 4, "/a/bc/c.c"), 2);
	assert_int_equal(csa_path_common_length("/a/b", 4, "/x/y"), 0);
}

struct place {
	char folder[64];
	char file[80];
	struct csa_buf text;
};

static void begin(struct place *p, const char *text)
{
	*p = (struct place){ .folder = "/tmp/callsight-test-XXXXXX" };
	assert_non_null(mkdtemp(p->folder));
	assert_true(snprintf(p->file, sizeof(p->file), "%s/f", p->folder) > 0);
	csa_buf_init(&p->text);
	csa_buf_add_str(&p->text, text);
}

static void end(struct place *p)
{
	csa_buf_release(&p->text);
	unlink(p->file);
	assert_int_equal(rmdir(p->folder), 0); /* no temporary file stays behind */
}

/* Gives the file an old time. Return: did a later call leave it? */
static bool is_untouched(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_mtime == 1000;
}

static void make_old(const char *path)
{
	const struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

TEST(a_file_that_stays_the_same_is_not_touched)
{
	struct csa_err err = { 0 };
	struct place p;

	T_UNUSED;
	begin(&p, "one\n");
	assert_int_equal(csa_file_text_keep(p.file, &p.text, &err), 1);
	make_old(p.file);
	assert_int_equal(csa_file_text_keep(p.file, &p.text, &err), 0);
	assert_true(is_untouched(p.file));
	csa_buf_add_str(&p.text, "two\n");
	assert_int_equal(csa_file_text_keep(p.file, &p.text, &err), 1);
	assert_false(is_untouched(p.file));
	make_old(p.file);
	assert_int_equal(csa_file_text_touch(p.file, &p.text, &err), 0);
	assert_false(is_untouched(p.file));
	end(&p);
}

TEST(an_empty_file_is_written_when_there_is_none)
{
	struct csa_err err = { 0 };
	struct place p;

	T_UNUSED;
	begin(&p, "");
	assert_int_equal(csa_file_text_keep(p.file, &p.text, &err), 1);
	assert_int_equal(csa_file_text_keep(p.file, &p.text, &err), 0);
	end(&p);
}

TEST(reading_keeps_every_byte)
{
	struct csa_err err = { 0 };
	struct csa_buf text;
	struct place p;

	T_UNUSED;
	begin(&p, "");
	for (unsigned i = 0; i < 100000; i++)
		csa_buf_add_char(&p.text, (char)i);
	assert_int_equal(csa_file_text_keep(p.file, &p.text, &err), 1);
	csa_buf_init(&text);
	assert_int_equal(csa_file_text_read(&text, p.file, &err), 0);
	assert_int_equal(text.length, 100000);
	assert_memory_equal(text.data, p.text.data, 100000);
	csa_buf_release(&text);
	end(&p);
}

TEST(what_cannot_be_read_or_written_is_said)
{
	struct csa_err err = { 0 };
	struct csa_err none = { 0 };
	struct csa_buf text;

	T_UNUSED;
	csa_buf_init(&text);
	assert_int_equal(csa_file_text_read(&text, "/tmp", &err), CSA_E_IO);
	assert_string_equal(err.msg, "/tmp: not a regular file");
	assert_int_equal(csa_file_text_read(&text, "/dev/zero", NULL), CSA_E_IO);
	assert_int_equal(csa_file_text_read(&text, "/nonexistent/x", NULL), CSA_E_ABSENT);
	assert_int_equal(csa_file_text_keep("/nonexistent/x", &text, &none), CSA_E_IO);
	assert_non_null(strstr(none.msg, "/nonexistent/x"));
	csa_buf_release(&text);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(equal_names_have_one_id),
		CASE(many_names_keep_their_place),
		CASE(paths_become_normal),
		CASE(folders_are_compared_by_component),
		CASE(a_file_that_stays_the_same_is_not_touched),
		CASE(an_empty_file_is_written_when_there_is_none),
		CASE(reading_keeps_every_byte),
		CASE(what_cannot_be_read_or_written_is_said),
	};

	return T_RUN(cases, argc, argv);
}
