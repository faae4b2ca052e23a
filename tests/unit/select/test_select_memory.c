/* SPDX-License-Identifier: MIT */
/* Every allocation of the build step and of a question fails in turn (the linker's --wrap). */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "explore.h"
#include "failing_memory.h"
#include "source_tree.h"

static void add_sources(struct t_tree *tree)
{
	t_tree_file(tree, "a.c",
		    "#include \"h.h\"\nMAKE(x) { return inl() + b(); }\n"
		    "LINE(y)\nint na\\\nme(p) int p; { return p; }\n"
		    "static struct ops o = { .f = name };\n");
	t_tree_file(tree, "b.cpp",
		    "namespace n { struct C { C() {} int m; }; int b() { C c; return 1; }\n"
		    "bool operator==(C, C) { return 1; } }\n#if X\nint z() {\n#else\n"
		    "int z(int) {\n#endif\n return n::b(); }\n");
	t_tree_file(tree, "h.h",
		    "#define MAKE(n) int made_##n(void)\n#define LINE(n) MAKE(n) { b(); }\n"
		    "static inline int inl(void) { return 1; }\n");
	t_tree_file(tree, "trace.config",
		    "include-func made_x\nexclude-func b\ninclude ./h.h\n"
		    "exclude nothing\ncounter x\n");
}

static void write_plan(struct t_tree *tree)
{
	const char *folder = tree->folder;
	char plan[2048];
	int length =
		snprintf(plan, sizeof(plan),
			 "callsight-plan\t2\ncompiler\tGNU\nfolder\t%s\n"
			 "ctags\t/bin/true\ncache\t%s/cache\ntarget\tt\t%s/trace.config\t%s/sel\n"
			 "source\t%s/a.c\t%s/a.rsp\tC\nsource\t%s/b.cpp\t%s/b.rsp\tCXX\n"
			 "target\tu\t\t%s/sel2\nunity\t%s/u.rsp\nsource\t%s/a.c\t\tC\n",
			 folder, folder, folder, folder, folder, folder, folder, folder, folder,
			 folder, folder);

	assert_true(length > 0 && length < (int)sizeof(plan));
	t_tree_file(tree, "plan", plan);
}

TEST(a_build_step_that_runs_out_of_memory_says_so)
{
	struct t_tree tree;
	char path[128];
	unsigned count = 0;
	int rc;

	T_UNUSED;
	t_tree_begin(&tree);
	add_sources(&tree);
	write_plan(&tree);
	assert_true(snprintf(path, sizeof(path), "%s/plan", tree.folder) > 0);
	do {
		struct csa_err err = { 0 };
		struct csa_buf notes;

		csa_buf_init(&notes);
		t_fail_after(count++);
		rc = csa_build_select(path, &(struct csa_emit_files){ 0 }, &notes, &err);
		/* What only compares or warns may be lost; the result is right or it is an error. */
		assert_true(rc == 0 || rc == CSA_E_NOMEM);
		assert_true(rc == 0 || err.msg[0]);
		if (t_never_fail())
			rc = CSA_E_NOMEM;
		csa_buf_release(&notes);
	} while (rc != 0 && count < 10000);
	assert_int_equal(rc, 0);
	assert_true(count > 50);
	t_tree_end(&tree);
}

TEST(a_question_that_runs_out_of_memory_says_so)
{
	struct t_tree tree;
	const char *folder;
	unsigned count = 0;
	int rc;

	T_UNUSED;
	t_tree_begin(&tree);
	add_sources(&tree);
	folder = tree.folder;
	do {
		struct csa_explore_input input = { .paths = &folder,
						   .count = 1,
						   .function = "made_x",
						   .depth = UINT32_MAX,
						   .ctags = "" };
		struct csa_err err = { 0 };
		struct csa_buf notes;
		struct csa_buf out;

		input.why = count & 1 ? "b" : NULL;
		csa_buf_init(&notes);
		csa_buf_init(&out);
		t_fail_after(count++ / 2);
		rc = csa_explore(&input, &out, &notes, &err);
		assert_true(rc == 0 || rc == CSA_E_NOMEM);
		if (t_never_fail())
			rc = CSA_E_NOMEM;
		csa_buf_release(&notes);
		csa_buf_release(&out);
	} while (rc != 0 && count < 10000);
	assert_int_equal(rc, 0);
	t_tree_end(&tree);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_build_step_that_runs_out_of_memory_says_so),
		CASE(a_question_that_runs_out_of_memory_says_so),
	};

	return T_RUN(cases, argc, argv);
}
