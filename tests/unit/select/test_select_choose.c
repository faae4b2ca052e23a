/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "source_tree.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* Applies a config that lies in the folder of the tree. Return: what is selected. */
static const char *chosen(struct t_tree *tree, const char *text, struct csa_buf *notes)
{
	struct csa_choice choice = { 0 };
	struct csa_config config;
	struct csa_err err = { 0 };
	char path[128];
	const char *names;

	assert_true(snprintf(path, sizeof(path), "%s/trace.config", tree->folder) > 0);
	csa_buf_clear(notes);
	assert_int_equal(csa_config_parse(&config, path, text, strlen(text), notes, &err), 0);
	assert_int_equal(csa_choose(&choice, &tree->graph, &config, &err), 0);
	csa_choose_warn(&config, notes);
	names = t_tree_marked(tree, choice.marks);
	csa_choice_release(&choice);
	csa_config_release(&config);
	return names;
}

/* Calls for each function with the line that decided: "name+line" selected, "name-line" not. */
static void deciders(struct t_tree *tree, const char *text, struct csa_buf *out)
{
	struct csa_choice choice = { 0 };
	struct csa_config config;
	struct csa_err err = { 0 };
	char path[128];

	assert_true(snprintf(path, sizeof(path), "%s/trace.config", tree->folder) > 0);
	assert_int_equal(csa_config_parse(&config, path, text, strlen(text), out, &err), 0);
	assert_int_equal(csa_choose(&choice, &tree->graph, &config, &err), 0);
	csa_buf_clear(out);
	for (uint32_t i = 0; i < tree->project.defs.count; i++) {
		const struct csa_def *def = &tree->project.defs.items[i];
		uint32_t reason = choice.reasons[i];

		if (def->kind != CSA_DEF_FUNCTION)
			continue;
		csa_buf_add_fmt(out, "%s%s%c", out->length ? " " : "",
				csa_project_name(&tree->project, def->name),
				choice.marks[i] & CSA_CHOICE_SELECTED ? '+' : '-');
		if (reason == CSA_REASON_RESOLVER)
			csa_buf_add_str(out, "ifunc");
		else if (reason != CSA_REASON_DEFAULT)
			csa_buf_add_fmt(out, "%u", config.items[reason - 1].line);
	}
	csa_buf_add_str(out, ";");
	for (uint32_t i = 0; i < config.count; i++)
		csa_buf_add_fmt(out, " %u", config.items[i].functions);
	csa_choose_note_resolvers(&choice, &tree->graph, out);
	csa_choice_release(&choice);
	csa_config_release(&config);
}

static void check_deciders(struct t_tree *tree, const char *config, const char *expected)
{
	struct csa_buf out;

	csa_buf_init(&out);
	deciders(tree, config, &out);
	assert_string_equal(out.data, expected);
	csa_buf_release(&out);
}

static void project(struct t_tree *tree)
{
	t_tree_begin(tree);
	t_tree_file(tree, "src/a.c",
		    "#include \"../inc/h.h\"\nint a(void) { return b() + inl(); }\n"
		    "static int init(void) { return 1; }\nint a_init(void) { return init(); }\n");
	t_tree_file(tree, "src/sub/b.c",
		    "int b(void) { return c(); }\nstatic int init(void) { return 2; }\n"
		    "int b_init(void) { return init(); }\n");
	t_tree_file(tree, "gen/c.c",
		    "int c(void)\n{\n\tint i;\n\tfor (i = 0; i < 3; i++)\n\t\t;\n\treturn b();\n}\n"
		    "int small(void)\n{\n\treturn 1;\n}\n");
	t_tree_file(tree, "inc/h.h", "static inline int inl(void) { return 1; }\n");
	t_tree_load(tree, NULL);
}

#define EVERYTHING "a a_init b b_init c init init inl small"

static void check(const char *config, const char *expected, const char *expected_notes)
{
	struct csa_buf notes;
	struct t_tree tree;
	char without_folder[512] = "";

	csa_buf_init(&notes);
	project(&tree);
	assert_string_equal(chosen(&tree, config, &notes), expected);
	for (const char *at = notes.data; *at;) {
		size_t length = strlen(tree.folder);

		if (strncmp(at, tree.folder, length) == 0)
			at += length + 1;
		strncat(without_folder, at++, 1);
	}
	assert_string_equal(without_folder, expected_notes);
	csa_buf_release(&notes);
	t_tree_end(&tree);
}

