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

struct answer {
	struct csa_selection_query query;
	enum csa_verdict verdict;
};

#define IN(name_, file_, verdict_)                             \
	{                                                      \
		{ .name = (name_), .file = (file_) }, verdict_ \
	}
#define UNIT(name_, unit_, verdict_)                           \
	{                                                      \
		{ .name = (name_), .unit = (unit_) }, verdict_ \
	}
#define LINE(name_, line_, verdict_)                                           \
	{                                                                      \
		{ .name = (name_), .file = "a.cc", .line = (line_) }, verdict_ \
	}
#define MODULE(name_, file_, path_, verdict_)                                     \
	{                                                                         \
		{ .name = (name_), .file = (file_), .module = (path_) }, verdict_ \
	}

/* What the selection says about each of the functions. */
static void check(const struct csa_selection *s, const struct answer *answers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct csa_selection_query *query = &answers[i].query;
		enum csa_verdict verdict = csa_selection_ask(s, query);

		if (verdict != answers[i].verdict)
			fail_msg("answer %zu, %s in %s: %d, expected %d", i,
				 query->name ? query->name : "no name",
				 query->file ? query->file : "no file", verdict,
				 answers[i].verdict);
	}
}

#define CHECK(s, ...)                                    \
	check(s, (const struct answer[]){ __VA_ARGS__ }, \
	      sizeof((const struct answer[]){ __VA_ARGS__ }) / sizeof(struct answer))

/* The same of a selection file of this text alone. */
#define ANSWERS(text, ...)                  \
	do {                                \
		struct csa_selection s_;    \
		begin(&s_, text);           \
		CHECK(&s_, __VA_ARGS__);    \
		csa_selection_release(&s_); \
	} while (0)

#define KEEP       CSA_VERDICT_KEEP
#define DROP       CSA_VERDICT_DROP
#define NEEDS_FILE CSA_VERDICT_NEEDS_FILE

TEST(functions_match_by_name_and_end_of_path)
{
	T_UNUSED;
	ANSWERS(HEAD "rest\tkeep\n"
		     "file\t/src/app/a.c\tkeep\n-\tinit\n+\tother\n"
		     "file\t/src/app/b c.c\tkeep\n-\tns::Class::name\n"
		     "future\tline\twith\tmore\tfields\n"
		     "file\t/src/lib/a.c\tdrop\n-\tinit\n+\tstart\n",
		IN("init", "/src/app/a.c", DROP), IN("init", "app/a.c", DROP),
		IN("init", "../a.c", DROP), IN("init", "/moved/src/lib/a.c", DROP),
		IN("init", "/src/other/a.c", KEEP), IN("ns::Class::name", "b c.c", DROP),
		IN("init", "ca.c", KEEP), IN("ini", "/src/app/a.c", KEEP),
		IN("ini", "/src/lib/a.c", DROP), IN("start", "/src/lib/a.c", KEEP));
}

TEST(without_a_file_the_name_decides_where_it_can)
{
	T_UNUSED;
	ANSWERS(HEAD "rest\tkeep\n"
		     "file\t/src/app/a.c\tkeep\n-\tinit\n-\tmine\n+\tboth\n"
		     "file\t/src/app/b.c\tkeep\n+\tinit\n+\tyours\n+\tboth\n"
		     "file\t/src/app/h.h\tkeep\n-\tinline_one\n",
		IN("init", NULL, NEEDS_FILE), IN("mine", NULL, DROP), IN("yours", NULL, KEEP),
		IN("both", NULL, KEEP), UNIT("init", "a.c", DROP), UNIT("init", "b.c", KEEP),
		UNIT("init", "<artificial>", NEEDS_FILE), UNIT("inline_one", "b.c", DROP));
}

TEST(a_source_may_hold_another_one)
{
	T_UNUSED;
	ANSWERS(HEAD "rest\tdrop\n"
		     "file\t/p/a.c\tdrop\n-\tunused\n+\tused\n"
		     "file\t/p/keep.c\tkeep\n-\tleft_out\n+\tbegin\n"
		     "file\t/p/test_a.c\tdrop\n-\tmain\n",
		/* In the text of test_a.c: perhaps it includes the other source. */
		UNIT("used", "test_a.c", NEEDS_FILE), IN("used", "/p/a.c", KEEP),
		UNIT("left_out", "test_a.c", DROP), UNIT("unused", "test_a.c", DROP),
		UNIT("left_out", "keep.c", DROP), UNIT("unused", "keep.c", NEEDS_FILE));
}

TEST(what_is_not_listed_goes_with_its_file_or_with_the_rest)
{
	T_UNUSED;
	ANSWERS(HEAD "rest\tdrop\nfile\t/p/a.c\tdrop\n+\troot\nfile\t/p/b.c\tdrop\n-\tx\n",
		IN("unknown", "/p/a.c", DROP), IN("unknown", "/other/x.h", DROP),
		/* No place where it could be selected. */
		IN("unknown", NULL, DROP));
	ANSWERS(HEAD "rest\tdrop\nfile\t/p/a.c\tkeep\n+\troot\n", IN("unknown", NULL, NEEDS_FILE),
		UNIT("unknown", "a.c", KEEP), IN("unknown", "/p/a.c", KEEP),
		IN(NULL, "/p/a.c", KEEP));
}

