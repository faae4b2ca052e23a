/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strndup */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "selection.h"
#include "test_files.h"

#define HEAD "callsight-selection\t2\ntarget\tapp\n"

/* Adds a file of this text. */
static int add(struct csa_selection *s, const char *text, struct csa_err *err)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "selection");
	int rc;

	t_write_file(path, text, strlen(text));
	rc = csa_selection_add_file(s, path, err);
	free(path);
	t_remove(dir);
	return rc;
}

static void begin(struct csa_selection *s, const char *text)
{
	struct csa_err err = { 0 };

	csa_selection_init(s);
	assert_int_equal(add(s, text, &err), 0);
}

static enum csa_verdict ask(const struct csa_selection *s, const char *name, const char *file)
{
	const struct csa_selection_query query = { .name = name, .file = file };

	return csa_selection_ask(s, &query);
}

static enum csa_verdict ask_unit(const struct csa_selection *s, const char *name, const char *unit)
{
	const struct csa_selection_query query = { .name = name, .unit = unit };

	return csa_selection_ask(s, &query);
}

static enum csa_verdict ask_line(const struct csa_selection *s, const char *name, uint32_t line)
{
	const struct csa_selection_query query = { .name = name, .file = "a.cc", .line = line };

	return csa_selection_ask(s, &query);
}

#define KEEP       CSA_VERDICT_KEEP
#define DROP       CSA_VERDICT_DROP
#define NEEDS_FILE CSA_VERDICT_NEEDS_FILE

TEST(functions_match_by_name_and_end_of_path)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\n"
		       "file\t/src/app/a.c\tkeep\n-\tinit\n+\tother\n"
		       "file\t/src/app/b c.c\tkeep\n-\tns::Class::name\n"
		       "future\tline\twith\tmore\tfields\n"
		       "file\t/src/lib/a.c\tdrop\n-\tinit\n+\tstart\n");
	assert_int_equal(ask(&s, "init", "/src/app/a.c"), DROP);
	assert_int_equal(ask(&s, "init", "app/a.c"), DROP);
	assert_int_equal(ask(&s, "init", "../a.c"), DROP);
	assert_int_equal(ask(&s, "init", "/moved/src/lib/a.c"), DROP);
	assert_int_equal(ask(&s, "init", "/src/other/a.c"), KEEP);
	assert_int_equal(ask(&s, "ns::Class::name", "b c.c"), DROP);
	assert_int_equal(ask(&s, "init", "ca.c"), KEEP);
	assert_int_equal(ask(&s, "ini", "/src/app/a.c"), KEEP);
	assert_int_equal(ask(&s, "ini", "/src/lib/a.c"), DROP);
	assert_int_equal(ask(&s, "start", "/src/lib/a.c"), KEEP);
	csa_selection_release(&s);
}

TEST(without_a_file_the_name_decides_where_it_can)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\n"
		       "file\t/src/app/a.c\tkeep\n-\tinit\n-\tmine\n+\tboth\n"
		       "file\t/src/app/b.c\tkeep\n+\tinit\n+\tyours\n+\tboth\n"
		       "file\t/src/app/h.h\tkeep\n-\tinline_one\n");
	assert_int_equal(ask(&s, "init", NULL), NEEDS_FILE);
	assert_int_equal(ask(&s, "mine", NULL), DROP);
	assert_int_equal(ask(&s, "yours", NULL), KEEP);
	assert_int_equal(ask(&s, "both", NULL), KEEP);
	assert_int_equal(ask_unit(&s, "init", "a.c"), DROP);
	assert_int_equal(ask_unit(&s, "init", "b.c"), KEEP);
	assert_int_equal(ask_unit(&s, "init", "<artificial>"), NEEDS_FILE);
	assert_int_equal(ask_unit(&s, "inline_one", "b.c"), DROP);
	csa_selection_release(&s);
}

