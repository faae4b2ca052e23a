/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "selection_drop.h"
#include "trace_builder.h"

static int read_text(struct csa_drops *drops, const char *text, struct csa_err *err)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "selection");
	int rc;

	t_write_file(path, text, strlen(text));
	rc = csa_drops_read(drops, path, err);
	free(path);
	t_remove(dir);
	return rc;
}

static bool is_dropped(const struct csa_drops *drops, const char *name, const char *file,
		       const char *unit)
{
	const struct csa_drop_function function = { .name = name, .file = file, .unit = unit };

	return csa_drops_match(drops, &function);
}

TEST(functions_match_by_name_and_end_of_path)
{
	struct csa_drops drops;

	T_UNUSED;
	assert_int_equal(read_text(&drops,
				   "callsight-selection\t1\n"
				   "drop\t/src/app/a.c\tinit\n"
				   "drop\t/src/app/b c.c\tns::Class::name\n"
				   "other\tline\n"
				   "drop\t/src/lib/a.c\tinit\n",
				   NULL),
			 0);
	assert_true(is_dropped(&drops, "init", "/src/app/a.c", NULL));
	assert_true(is_dropped(&drops, "init", "app/a.c", NULL));
	assert_true(is_dropped(&drops, "init", "../a.c", NULL));
	assert_true(is_dropped(&drops, "init", "/moved/src/lib/a.c", NULL));
	assert_false(is_dropped(&drops, "init", "/src/other/a.c", NULL));
	assert_true(is_dropped(&drops, "ns::Class::name", "b c.c", NULL));
	assert_false(is_dropped(&drops, "init", "ca.c", NULL));
	assert_false(is_dropped(&drops, "init", "/src/app/b c.c", NULL));
	assert_false(is_dropped(&drops, "ini", "/src/app/a.c", NULL));
	csa_drops_release(&drops);
}

TEST(without_debug_information_the_symbol_tables_file_or_the_name_decides)
{
	struct csa_drops drops;

	T_UNUSED;
	assert_int_equal(read_text(&drops, "callsight-selection\t1\ndrop\t/src/app/a.c\tinit\n",
				   NULL),
			 0);
	assert_true(is_dropped(&drops, "init", NULL, "a.c"));
	assert_false(is_dropped(&drops, "init", NULL, "b.c"));
	assert_true(is_dropped(&drops, "init", NULL, NULL));
	assert_false(is_dropped(&drops, "exit", NULL, NULL));
	assert_false(is_dropped(&drops, "init", "/src/app/b.c", "a.c"));
	csa_drops_release(&drops);
}

TEST(a_lambda_goes_with_the_function_around_it)
{
	struct csa_drops drops;

	T_UNUSED;
	assert_int_equal(read_text(&drops,
				   "callsight-selection\t1\ndrop\ta.cc\tns::C::run\n"
				   "drop\ta.cc\tns::C::run_all\n",
				   NULL),
			 0);
	assert_true(is_dropped(&drops, "ns::C::run::{lambda(int)#1}::operator()", "a.cc", NULL));
	assert_true(is_dropped(&drops, "ns::C::run::$_0::operator()", "a.cc", NULL));
	assert_false(is_dropped(&drops, "ns::C::ru::$_0::operator()", "a.cc", NULL));
	assert_false(is_dropped(&drops, "ns::C::runs::$_0::operator()", "a.cc", NULL));
	assert_false(is_dropped(&drops, "ns::C::run::inner", "a.cc", NULL));
	csa_drops_release(&drops);
}

TEST(functions_of_the_system_are_left_out_by_folder_namespace_or_library)
{
	struct csa_drops drops;
	struct csa_drop_function function = { .name = "tolower", .module = "/lib/libc.so.6" };

	T_UNUSED;
	assert_int_equal(read_text(&drops,
				   "callsight-selection\t1\nsystem\t/usr/include/\n"
				   "system\t/usr/lib/gcc/\n",
				   NULL),
			 0);
	assert_true(is_dropped(&drops, "std::swap", "/usr/include/c++/12/bits/move.h", NULL));
	assert_true(is_dropped(&drops, "_mm_pause", "/usr/lib/gcc/x/12/include/xmmintrin.h", NULL));
	assert_false(is_dropped(&drops, "std::hash::operator()", "/src/app/hash.h", NULL));
	assert_false(is_dropped(&drops, "f", "/usr/included/a.h", NULL));
	assert_true(is_dropped(&drops, "std::swap", NULL, NULL));
	assert_false(is_dropped(&drops, "stdx::swap", NULL, NULL));
	assert_true(csa_drops_match(&drops, &function));
	function.file = "ctype/ctype.c"; /* its debug file is installed */
	assert_true(csa_drops_match(&drops, &function));
	function.file = "/src/app/ctype.c";
	assert_false(csa_drops_match(&drops, &function));
	function.file = NULL;
	function.module = "/home/lib/libx.so";
	assert_false(csa_drops_match(&drops, &function));
	csa_drops_release(&drops);
	assert_int_equal(read_text(&drops, "callsight-selection\t1\n", NULL), 0);
	assert_false(is_dropped(&drops, "std::swap", "/usr/include/c++/12/bits/move.h", NULL));
	assert_false(is_dropped(&drops, "std::swap", NULL, NULL));
	csa_drops_release(&drops);
}

TEST(a_file_of_another_kind_is_refused_with_its_line)
{
	struct csa_drops drops;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(read_text(&drops, "something\n", &err), CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "line 1"));
	csa_drops_release(&drops);
	err = (struct csa_err){ 0 };
	assert_int_equal(read_text(&drops, "callsight-selection\t1\ndrop\tx\n", &err),
			 CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "line 2"));
	csa_drops_release(&drops);
}

TEST(an_empty_selection_matches_nothing)
{
	struct csa_drops drops;

	T_UNUSED;
	assert_int_equal(read_text(&drops, "callsight-selection\t1\n", NULL), 0);
	assert_false(is_dropped(&drops, "init", "a.c", NULL));
	csa_drops_release(&drops);
	assert_int_equal(csa_drops_read(&drops, "/nonexistent/selection", NULL), CSA_E_ABSENT);
	csa_drops_release(&drops);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(functions_match_by_name_and_end_of_path),
		CASE(without_debug_information_the_symbol_tables_file_or_the_name_decides),
		CASE(a_lambda_goes_with_the_function_around_it),
		CASE(functions_of_the_system_are_left_out_by_folder_namespace_or_library),
		CASE(a_file_of_another_kind_is_refused_with_its_line),
		CASE(an_empty_selection_matches_nothing),
	};

	return T_RUN(cases, argc, argv);
}