TEST(static_functions_of_system_headers_are_not_of_the_source)
{
	T_UNUSED;
	ANSWERS(HEAD "system\tout\nfolder\t/usr/include/\nrest\tdrop\n"
		     "file\t/p/a.c\tkeep\n+\troot\n+\t__gthread_mine\n",
		UNIT("inlined", "a.c", NEEDS_FILE), UNIT("root", "a.c", KEEP),
		IN("inlined", "/usr/include/x/threads.h", DROP), IN("inlined", "/p/a.c", KEEP),
		/* libstdc++'s, where no file is known. */
		UNIT("__gthread_active_p", "a.c", DROP), UNIT("__gthread_mine", "a.c", NEEDS_FILE),
		IN("__gthread_mine", "/p/a.c", KEEP));
}

TEST(a_header_that_declares_the_function_is_not_its_file)
{
	T_UNUSED;
	ANSWERS(HEAD "rest\tkeep\nfile\t/p/a.cc\tkeep\n-\tC::m\n+\tC::n\n-\tf\n"
		     "file\t/p/b.cc\tkeep\n+\tf\nfile\t/p/c.h\tkeep\n+\tC::C\n",
		IN("C::m", "/p/c.h", DROP), IN("C::n", "/p/c.h", KEEP), IN("f", "/p/c.h", KEEP),
		IN("C::m", "/p/other.h", KEEP), IN("C::m", "/p/b.cc", KEEP));
}

TEST(lambdas_and_local_classes_go_with_the_function_around_them)
{
	T_UNUSED;
	ANSWERS(HEAD "rest\tkeep\nfile\ta.cc\tkeep\n-\tns::C::run\n-\tns::C::run_all\n",
		IN("ns::C::run::{lambda(int)#1}::operator()", "a.cc", DROP),
		IN("ns::C::run::{lambda(a::b)#1}::operator()::{lambda()#1}", "a.cc", DROP),
		IN("ns::C::run::$_0::operator()", "a.cc", DROP),
		IN("ns::C::ru::$_0::operator()", "a.cc", KEEP),
		IN("ns::C::runs::$_0::operator()", "a.cc", KEEP),
		IN("ns::C::run::Local::method", "a.cc", DROP), IN("ns::C::walk", "a.cc", KEEP));
}

TEST(lambdas_that_differ_are_told_apart_by_line)
{
	static const char name[] = "f::{lambda()#1}::operator()";

	T_UNUSED;
	ANSWERS(HEAD "rest\tkeep\nfile\ta.cc\tkeep\n+\tf\n"
		     "+\tf::{lambda#1}\t10\n-\tf::{lambda#2}\t12\n+\tf::{lambda#3}\t20\n"
		     "+\tg\n-\tg::{lambda#1}\n-\tg::{lambda#2}\n",
		LINE(name, 10, KEEP), LINE(name, 12, DROP), LINE(name, 13, DROP),
		LINE("f::$_7::operator()", 20, KEEP), LINE(name, 0, NEEDS_FILE), LINE("f", 9, KEEP),
		LINE("g::$_1::operator()", 0, DROP), LINE("g", 0, KEEP));
}

TEST(of_lambdas_in_one_line_none_is_seen_when_one_is_excluded)
{
	static const char name[] = "f::{lambda()#1}::operator()";

	T_UNUSED;
	ANSWERS(HEAD "rest\tkeep\nfile\ta.cc\tkeep\n+\tf\n"
		     "+\tf::{lambda#1}\t10\n-\tf::{lambda#2}\t12\n+\tf::{lambda#3}\t12\n"
		     "target\tother\nrest\tkeep\nfile\ta.cc\tkeep\n+\tf\n"
		     "-\tf::{lambda#1}\t10\n-\tf::{lambda#2}\t12\n-\tf::{lambda#3}\t12\n",
		/* Of one lambda in two targets the one that keeps it wins. */
		LINE(name, 10, KEEP), LINE(name, 12, DROP));
}

TEST(functions_of_the_system_are_left_out_by_folder_namespace_or_library)
{
	T_UNUSED;
	ANSWERS(HEAD "system\tout\nfolder\t/usr/include/\nfolder\t/usr/lib/gcc/\nrest\tkeep\n"
		     "file\t/src/app/hash.h\tkeep\n+\tstd::hash::operator()\n",
		IN("std::swap", "/usr/include/c++/12/bits/move.h", DROP),
		IN("_mm_pause", "/usr/lib/gcc/x/12/include/xmmintrin.h", DROP),
		IN("std::hash::operator()", "/src/app/hash.h", KEEP),
		IN("std::hash::operator()", "/usr/include/c++/12/x.h", DROP),
		/* One of the project and those of the library have this name. */
		IN("std::hash::operator()", NULL, NEEDS_FILE), IN("f", "/usr/included/a.h", KEEP),
		IN("std::swap", NULL, DROP), IN("stdx::swap", NULL, KEEP),
		MODULE("tolower", NULL, "/lib/libc.so.6", DROP),
		/* Its debug file is installed. */
		MODULE("tolower", "ctype/ctype.c", "/lib/libc.so.6", DROP),
		MODULE("tolower", "/src/app/ctype.c", "/lib/libc.so.6", KEEP),
		MODULE("tolower", NULL, "/home/lib/libx.so", KEEP));
	ANSWERS(HEAD "system\tin\nfolder\t/usr/include/\nrest\tdrop\n",
		IN("std::swap", "/usr/include/c++/12/bits/move.h", KEEP),
		IN("std::swap", NULL, KEEP));
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
	CHECK(&s, IN("f", "/p/a.c", KEEP), IN("f", NULL, KEEP), IN("g", "/p/a.c", DROP),
	      IN("unknown", "/p/a.c", KEEP),
	      /* The other target does not know the file: what it says of the rest does not count. */
	      IN("h", "/p/own.c", DROP));
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