TEST(a_source_may_hold_another_one)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tdrop\n"
		       "file\t/p/a.c\tdrop\n-\tunused\n+\tused\n"
		       "file\t/p/keep.c\tkeep\n-\tleft_out\n+\tbegin\n"
		       "file\t/p/test_a.c\tdrop\n-\tmain\n");
	/* In the text of test_a.c: perhaps it includes the other source. */
	assert_int_equal(ask_unit(&s, "used", "test_a.c"), NEEDS_FILE);
	assert_int_equal(ask(&s, "used", "/p/a.c"), KEEP);
	assert_int_equal(ask_unit(&s, "left_out", "test_a.c"), DROP);
	assert_int_equal(ask_unit(&s, "unused", "test_a.c"), DROP);
	assert_int_equal(ask_unit(&s, "left_out", "keep.c"), DROP);
	assert_int_equal(ask_unit(&s, "unused", "keep.c"), NEEDS_FILE);
	csa_selection_release(&s);
}

TEST(what_is_not_listed_goes_with_its_file_or_with_the_rest)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tdrop\nfile\t/p/a.c\tdrop\n+\troot\nfile\t/p/b.c\tdrop\n-\tx\n");
	assert_int_equal(ask(&s, "unknown", "/p/a.c"), DROP);
	assert_int_equal(ask(&s, "unknown", "/other/x.h"), DROP);
	/* No place where it could be selected. */
	assert_int_equal(ask(&s, "unknown", NULL), DROP);
	csa_selection_release(&s);
	begin(&s, HEAD "rest\tdrop\nfile\t/p/a.c\tkeep\n+\troot\n");
	assert_int_equal(ask(&s, "unknown", NULL), NEEDS_FILE);
	assert_int_equal(ask_unit(&s, "unknown", "a.c"), KEEP);
	assert_int_equal(ask(&s, "unknown", "/p/a.c"), KEEP);
	assert_int_equal(ask(&s, NULL, "/p/a.c"), KEEP);
	csa_selection_release(&s);
}

TEST(static_functions_of_system_headers_are_not_of_the_source)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "system\tout\nfolder\t/usr/include/\nrest\tdrop\n"
		       "file\t/p/a.c\tkeep\n+\troot\n+\t__gthread_mine\n");
	assert_int_equal(ask_unit(&s, "inlined", "a.c"), NEEDS_FILE);
	assert_int_equal(ask_unit(&s, "root", "a.c"), KEEP);
	assert_int_equal(ask(&s, "inlined", "/usr/include/x/threads.h"), DROP);
	assert_int_equal(ask(&s, "inlined", "/p/a.c"), KEEP);
	/* libstdc++'s, where no file is known. */
	assert_int_equal(ask_unit(&s, "__gthread_active_p", "a.c"), DROP);
	assert_int_equal(ask_unit(&s, "__gthread_mine", "a.c"), NEEDS_FILE);
	assert_int_equal(ask(&s, "__gthread_mine", "/p/a.c"), KEEP);
	csa_selection_release(&s);
}

TEST(a_header_that_declares_the_function_is_not_its_file)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\nfile\t/p/a.cc\tkeep\n-\tC::m\n+\tC::n\n-\tf\n"
		       "file\t/p/b.cc\tkeep\n+\tf\nfile\t/p/c.h\tkeep\n+\tC::C\n");
	assert_int_equal(ask(&s, "C::m", "/p/c.h"), DROP);
	assert_int_equal(ask(&s, "C::n", "/p/c.h"), KEEP);
	assert_int_equal(ask(&s, "f", "/p/c.h"), KEEP);
	assert_int_equal(ask(&s, "C::m", "/p/other.h"), KEEP);
	assert_int_equal(ask(&s, "C::m", "/p/b.cc"), KEEP);
	csa_selection_release(&s);
}

