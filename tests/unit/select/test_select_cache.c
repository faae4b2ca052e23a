/* SPDX-License-Identifier: MIT */
/* What is kept of sources between builds: the same as reading them again, whatever happens to it. */
#define _GNU_SOURCE /* futimens, memmem */
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "content_hash.h"
#include "file_text.h"
#include "kept_reading.h"
#include "plan.h"
#include "source_cache.h"
#include "source_tree.h"

static void write_sources(struct t_tree *tree)
{
	t_tree_begin(tree);
	t_tree_file(tree, "plan", "x");
	t_tree_file(tree, "a.c",
		    "#include \"h.h\"\n#include <sub/s.h>\nMAKE(x) { return inl(); }\n"
		    "static struct ops { int (*f)(void); } o = { .f = name };\n"
		    "int name(void) { for (;;) inl(); }\n");
	t_tree_file(tree, "b.cpp",
		    "#include \"h.h\"\nnamespace n { struct C { C() {} virtual int m() { return 1; "
		    "} };\n"
		    "int b() { auto l = [](int x) { return x; }; C c; return l(c.m()); } }\n");
	t_tree_file(tree, "broken.c", "int f(void) {\n");
	t_tree_file(
		tree, "h.h",
		"#define MAKE(n) int made_##n(void)\nstatic inline int inl(void) { return 1; }\n");
	t_tree_file(tree, "sub/s.h", "int sub(int);\n");
}

/* A ctags that finds one function of this @name in each file, where the scanner sees none. */
static char *stand_in(struct t_tree *tree, const char *first_command, const char *name)
{
	char *path = malloc(strlen(tree->folder) + 16);
	char script[512];

	assert_non_null(path);
	(void)sprintf(path, "%s/ctags-stand-in", tree->folder);
	assert_in_range(snprintf(script, sizeof(script),
				 "#!/bin/sh\nwhile read -r file; do\n%s\n"
				 "printf '%s\\t%%s\\t/^x$/;\"\\tfunction\\tline:5\\tend:7\\n' "
				 "\"$file\"\ndone\n",
				 first_command, name),
			1, sizeof(script) - 1);
	t_tree_file(tree, "ctags-stand-in", script);
	assert_int_equal(chmod(path, 0755), 0);
	return path;
}

#define NOTE_FILE "echo \"$file\" >>\"$0.asked\""

static void assert_asked(const struct t_tree *tree, size_t count)
{
	struct csa_buf text;
	char path[160];
	size_t lines = 0;

	csa_buf_init(&text);
	assert_true(snprintf(path, sizeof(path), "%s/ctags-stand-in.asked", tree->folder) > 0);
	assert_int_equal(csa_file_text_read(&text, path, NULL), 0);
	for (size_t i = 0; i < text.length; i++)
		lines += text.data[i] == '\n';
	assert_int_equal(lines, count);
	csa_buf_release(&text);
}

TEST(what_is_kept_is_what_reading_finds)
{
	struct t_tree tree;
	char *file;

	T_UNUSED;
	write_sources(&tree);
	for (int i = 0; i < 3; i++)
		t_assert_kept_is_right(&tree, NULL);
	t_tree_file(&tree, "h.h", "static inline int other(void) { return 1; }\n");
	t_assert_kept_is_right(&tree, NULL);
	t_tree_file(&tree, "sub/s.h", "#include \"../t.h\"\n");
	t_tree_file(&tree, "t.h", "int t(void) { return 1; }\n");
	for (int i = 0; i < 2; i++)
		t_assert_kept_is_right(&tree, NULL);
	/* Definitions of the sources behind it get other numbers. */
	t_tree_file(&tree, "a.c", "#include \"h.h\"\nint f(void) { return f(); }\n");
	for (int i = 0; i < 2; i++)
		t_assert_kept_is_right(&tree, NULL);
	file = t_cache_file(&tree);
	assert_non_null(file);
	free(file);
	t_tree_end(&tree);
}

TEST(an_edit_in_the_same_instant_is_seen)
{
	struct timespec times[2];
	struct t_tree tree;
	struct stat st;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n");
	t_assert_kept_is_right(&tree, NULL);
	assert_int_equal(stat(tree.paths[0], &st), 0);
	times[0] = st.st_atim;
	times[1] = st.st_mtim;
	for (int i = 0; i < 20; i++) {
		char text[64];
		int fd;

		/* In place: the same length, inode and time. */
		assert_true(snprintf(text, sizeof(text), "int %c(void) { return 1; }\n", 'a' + i) >
			    0);
		fd = open(tree.paths[0], O_WRONLY);
		assert_true(fd >= 0);
		assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
		assert_int_equal(futimens(fd, times), 0);
		assert_int_equal(close(fd), 0);
		t_assert_kept_is_right(&tree, NULL);
	}
	t_tree_end(&tree);
}

