/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "source_path.h"

static void expect(const char *path, const char *wanted)
{
	struct csa_text_pool pool = { 0 };

	assert_string_equal(csa_source_path_add(&pool, path), wanted);
	csa_text_pool_release(&pool);
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

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(absolute_paths_become_short),
		CASE(relative_paths_keep_what_leads_out),
	};

	return T_RUN(cases, argc, argv);
}