TEST(lambdas_and_local_classes_go_with_the_function_around_them)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\nfile\ta.cc\tkeep\n-\tns::C::run\n-\tns::C::run_all\n");
	assert_int_equal(ask(&s, "ns::C::run::{lambda(int)#1}::operator()", "a.cc"), DROP);
	assert_int_equal(ask(&s, "ns::C::run::{lambda(a::b)#1}::operator()::{lambda()#1}", "a.cc"),
			 DROP);
	assert_int_equal(ask(&s, "ns::C::run::$_0::operator()", "a.cc"), DROP);
	assert_int_equal(ask(&s, "ns::C::ru::$_0::operator()", "a.cc"), KEEP);
	assert_int_equal(ask(&s, "ns::C::runs::$_0::operator()", "a.cc"), KEEP);
	assert_int_equal(ask(&s, "ns::C::run::Local::method", "a.cc"), DROP);
	assert_int_equal(ask(&s, "ns::C::walk", "a.cc"), KEEP);
	csa_selection_release(&s);
}

TEST(lambdas_that_differ_are_told_apart_by_line)
{
	static const char name[] = "f::{lambda()#1}::operator()";
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\nfile\ta.cc\tkeep\n+\tf\n"
		       "+\tf::{lambda#1}\t10\n-\tf::{lambda#2}\t12\n+\tf::{lambda#3}\t20\n"
		       "+\tg\n-\tg::{lambda#1}\n-\tg::{lambda#2}\n");
	assert_int_equal(ask_line(&s, name, 10), KEEP);
	assert_int_equal(ask_line(&s, name, 12), DROP);
	assert_int_equal(ask_line(&s, name, 13), DROP);
	assert_int_equal(ask_line(&s, "f::$_7::operator()", 20), KEEP);
	assert_int_equal(ask_line(&s, name, 0), NEEDS_FILE);
	assert_int_equal(ask_line(&s, "f", 9), KEEP);
	assert_int_equal(ask_line(&s, "g::$_1::operator()", 0), DROP);
	assert_int_equal(ask_line(&s, "g", 0), KEEP);
	csa_selection_release(&s);
}

TEST(of_lambdas_in_one_line_none_is_seen_when_one_is_excluded)
{
	static const char name[] = "f::{lambda()#1}::operator()";
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\nfile\ta.cc\tkeep\n+\tf\n"
		       "+\tf::{lambda#1}\t10\n-\tf::{lambda#2}\t12\n+\tf::{lambda#3}\t12\n"
		       "target\tother\nrest\tkeep\nfile\ta.cc\tkeep\n+\tf\n"
		       "-\tf::{lambda#1}\t10\n-\tf::{lambda#2}\t12\n-\tf::{lambda#3}\t12\n");
	/* Of one lambda in two targets the one that keeps it wins. */
	assert_int_equal(ask_line(&s, name, 10), KEEP);
	assert_int_equal(ask_line(&s, name, 12), DROP);
	csa_selection_release(&s);
}

TEST(functions_of_the_system_are_left_out_by_folder_namespace_or_library)
{
	struct csa_selection s;
	struct csa_selection_query query = { .name = "tolower", .module = "/lib/libc.so.6" };

	T_UNUSED;
	begin(&s, HEAD "system\tout\nfolder\t/usr/include/\nfolder\t/usr/lib/gcc/\nrest\tkeep\n"
		       "file\t/src/app/hash.h\tkeep\n+\tstd::hash::operator()\n");
	assert_int_equal(ask(&s, "std::swap", "/usr/include/c++/12/bits/move.h"), DROP);
	assert_int_equal(ask(&s, "_mm_pause", "/usr/lib/gcc/x/12/include/xmmintrin.h"), DROP);
	assert_int_equal(ask(&s, "std::hash::operator()", "/src/app/hash.h"), KEEP);
	assert_int_equal(ask(&s, "std::hash::operator()", "/usr/include/c++/12/x.h"), DROP);
	/* One of the project and those of the library have this name. */
	assert_int_equal(ask(&s, "std::hash::operator()", NULL), NEEDS_FILE);
	assert_int_equal(ask(&s, "f", "/usr/included/a.h"), KEEP);
	assert_int_equal(ask(&s, "std::swap", NULL), DROP);
	assert_int_equal(ask(&s, "stdx::swap", NULL), KEEP);
	assert_int_equal(csa_selection_ask(&s, &query), DROP);
	query.file = "ctype/ctype.c"; /* its debug file is installed */
	assert_int_equal(csa_selection_ask(&s, &query), DROP);
	query.file = "/src/app/ctype.c";
	assert_int_equal(csa_selection_ask(&s, &query), KEEP);
	query.file = NULL;
	query.module = "/home/lib/libx.so";
	assert_int_equal(csa_selection_ask(&s, &query), KEEP);
	csa_selection_release(&s);
	begin(&s, HEAD "system\tin\nfolder\t/usr/include/\nrest\tdrop\n");
	assert_int_equal(ask(&s, "std::swap", "/usr/include/c++/12/bits/move.h"), KEEP);
	assert_int_equal(ask(&s, "std::swap", NULL), KEEP);
	csa_selection_release(&s);
}

