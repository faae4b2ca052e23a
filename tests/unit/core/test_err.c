/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "err.h"

TEST(deepest_cause_wins)
{
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(csa_fail(&err, CSA_E_FORMAT, "record size is %d, expected %d", 24, 32),
			 CSA_E_FORMAT);
	assert_int_equal(csa_fail(&err, CSA_E_IO, "later"), CSA_E_IO);
	assert_int_equal(err.code, CSA_E_FORMAT);
	assert_string_equal(err.msg, "record size is 24, expected 32");
}

TEST(context_goes_in_front)
{
	struct csa_err err = { 0 };

	T_UNUSED;
	csa_fail(&err, CSA_E_IO, "cause");
	csa_err_context(&err, "file %s", "a");
	csa_err_context(&err, "capture");
	assert_string_equal(err.msg, "capture: file a: cause");
}

TEST(context_without_failure_changes_nothing)
{
	struct csa_err err = { 0 };

	T_UNUSED;
	csa_err_context(&err, "context");
	assert_int_equal(err.code, 0);
	assert_string_equal(err.msg, "");
}

TEST(error_pointer_may_be_null)
{
	T_UNUSED;
	assert_int_equal(csa_fail(NULL, CSA_E_IO, "x"), CSA_E_IO);
	csa_err_context(NULL, "x");
}

TEST(long_messages_are_cut_and_terminated)
{
	struct csa_err err = { 0 };
	char text[4000];

	T_UNUSED;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	csa_fail(&err, CSA_E_IO, "%s", text);
	csa_err_context(&err, "%s", text);
	assert_int_equal(strlen(err.msg), sizeof(err.msg) - 1);
}

TEST(usage_is_status_2_and_the_rest_3)
{
	T_UNUSED;
	assert_int_equal(csa_err_exit_status(CSA_E_USAGE), 2);
	assert_int_equal(csa_err_exit_status(CSA_E_FORMAT), 3);
	assert_string_equal(csa_err_text(CSA_E_NOMEM), "out of memory");
	assert_string_equal(csa_err_text(-999), "unknown error");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(deepest_cause_wins),
		CASE(context_goes_in_front),
		CASE(context_without_failure_changes_nothing),
		CASE(error_pointer_may_be_null),
		CASE(long_messages_are_cut_and_terminated),
		CASE(usage_is_status_2_and_the_rest_3),
	};

	return T_RUN(cases, argc, argv);
}