TEST(nothing_said_is_everything)
{
	T_UNUSED;
	check("", EVERYTHING, "");
	check("thread x\ninclude-system\n", EVERYTHING, "");
}

TEST(includes_choose_files)
{
	T_UNUSED;
	check("include src\n", "a a_init b b_init init init", "");
	check("include src/*.c\n", "a a_init init", "");
	check("include b.c\ninclude gen/\n", "b b_init c init small", "");
	check("include inc/h.h\n", "inl", "");
	check("include ./src/a.c\n", "a a_init init", "");
	check("include .\n", EVERYTHING, "");
	check("include ./\nexclude ./gen\n", "a a_init b b_init init init inl", "");
	check("include ..\n", EVERYTHING, "");
}

TEST(excludes_win)
{
	T_UNUSED;
	check("exclude gen\nexclude *.h\n", "a a_init b b_init init init", "");
	check("include src\nexclude src/sub\n", "a a_init init", "");
	check("exclude src/sub\ninclude src\n", "a a_init init", "");
}

TEST(functions_are_excluded_by_their_whole_name)
{
	T_UNUSED;
	check("exclude-func init\n", "a a_init b b_init c inl small", "");
	check("exclude-func *init\n", "a b c inl small", "");
	check("exclude-func b\n", "a a_init b_init c init init inl small", "");
}

TEST(include_func_takes_what_is_reached)
{
	T_UNUSED;
	check("include-func a\n", "a b c inl", "");
	check("include-func a 1\n", "a b inl", "");
	check("include-func a 0\n", "a", "");
	check("include-func a_init\n", "a_init init", "");
	check("include-func a 0\ninclude-func b 1\n", "a b c", "");
}

TEST(files_and_functions_add_up_and_excludes_still_win)
{
	T_UNUSED;
	check("include gen\ninclude-func a 1\n", "a b c inl small", "");
	check("include gen\ninclude-func a 1\nexclude-func b\nexclude-func small\n", "a c inl", "");
	check("include-func a\nexclude gen\n", "a b inl", "");
}

TEST(small_functions_without_a_loop)
{
	T_UNUSED;
	check("exclude-small 4\ninclude gen\n", "c small", "");
	check("exclude-small 5\ninclude gen\n", "c", "");
	check("exclude-small 100\ninclude gen\n", "c", "");
	check("exclude-small 0\ninclude gen\n", "c small", "");
}

TEST(what_matches_nothing_is_said)
{
	T_UNUSED;
	check("include src\n\nexclude nowhere/*.c\nexclude-func get\ninclude-func no::such 2\n",
	      "a a_init b b_init init init",
	      "trace.config:3: warning: 'nowhere/*.c' matches no file\n"
	      "trace.config:4: warning: no function is named 'get'\n"
	      "trace.config:5: warning: no function is named 'no::such'\n");
	check("include nowhere\n", "", "trace.config:1: warning: 'nowhere' matches no file\n");
}

TEST(overloads_and_instances_go_together)
{
	struct csa_buf notes;
	struct t_tree tree;

	T_UNUSED;
	csa_buf_init(&notes);
	t_tree_of(
		&tree, "a.cpp",
		"namespace n { int get(int x) { return x; } int get(long x) { return 1; }\n"
		"template <class T> int tf(T) { return 1; } template <> int tf(int) { return 2; }\n"
		"int target(int x) { return x; } int budget(int x) { return x; } }\n");
	assert_string_equal(chosen(&tree, "exclude-func n::get\n", &notes),
			    "n::budget n::target n::tf");
	assert_string_equal(chosen(&tree, "exclude-func tf\nexclude-func n::target\n", &notes),
			    "n::budget n::get");
	t_tree_end(&tree);
	csa_buf_release(&notes);
}