TEST(what_one_target_keeps_is_kept)
{
	struct csa_selection s;

	T_UNUSED;
	begin(&s, HEAD "rest\tkeep\nfile\t/p/a.c\tkeep\n-\tf\n-\tg\nfile\t/p/own.c\tkeep\n-\th\n");
	assert_int_equal(add(&s,
			     "callsight-selection\t2\ntarget\tlib\nrest\tkeep\n"
			     "file\t/p/a.c\tdrop\n+\tf\n-\tg\n",
			     NULL),
			 0);
	assert_int_equal(ask(&s, "f", "/p/a.c"), KEEP);
	assert_int_equal(ask(&s, "f", NULL), KEEP);
	assert_int_equal(ask(&s, "g", "/p/a.c"), DROP);
	assert_int_equal(ask(&s, "unknown", "/p/a.c"), KEEP);
	/* The other target does not know the file: what it says of the rest does not count. */
	assert_int_equal(ask(&s, "h", "/p/own.c"), DROP);
	csa_selection_release(&s);
}

TEST(selected_functions_come_one_after_the_other)
{
	struct csa_selection s;
	const struct csa_selection_name *name;
	uint32_t at = 0;

	T_UNUSED;
	begin(&s, HEAD "file\t/p/a.c\tkeep\n+\tf\n-\tg\n+\tC::C\t0\nfile\t/p/b.c\tkeep\n+\th\n");
	name = csa_selection_next(&s, &at);
	assert_string_equal(name->name, "f");
	assert_string_equal(s.files.items[name->file].path, "/p/a.c");
	name = csa_selection_next(&s, &at);
	assert_string_equal(name->name, "h");
	assert_null(csa_selection_next(&s, &at));
	csa_selection_release(&s);
}

TEST(a_damaged_file_is_refused_with_its_line_and_leaves_nothing)
{
	static const struct {
		const char *text;
		const char *line;
	} cases[] = {
		{ "something\n", "line 1" },
		{ "callsight-selection\t1\n", "line 1" },
		{ "callsight-selection\t20\n", "line 1" },
		{ "callsight-selection\t2\n+\tf\n", "line 2" },
		{ HEAD "+\tf\n", "line 3" },
		{ HEAD "file\t/a.c\n", "line 3" },
		{ HEAD "file\t/a.c\tperhaps\n", "line 3" },
		{ HEAD "file\t/a.c\tkeep\n+\tf\n-\n", "line 5" },
		{ HEAD "file\t/a.c\tkeep\n+\tf\n+\tg\tx\n", "line 5" },
		{ HEAD "file\t/a.c\tkeep\n-\tg\ttarget\t\n", "line 4" },
		{ HEAD "folder\tusr/include\n", "line 3" },
		{ HEAD "system\tmaybe\n", "line 3" },
		{ HEAD "rest\t\n", "line 3" },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct csa_selection s;
		struct csa_err err = { 0 };

		begin(&s, HEAD "rest\tkeep\nfile\t/p/a.c\tkeep\n-\tf\n");
		assert_int_equal(add(&s, cases[i].text, &err), CSA_E_FORMAT);
		assert_non_null(strstr(err.msg, cases[i].line));
		assert_int_equal(s.targets.count, 1);
		assert_int_equal(ask(&s, "f", "/p/a.c"), DROP);
		assert_int_equal(ask(&s, "f", "/q/a.c"), KEEP);
		csa_selection_release(&s);
	}
}

