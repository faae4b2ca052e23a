/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <stdlib.h>

#include "progress.h"

#define SECOND UINT64_C(1000000000)

static FILE *out;
static char *text;
static size_t length;

static void begin(struct csa_progress *progress)
{
	out = open_memstream(&text, &length);
	assert_non_null(out);
	csa_progress_begin(progress, out, 300000000, 7 * SECOND);
}

static void expect(const char *expected)
{
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

TEST(a_short_task_shows_nothing)
{
	struct csa_progress progress;

	T_UNUSED;
	begin(&progress);
	csa_progress_step(&progress, 100000000, 8 * SECOND - 1);
	csa_progress_erase(&progress);
	expect("");
}

TEST(a_long_task_shows_a_line_now_and_then_and_erases_it)
{
	struct csa_progress progress;

	T_UNUSED;
	begin(&progress);
	csa_progress_step(&progress, 100000000, 8 * SECOND);
	csa_progress_step(&progress, 150000000, 8 * SECOND + SECOND / 10);
	csa_progress_step(&progress, 999000000, 9 * SECOND);
	csa_progress_erase(&progress);
	csa_progress_erase(&progress);
	expect("\r100 of 300 MB read (33 %)\033[K\r300 of 300 MB read (100 %)\033[K\r\033[K");
}

TEST(without_a_terminal_nothing_is_shown)
{
	struct csa_progress progress;

	T_UNUSED;
	csa_progress_begin(&progress, NULL, 100, 0);
	csa_progress_step(&progress, 50, 100 * SECOND);
	csa_progress_erase(&progress);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_short_task_shows_nothing),
		CASE(a_long_task_shows_a_line_now_and_then_and_erases_it),
		CASE(without_a_terminal_nothing_is_shown),
	};

	return T_RUN(cases, argc, argv);
}
