/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "source_path.h"

static void expect_from(const char *folder, const char *path, const char *wanted)
{
	struct csa_text_pool pool = { 0 };

	assert_string_equal(csa_source_path_add(&pool, folder, path), wanted);
	csa_text_pool_release(&pool);
}

static void expect(const char *path, const char *wanted)
{
	expect_from(NULL, path, wanted);
}

TEST(absolute_paths_become_short)
{
	T_UNUSED;
	expect("/src/a.c", "/src/a.c");
	expect("/build/sub/../../src/./x//a.c", "/src/x/a.c");
	expect("/..//../a.c", "/a.c");
	expect("/src/..", "/");
	expect("/", "/");
}

TEST(relative_paths_keep_what_leads_out)
{
	T_UNUSED;
	expect("a.c", "a.c");
	expect("./src/../a.c", "a.c");
	expect("../../src/a.c", "../../src/a.c");
	expect("x/../../a.c", "../a.c");
	expect("..x/...", "..x/...");
	expect("", "");
}

TEST(relative_paths_are_joined_to_the_folder_of_the_compiler)
{
	T_UNUSED;
	expect_from("/build", "../src/a.c", "/src/a.c");
	expect_from("/build/", "./a.c", "/build/a.c");
	expect_from("/build", "/src/a.c", "/src/a.c");
	expect_from("/build", "", "");
	expect_from("", "a.c", "a.c");
}

TEST(names_mapped_as_the_folder_was_are_relative_to_the_same_place)
{
	T_UNUSED;
	expect_from(".", "./src/a.c", "src/a.c");
	expect_from("./build", "./src/a.c", "src/a.c");
	expect_from("./build", "./build/a.c", "build/a.c");
	expect_from("app-1.0/build", "app-1.0/src/a.c", "app-1.0/src/a.c");
}

TEST(other_names_are_relative_to_a_mapped_folder)
{
	T_UNUSED;
	expect_from(".", "src/a.c", "src/a.c");
	expect_from("./lib", "../src/a.c", "src/a.c");
	expect_from("./lib", "a.c", "lib/a.c");
	expect_from("lib", "library/a.c", "lib/library/a.c");
}

static void expect_given(const char *folder, const char *path, const char *given)
{
	assert_string_equal(csa_source_path_given(folder, path), given);
}

TEST(what_was_given_is_found_behind_the_folder)
{
	T_UNUSED;
	expect_given("/build", "/build/../src/a.c", "../src/a.c");
	expect_given("/build", "/build/./a.c", "./a.c");
	expect_given("./build", "./build/./src/a.c", "./src/a.c");
	expect_given("./build", "./build/a.c", "a.c");
}

TEST(other_names_were_given_as_they_are)
{
	T_UNUSED;
	expect_given("/build", "/build/made/a.c", "/build/made/a.c");
	expect_given("/build", "/builder/../a.c", "/builder/../a.c");
	expect_given("./build", "./src/a.c", "./src/a.c");
	expect_given("", "/a.c", "/a.c");
	expect_given(NULL, "a.c", "a.c");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(absolute_paths_become_short),
		CASE(relative_paths_keep_what_leads_out),
		CASE(relative_paths_are_joined_to_the_folder_of_the_compiler),
		CASE(names_mapped_as_the_folder_was_are_relative_to_the_same_place),
		CASE(other_names_are_relative_to_a_mapped_folder),
		CASE(what_was_given_is_found_behind_the_folder),
		CASE(other_names_were_given_as_they_are),
	};

	return T_RUN(cases, argc, argv);
}