TEST(only_an_old_file_that_looks_the_same_is_not_read)
{
	struct csa_file_facts facts = { 0 };
	struct stat st = { .st_size = 10, .st_ino = 4, .st_dev = 5 };

	T_UNUSED;
	st.st_mtim.tv_sec = 1000;
	st.st_ctim.tv_sec = 1001;
	csa_facts_set_stat(&facts, &st);
	facts.read_ns = (int64_t)1010 * 1000000000;
	assert_true(csa_facts_match(&facts, &st));
	facts.read_ns = (int64_t)1002 * 1000000000;
	assert_false(csa_facts_match(&facts, &st)); /* read within the granule of the times */
	facts.read_ns = (int64_t)1010 * 1000000000;
	st.st_size = 11;
	assert_false(csa_facts_match(&facts, &st));
	st.st_size = 10;
	st.st_ino = 5;
	assert_false(csa_facts_match(&facts, &st));
	st.st_ino = 4;
	st.st_ctim.tv_nsec =
		1; /* the time of the content was put back, that of the inode cannot be */
	assert_false(csa_facts_match(&facts, &st));
	st.st_ctim.tv_nsec = 0;
	assert_true(csa_facts_match(&facts, &st));
}

/* In place: replacing a file thousands of times would wait for the disk each time. */
static void overwrite(const char *path, const char *bytes, size_t length)
{
	int fd = open(path, O_WRONLY);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, bytes, length, 0), (ssize_t)length);
	assert_int_equal(ftruncate(fd, (off_t)length), 0);
	assert_int_equal(close(fd), 0);
}

TEST(a_damaged_file_is_no_knowledge)
{
	struct csa_source_cache cache;
	struct csa_err err = { 0 };
	struct t_tree tree;
	struct csa_buf good;
	char *file;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "#include \"h.h\"\nint f(void) { return g(); }\n");
	t_tree_file(&tree, "h.h", "#define H(x) x\n");
	t_tree_file(&tree, "plan", "x");
	t_assert_kept_is_right(&tree, NULL);
	file = t_cache_file(&tree);
	csa_buf_init(&good);
	assert_int_equal(csa_file_text_read(&good, file, &err), 0);
	assert_int_equal(csa_source_cache_open(&cache, file, 0, &err), 0);
	assert_non_null(csa_source_cache_find(&cache, tree.paths[0], CSA_LANGUAGE_C));
	assert_null(csa_source_cache_find(&cache, tree.paths[0], CSA_LANGUAGE_CXX));
	assert_null(csa_source_cache_find(&cache, "/nonexistent", CSA_LANGUAGE_C));
	csa_source_cache_close(&cache);
	for (size_t cut = 0; cut < good.length; cut++) {
		overwrite(file, good.data, cut);
		assert_int_equal(csa_source_cache_open(&cache, file, 0, &err), 0);
		assert_null(cache.map);
		csa_source_cache_close(&cache);
	}
	for (size_t at = 0; at < good.length; at++) {
		good.data[at] ^= 0x40;
		overwrite(file, good.data, good.length);
		assert_int_equal(csa_source_cache_open(&cache, file, 0, &err), 0);
		assert_null(cache.map);
		csa_source_cache_close(&cache);
		good.data[at] ^= 0x40;
	}
	assert_int_equal(truncate(file, (off_t)good.length / 2), 0);
	t_assert_kept_is_right(&tree, NULL);
	/* It was written again. */
	assert_int_equal(csa_source_cache_open(&cache, file, 0, &err), 0);
	assert_non_null(cache.map);
	csa_source_cache_close(&cache);
	csa_buf_release(&good);
	free(file);
	t_tree_end(&tree);
}

TEST(tags_are_asked_for_once_and_again_for_another_program)
{
	struct t_reading r;
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "plan", "x");
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n\n\n\nBEGIN\n\nEND\n");
	t_tree_file(&tree, "b.c", "int g(void) { return 1; }\n\n\n\nBEGIN\n\nEND\n");
	ctags = stand_in(&tree, NOTE_FILE, "odd");
	for (int i = 0; i < 3; i++) {
		t_reading_begin(&r, &tree, ctags, true);
		assert_int_equal(r.project.defs.count, 4);
		t_reading_end(&r);
		assert_asked(&tree, 2);
	}
	t_reading_begin(&r, &tree, NULL, true);
	assert_int_equal(r.project.defs.count, 2);
	t_reading_end(&r);
	free(ctags);
	ctags = stand_in(&tree, NOTE_FILE, "other");
	t_reading_begin(&r, &tree, ctags, true);
	assert_non_null(strstr(r.text.data, "def other"));
	assert_null(strstr(r.text.data, "def odd"));
	t_reading_end(&r);
	assert_asked(&tree, 4);
	t_assert_kept_is_right(&tree, ctags);
	free(ctags);
	t_tree_end(&tree);
}

TEST(a_ctags_that_fails_is_asked_again)
{
	struct t_reading r;
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "plan", "x");
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n\n\n\nBEGIN\n\nEND\n");
	ctags = stand_in(&tree, "[ -f \"$0.works\" ] || exit 1", "odd");
	t_reading_begin(&r, &tree, ctags, true);
	assert_non_null(strstr(r.notes.data, "does alone"));
	t_reading_end(&r);
	t_tree_file(&tree, "ctags-stand-in.works", "x");
	t_reading_begin(&r, &tree, ctags, true);
	assert_string_equal(r.notes.data, "");
	assert_non_null(strstr(r.text.data, "def odd"));
	t_reading_end(&r);
	free(ctags);
	t_tree_end(&tree);
}