TEST(every_beginning_of_a_file_is_read_or_refused)
{
	static const char text[] =
		HEAD "system\tout\nfolder\t/usr/include/\nrest\tdrop\nfile\t/a.c\tkeep\n"
		     "+\tf\n-\tg\n+\tf::{lambda#1}\t3\n";

	T_UNUSED;
	for (size_t length = 0; length < sizeof(text); length++) {
		struct csa_selection s;
		char *part = strndup(text, length);
		int rc;

		csa_selection_init(&s);
		rc = add(&s, part, NULL);
		assert_true(rc == 0 || rc == CSA_E_FORMAT);
		(void)ask(&s, "f::{lambda()#1}::operator()", "/a.c");
		csa_selection_release(&s);
		free(part);
	}
}

TEST(an_index_names_the_files_and_misses_none_in_silence)
{
	struct csa_selection s;
	struct csa_buf notes;
	struct csa_err err = { 0 };
	char *dir = t_temp_dir();
	char *index = t_path(dir, "index");
	char *one = t_path(dir, "one");
	char text[1024];

	T_UNUSED;
	csa_selection_init(&s);
	csa_buf_init(&notes);
	t_write_file(one, HEAD "file\t/p/a.c\tkeep\n-\tf\n",
		     strlen(HEAD "file\t/p/a.c\tkeep\n-\tf\n"));
	assert_true(snprintf(text, sizeof(text),
			     "callsight-selections\t2\ntarget\tapp\t%s\ntarget\tgone\t%s.gone\n",
			     one, one) > 0);
	t_write_file(index, text, strlen(text));
	assert_int_equal(csa_selection_add_index(&s, index, &notes, &err), 0);
	assert_int_equal(ask(&s, "f", "/p/a.c"), DROP);
	assert_non_null(strstr(notes.data, "one.gone: No such file"));
	assert_int_equal(csa_selection_add_index(&s, one, &notes, &err), CSA_E_FORMAT);
	assert_int_equal(csa_selection_add_index(&s, "/nonexistent/x", &notes, NULL), CSA_E_ABSENT);
	csa_buf_release(&notes);
	csa_selection_release(&s);
	free(one);
	free(index);
	t_remove(dir);
}

TEST(with_nothing_read_everything_is_kept)
{
	struct csa_selection s;
	uint32_t at = 0;

	T_UNUSED;
	csa_selection_init(&s);
	assert_int_equal(ask(&s, "f", "/p/a.c"), KEEP);
	assert_null(csa_selection_next(&s, &at));
	assert_int_equal(csa_selection_add_file(&s, "/nonexistent/selection", NULL), CSA_E_ABSENT);
	csa_selection_release(&s);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(functions_match_by_name_and_end_of_path),
		CASE(without_a_file_the_name_decides_where_it_can),
		CASE(a_source_may_hold_another_one),
		CASE(static_functions_of_system_headers_are_not_of_the_source),
		CASE(what_is_not_listed_goes_with_its_file_or_with_the_rest),
		CASE(a_header_that_declares_the_function_is_not_its_file),
		CASE(lambdas_and_local_classes_go_with_the_function_around_them),
		CASE(lambdas_that_differ_are_told_apart_by_line),
		CASE(of_lambdas_in_one_line_none_is_seen_when_one_is_excluded),
		CASE(functions_of_the_system_are_left_out_by_folder_namespace_or_library),
		CASE(what_one_target_keeps_is_kept),
		CASE(selected_functions_come_one_after_the_other),
		CASE(a_damaged_file_is_refused_with_its_line_and_leaves_nothing),
		CASE(every_beginning_of_a_file_is_read_or_refused),
		CASE(an_index_names_the_files_and_misses_none_in_silence),
		CASE(with_nothing_read_everything_is_kept),
	};

	return T_RUN(cases, argc, argv);
}
