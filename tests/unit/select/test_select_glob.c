/* SPDX-License-Identifier: MIT */
#include "glob.h"
#include "test.h"

#include <string.h>

#define ROOT "/home/test/app"

static bool path(const char *pattern, const char *below)
{
	char text[256] = ROOT "/";

	assert_true(strlen(below) < sizeof(text) - sizeof(ROOT) - 1);
	memcpy(text + strlen(text), below, strlen(below) + 1);
	return csa_glob_path(pattern, text, strlen(ROOT));
}

TEST(a_file_matches_by_its_trailing_part)
{
	T_UNUSED;
	assert_true(path("x.c", "src/x.c"));
	assert_true(path("src/x.c", "src/x.c"));
	assert_true(path("app/src/x.c", "src/x.c"));
	assert_true(path(ROOT "/src/x.c", "src/x.c"));
	assert_false(path("x.c", "src/ax.c"));
	assert_false(path("rc/x.c", "src/x.c"));
	assert_false(path("/src/x.c", "src/x.c"));
	assert_false(path("src", "mysrc/x.c"));
}

TEST(a_folder_matches_everything_below)
{
	T_UNUSED;
	assert_true(path("src", "src/x.c"));
	assert_true(path("src/", "src/a/b/x.c"));
	assert_true(path("a/b", "src/a/b/x.c"));
	assert_true(path(ROOT "/src", "src/a/x.c"));
	assert_false(path("src/x.c/", "src/x.c"));
	assert_false(path("b/a", "src/a/b/x.c"));
}

TEST(folders_above_the_project_do_not_count)
{
	T_UNUSED;
	assert_false(path("test", "src/x.c"));
	assert_false(path("home", "src/x.c"));
	assert_true(path("test", "test/x.c"));
	assert_true(csa_glob_path("test", ROOT "/src/x.c", 0));
}

TEST(one_star_stays_in_its_component)
{
	T_UNUSED;
	assert_true(path("*.c", "src/x.c"));
	assert_true(path("src/*.c", "src/x.c"));
	assert_false(path("src/*.c", "src/a/x.c"));
	assert_true(path("src/*", "src/a/x.c")); /* the folder a and what is below */
	assert_true(path("s*c/x.?", "src/x.c"));
	assert_true(path("*a*b*c*", "aabbcc"));
	assert_false(path("*a*b*d*", "aabbcc"));
}

TEST(two_stars_cross_folders)
{
	T_UNUSED;
	assert_true(path("src/**/x.c", "src/a/b/x.c"));
	assert_true(path("src/**/x.c", "src/x.c"));
	assert_false(path("src/**/x.c", "src/a/y.c"));
	assert_true(path("**/x.c", "src/a/x.c"));
	assert_true(path("src/**", "src/a/x.c"));
	assert_true(path("a/**/b/**/c", "a/x/b/y/z/c"));
	assert_false(path("a/**/b/**/c", "a/x/y/z/c"));
}

TEST(brackets_and_quoting)
{
	T_UNUSED;
	assert_true(path("[a-c].c", "b.c"));
	assert_false(path("[!a-c].c", "b.c"));
	assert_true(path("[]x].c", "].c"));
	assert_true(path("[.c", "[.c"));
	assert_true(path("\\*.c", "*.c"));
	assert_false(path("\\*.c", "x.c"));
	assert_true(path("a b,(c).c", "src/a b,(c).c"));
	assert_true(path("\xc3\xa9.c", "\xc3\xa9.c"));
}

TEST(names)
{
	T_UNUSED;
	assert_true(csa_glob_name("get*", "get_x"));
	assert_true(csa_glob_name("*::get", "a::b::get"));
	assert_false(csa_glob_name("get", "gets"));
	assert_true(csa_glob_name("", ""));
	assert_true(csa_glob_has_wildcard("a?"));
	assert_false(csa_glob_has_wildcard("a\\?"));
}

TEST(many_stars_end_soon)
{
	char pattern[64] = "";
	char name[4096];

	T_UNUSED;
	for (size_t i = 0; i < 20; i++)
		memcpy(pattern + 2 * i, "*a", 3);
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	name[sizeof(name) - 2] = 'b';
	assert_false(csa_glob_name(pattern, name));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_file_matches_by_its_trailing_part),
		CASE(a_folder_matches_everything_below),
		CASE(folders_above_the_project_do_not_count),
		CASE(one_star_stays_in_its_component),
		CASE(two_stars_cross_folders),
		CASE(brackets_and_quoting),
		CASE(names),
		CASE(many_stars_end_soon),
	};

	return T_RUN(cases, argc, argv);
}
