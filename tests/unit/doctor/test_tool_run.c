/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool_run.h"

static int run(const char *script, struct csa_buf *output)
{
	const char *const argv[] = { "/bin/sh", "-c", script, NULL };

	csa_buf_init(output);
	return csa_tool_run(argv, output);
}

TEST(status_and_both_streams_are_kept)
{
	struct csa_buf output;
	char line[8];

	T_UNUSED;
	assert_int_equal(run("echo out; echo err >&2; exit 3", &output), 3);
	assert_string_equal(output.data, "out\nerr\n");
	csa_buf_release(&output);
	assert_int_equal(run("kill -9 $$", &output), 137);
	csa_buf_release(&output);
	assert_int_equal(run("echo; echo ' ^~'; echo 'error: x'", &output), 0);
	csa_tool_line(&output, line, sizeof(line));
	assert_string_equal(line, "error: ");
	csa_buf_release(&output);
	assert_int_equal(setenv("TRACE_ENABLE", "1", 1), 0);
	assert_int_equal(run("cat; echo $LC_ALL${TRACE_ENABLE-unset}", &output), 0);
	assert_string_equal(output.data, "Cunset\n");
	csa_buf_release(&output);
}

TEST(what_cannot_be_started_says_why)
{
	const char *const argv[] = { "/nonexistent", NULL };
	struct csa_buf output;

	T_UNUSED;
	csa_buf_init(&output);
	assert_int_equal(csa_tool_run(argv, &output), CSA_TOOL_NOT_RUN);
	assert_int_equal(errno, ENOENT);
	assert_string_equal(output.data, "");
	csa_buf_release(&output);
}

TEST(much_output_is_cut)
{
	struct csa_buf output;

	T_UNUSED;
	assert_int_equal(
		run("i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; "
		    "i=$((i + 1)); done",
		    &output),
		0);
	assert_in_range(output.length, 60000, 65536);
	csa_buf_release(&output);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(status_and_both_streams_are_kept),
		CASE(what_cannot_be_started_says_why),
		CASE(much_output_is_cut),
	};

	return T_RUN(cases, argc, argv);
}
