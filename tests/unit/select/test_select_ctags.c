/* SPDX-License-Identifier: MIT */
#include "ctags.h"
#include "source_tree.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A program that answers like ctags, so that what it says is under the test's control. */
static char *stand_in(struct t_tree *tree, const char *script)
{
	size_t size = strlen(tree->folder) + 16;
	char *path = malloc(size);

	assert_non_null(path);
	assert_true(snprintf(path, size, "%s/ctags-stand-in", tree->folder) > 0);
	t_tree_file(tree, "ctags-stand-in", script);
	assert_int_equal(chmod(path, 0755), 0);
	return path;
}

#define HEAD "#!/bin/sh\nread -r file\n"

TEST(a_tag_that_nobody_found_becomes_a_function)
{
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n\n\n\nBEGIN\n\nEND\n");
	ctags = stand_in(
		&tree,
		HEAD "printf 'f\\t%s\\t/^int f$/;\"\\tfunction\\tline:1\\tend:1\\n' \"$file\"\n"
		     "printf 'odd\\t%s\\t/^x\\ty;\"$/;\"\\tfunction\\tline:5\\tfile:\\tend:7\\n' "
		     "\"$file\"\n"
		     "printf 'v\\t%s\\t/^v$/;\"\\tvariable\\tline:6\\tend:6\\n' \"$file\"\n"
		     "printf '!_TAG_X\\t1\\t//\\n'\n");
	t_tree_load(&tree, ctags);
	assert_string_equal(t_tree_functions(&tree), "f 1-1, odd 5-7");
	assert_true(t_tree_def(&tree, "odd")->flags & CSA_DEF_TAGGED);
	assert_true(t_tree_def(&tree, "odd")->flags & CSA_DEF_STATIC);
	assert_string_equal(tree.notes.data, "");
	free(ctags);
	t_tree_end(&tree);
}

TEST(a_tag_over_a_known_body_is_not_news)
{
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c",
		    "#define API(n) n\nint API(wrapped)(int x)\n{\n  return x;\n}\n"
		    "DEFINE(q)\nint after(int x)\n{\n  return x;\n}\n");
	ctags = stand_in(
		&tree,
		HEAD "printf 'API\\t%s\\t/^x$/;\"\\tfunction\\tline:2\\tend:5\\n' \"$file\"\n"
		     "printf 'DEFINE\\t%s\\t/^x$/;\"\\tfunction\\tline:6\\tend:10\\n' \"$file\"\n");
	t_tree_load(&tree, ctags);
	assert_string_equal(t_tree_functions(&tree), "wrapped 2-5, after 7-10");
	free(ctags);
	t_tree_end(&tree);
}

TEST(scopes_and_operators_are_spelled_like_ours)
{
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.cpp", "\n\n\n\n\n\n\n\n");
	ctags = stand_in(
		&tree, HEAD
		"printf 'operator "
		"[]\\t%s\\t/^x$/;\"\\tfunction\\tline:1\\tscope:class:n::__anon1::C\\tend:1\\n' "
		"\"$file\"\n"
		"printf 'operator "
		"bool\\t%s\\t/^x$/;\"\\tfunction\\tline:3\\tscope:struct:V\\tend:3\\n' \"$file\"\n"
		"printf "
		"'__anon2\\t%s\\t/^x$/;\"\\tfunction\\tline:5\\tscope:function:f\\tend:5\\n' "
		"\"$file\"\n");
	t_tree_load(&tree, ctags);
	assert_string_equal(t_tree_functions(&tree),
			    "n::(anonymous namespace)::C::operator[] 1-1, V::operator bool 3-3");
	free(ctags);
	t_tree_end(&tree);
}

TEST(languages_are_forced_and_options_are_not_read)
{
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "int c1;\n");
	t_tree_file(&tree, "b.cpp", "int c2;\n");
	ctags = stand_in(
		&tree, "#!/bin/sh\nread -r file\ncase \" $* \" in *' --options=NONE '*) ;; *) exit "
		       "1;; esac\n"
		       "case \"$file $*\" in\n*a.c*force=C\\ *) n=in_c ;;\n*b.cpp*force=C++*) "
		       "n=in_cxx ;;\n"
		       "*) exit 1 ;; esac\n"
		       "printf '%s\\t%s\\t/^x$/;\"\\tfunction\\tline:1\\tend:1\\n' $n \"$file\"\n");
	t_tree_load(&tree, ctags);
	assert_string_equal(t_tree_functions(&tree), "in_c 1-1, in_cxx 1-1");
	free(ctags);
	t_tree_end(&tree);
}

TEST(a_missing_program_is_one_notice)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n");
	t_tree_file(&tree, "b.cpp", "int g(void) { return 1; }\n");
	t_tree_load(&tree, "/nonexistent/ctags");
	assert_string_equal(t_tree_functions(&tree), "f 1-1, g 1-1");
	assert_string_equal(tree.notes.data,
			    "notice: /nonexistent/ctags is not there (Debian package "
			    "universal-ctags); CallSight's own scanner does alone\n");
	t_tree_end(&tree);
}

TEST(a_program_that_fails_is_one_notice)
{
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n");
	ctags = stand_in(&tree, "#!/bin/sh\nexit 3\n");
	t_tree_load(&tree, ctags);
	assert_string_equal(t_tree_functions(&tree), "f 1-1");
	assert_non_null(strstr(tree.notes.data, "failed (status 3); CallSight's own scanner"));
	free(ctags);
	t_tree_end(&tree);
}

TEST(garbage_from_the_program_is_passed_by)
{
	struct t_tree tree;
	char *ctags;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c", "int f(void) { return 1; }\n");
	ctags = stand_in(
		&tree, HEAD
		"printf 'a\\nb\\t\\nc\\t%s\\n;\"\\t\\t\\t\\nd\\t%s\\t/;\"\\tfunction\\tline:x\\n' "
		"\"$file\" \"$file\"\n"
		"printf 'e\\t/elsewhere\\t/x/;\"\\tfunction\\tline:1\\tend:1\\n'\n"
		"printf "
		"'g\\t%s\\t/x/;\"\\tfunction\\tline:9\\tend:99999999999999999999\\tscope:\\n' "
		"\"$file\"\n");
	t_tree_load(&tree, ctags);
	assert_int_equal(t_tree_def(&tree, "g")->line, 9);
	assert_int_equal(t_tree_def(&tree, "f")->line, 1);
	free(ctags);
	t_tree_end(&tree);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_tag_that_nobody_found_becomes_a_function),
		CASE(a_tag_over_a_known_body_is_not_news),
		CASE(scopes_and_operators_are_spelled_like_ours),
		CASE(languages_are_forced_and_options_are_not_read),
		CASE(a_missing_program_is_one_notice),
		CASE(a_program_that_fails_is_one_notice),
		CASE(garbage_from_the_program_is_passed_by),
	};

	return T_RUN(cases, argc, argv);
}