TEST(each_function_has_the_line_that_decided)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c",
		  "int a(void)\n{\n\treturn b() + c();\n}\nint b(void)\n{\n\treturn c();\n}\n"
		  "int c(void) { return 1; }\nint d(void) { return 1; }\n");
	check_deciders(&tree, "", "a+ b+ c+ d+;");
	check_deciders(&tree, "include-func b\n", "a- b+1 c+1 d-; 2");
	check_deciders(&tree, "\n\nexclude-func c\ninclude a.c\n", "a+4 b+4 c-3 d+4; 1 4");
	check_deciders(&tree, "include a.c\ninclude-func a 1\nexclude-func ?\n",
		       "a-3 b-3 c-3 d-3; 4 3 4");
	check_deciders(&tree, "include-func a 0\ninclude *.c\nexclude-small 3\n",
		       "a+1 b+2 c-3 d-3; 1 4 2");
	check_deciders(&tree, "include-func b\nexclude a.c\nexclude-func b\n",
		       "a-2 b-2 c-2 d-2; 2 4 1");
	t_tree_end(&tree);
}

/* What the scanner says of "int f() { auto l1 = []{}; auto l2 = []{}; }" and of a lambda in l2. */
static void lambdas(struct t_tree *tree)
{
	t_tree_of(tree, "a.c",
		  "int f(void)\n{\n\treturn 1;\n}\nint l1(void) { return 1; }\n"
		  "int l2(void) { return 1; }\nint inner(void) { return 1; }\n"
		  "int g(void)\n{\n\treturn 1;\n}\n");
	for (uint32_t i = 1; i < 4; i++) {
		tree->project.defs.items[i].flags |= CSA_DEF_IS_LAMBDA;
		tree->project.defs.items[i].parent = i == 3 ? 3 : 1;
	}
}

TEST(a_lambda_goes_with_its_function_unless_it_is_named)
{
	struct t_tree tree;

	T_UNUSED;
	lambdas(&tree);
	check_deciders(&tree, "include-func f 0\n", "f+1 l1+1 l2+1 inner+1 g-; 1");
	check_deciders(&tree, "exclude-func f\n", "f-1 l1-1 l2-1 inner-1 g+; 1");
	check_deciders(&tree, "exclude-func l2\n", "f+ l1+ l2-1 inner+ g+; 1");
	check_deciders(&tree, "exclude-func f\ninclude-func l2 0\n",
		       "f-1 l1-1 l2+2 inner-1 g-; 1 1");
	/* Small as it is, it is a part of its function. */
	check_deciders(&tree, "exclude-small 3\n", "f+ l1+ l2+ inner+ g+; 0");
	check_deciders(&tree, "exclude-small 9\n", "f-1 l1-1 l2-1 inner-1 g-1; 5");
	check_deciders(&tree, "include-func l1 0\nexclude a.c\n", "f-2 l1-2 l2-2 inner-2 g-2; 1 5");
	t_tree_end(&tree);
}

TEST(what_a_resolver_calls_is_left_out_with_it)
{
	struct t_tree tree;
	struct csa_buf out;

	T_UNUSED;
	t_tree_of(&tree, "a.c",
		  "static int has(void) { return deep(); }\nint deep(void) { return 1; }\n"
		  "static int fast(void) { return 1; }\nint other(void) { return fast(); }\n"
		  "static void *resolve(void)\n{\n\treturn has() ? fast : other;\n}\n");
	tree.project.defs.items[4].flags |= CSA_DEF_RESOLVER;
	csa_buf_init(&out);
	deciders(&tree, "include-func resolve\n", &out);
	assert_non_null(strstr(out.data, "has-ifunc deep-ifunc fast+1 other+1 resolve-ifunc;"));
	assert_non_null(strstr(out.data, "a.c:5: notice: 'resolve' runs while"));
	assert_null(strstr(out.data, "'fast'"));
	deciders(&tree, "include-func fast\nexclude-func deep\n", &out);
	assert_string_equal(out.data, "has- deep-2 fast+1 other- resolve-; 1 1");
	csa_buf_release(&out);
	t_tree_end(&tree);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(nothing_said_is_everything),
		CASE(includes_choose_files),
		CASE(excludes_win),
		CASE(functions_are_excluded_by_their_whole_name),
		CASE(include_func_takes_what_is_reached),
		CASE(files_and_functions_add_up_and_excludes_still_win),
		CASE(small_functions_without_a_loop),
		CASE(what_matches_nothing_is_said),
		CASE(overloads_and_instances_go_together),
		CASE(each_function_has_the_line_that_decided),
		CASE(a_lambda_goes_with_its_function_unless_it_is_named),
		CASE(what_a_resolver_calls_is_left_out_with_it),
	};

	return T_RUN(cases, argc, argv);
}