TEST(what_is_not_used_any_more_vanishes)
{
	struct csa_source_cache cache;
	struct csa_err err = { 0 };
	struct t_reading r;
	struct t_tree tree;
	struct stat before;
	struct stat after;
	char other[160];
	char *file;

	T_UNUSED;
	write_sources(&tree);
	t_reading_begin(&r, &tree, NULL, true);
	t_reading_end(&r);
	file = t_cache_file(&tree);
	assert_int_equal(stat(file, &before), 0);
	tree.count--; /* broken.c */
	t_reading_begin(&r, &tree, NULL, true);
	t_reading_end(&r);
	assert_int_equal(csa_source_cache_open(&cache, file, 0, &err), 0);
	assert_non_null(csa_source_cache_find(&cache, tree.paths[0], CSA_LANGUAGE_C));
	assert_null(csa_source_cache_find(&cache, tree.paths[tree.count], CSA_LANGUAGE_C));
	csa_source_cache_close(&cache);
	assert_int_equal(stat(file, &after), 0);
	assert_true(after.st_size < before.st_size);
	/* The same for a plan that is gone: its file is removed when another is written. */
	assert_true(snprintf(other, sizeof(other), "%s/cache/1.sources", tree.folder) > 0);
	assert_int_equal(csa_source_cache_write(
				 other, &(struct csa_cache_origin){ .plan = "/nonexistent/plan" },
				 &tree.project, &(struct csa_source_facts){ 0 }, &err),
			 0);
	assert_int_equal(access(other, F_OK), -1);
	assert_int_equal(access(file, F_OK), 0);
	tree.count++;
	free(file);
	t_tree_end(&tree);
}

TEST(names_of_earlier_versions_do_not_stay_for_ever)
{
	struct csa_err err = { 0 };
	struct csa_buf bytes;
	struct t_reading r;
	struct t_tree tree;
	char *file;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "plan", "x");
	t_tree_file(&tree, "a.c", "int first_version(void) { return 1; }\n");
	t_tree_file(&tree, "b.c", "int b(void) { return 1; }\n");
	for (int i = 0; i < 60; i++) {
		char text[64];

		if (i > 0) {
			assert_true(snprintf(text, sizeof(text), "int v%d(void) { return 1; }\n",
					     i) > 0);
			t_tree_file(&tree, "a.c", text);
			free(tree.paths[--tree.count]); /* the tree has this source already */
		}
		t_reading_begin(&r, &tree, NULL, true);
		assert_int_equal(r.project.defs.count, 2);
		t_reading_end(&r);
	}
	t_assert_kept_is_right(&tree, NULL);
	file = t_cache_file(&tree);
	csa_buf_init(&bytes);
	assert_int_equal(csa_file_text_read(&bytes, file, &err), 0);
	assert_non_null(memmem(bytes.data, bytes.length, "v59", 3));
	assert_null(memmem(bytes.data, bytes.length, "first_version", 13));
	csa_buf_release(&bytes);
	free(file);
	t_tree_end(&tree);
}

TEST(two_steps_at_once_do_not_disturb_each_other)
{
	struct t_tree tree;
	int status;
	pid_t child;

	T_UNUSED;
	write_sources(&tree);
	child = fork();
	for (int i = 0; i < 100; i++) {
		char *file = i % 7 == 0 ? t_cache_file(&tree) : NULL;

		if (file)
			(void)unlink(file);
		free(file);
		t_assert_kept_is_right(&tree, NULL);
	}
	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	t_assert_kept_is_right(&tree, NULL);
	t_tree_end(&tree);
}

TEST(contents_that_differ_have_other_hashes)
{
	char text[100] = { 0 };
	uint64_t plain = csa_content_hash(text, sizeof(text), 0);

	T_UNUSED;
	assert_true(csa_content_hash(text, sizeof(text), 0) == plain);
	assert_true(csa_content_hash(text, sizeof(text), 1) != plain);
	for (size_t length = 0; length < sizeof(text); length++)
		assert_true(csa_content_hash(text, length, 0) != plain);
	for (size_t at = 0; at < 8 * sizeof(text); at++) {
		text[at / 8] ^= (char)(1 << at % 8);
		assert_true(csa_content_hash(text, sizeof(text), 0) != plain);
		text[at / 8] ^= (char)(1 << at % 8);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(what_is_kept_is_what_reading_finds),
		CASE(an_edit_in_the_same_instant_is_seen),
		CASE(only_an_old_file_that_looks_the_same_is_not_read),
		CASE(a_damaged_file_is_no_knowledge),
		CASE(tags_are_asked_for_once_and_again_for_another_program),
		CASE(a_ctags_that_fails_is_asked_again),
		CASE(what_is_not_used_any_more_vanishes),
		CASE(names_of_earlier_versions_do_not_stay_for_ever),
		CASE(two_steps_at_once_do_not_disturb_each_other),
		CASE(contents_that_differ_have_other_hashes),
	};

	return T_RUN(cases, argc, argv);
}
