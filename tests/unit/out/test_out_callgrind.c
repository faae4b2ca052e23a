/* SPDX-License-Identifier: MIT */
/* A report made by hand in the Callgrind format, to the byte. */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "function_sums.h"
#include "out_format.h"

extern const struct csa_out_format csa_out_callgrind;

enum { MAIN, WORK, LEAF, BEFORE };

/*
 * main runs 100 ns: calls work twice (70 ns), of which one is in a header; work calls itself once and
 * leaf 3 times, once from where nobody knows. BEFORE was entered before the capture and calls leaf.
 */
static struct csa_row_name rows[] = {
	[MAIN] = { .function = "main", .file = "/src/main.c", .line = 3, .module = CSA_NO_MODULE },
	[WORK] = { .function = "work(int, char)",
		   .file = "/src/work.c",
		   .line = 10,
		   .module = CSA_NO_MODULE },
	[LEAF] = { .function = "(2) leaf\n", .module = CSA_NO_MODULE },
	[BEFORE] = { .function = "before",
		     .file = "/src/main.c",
		     .line = 90,
		     .module = CSA_NO_MODULE },
};

static struct csa_report_row numbers[] = {
	{ .row = WORK, .name = &rows[WORK], .calls = 3, .incl_ns = 70, .self_ns = 50 },
	{ .row = MAIN, .name = &rows[MAIN], .calls = 1, .incl_ns = 100, .self_ns = 30 },
	{ .row = LEAF, .name = &rows[LEAF], .calls = 4, .incl_ns = 25, .self_ns = 25 },
};

static struct csa_report_site sites[] = {
	{ .row = WORK,
	  .caller = MAIN,
	  .is_known = true,
	  .file = "/src/main.h",
	  .line = 7,
	  .calls = 1,
	  .total_ns = 40,
	  .incl_ns = 40 },
	{ .row = WORK,
	  .caller = MAIN,
	  .is_known = true,
	  .file = "/src/main.c",
	  .line = 5,
	  .calls = 1,
	  .total_ns = 30,
	  .incl_ns = 30 },
	{ .row = WORK,
	  .caller = WORK,
	  .is_known = true,
	  .file = "/src/work.c",
	  .line = 12,
	  .calls = 1,
	  .total_ns = 20,
	  .incl_ns = 0 },
	{ .row = MAIN,
	  .caller = CSA_NO_ROW,
	  .is_known = true,
	  .file = "/libc/start.h",
	  .line = 58,
	  .calls = 1,
	  .total_ns = 100,
	  .incl_ns = 100 },
	{ .row = LEAF,
	  .caller = WORK,
	  .is_known = true,
	  .file = "/src/work.c",
	  .line = 14,
	  .calls = 2,
	  .total_ns = 15,
	  .incl_ns = 15 },
	{ .row = LEAF, .caller = WORK, .calls = 1, .total_ns = 5, .incl_ns = 5 },
	{ .row = LEAF,
	  .caller = BEFORE,
	  .is_known = true,
	  .file = NULL,
	  .line = 0,
	  .calls = 1,
	  .total_ns = 5,
	  .incl_ns = 5 },
};

static char exe[] = "/bin/app";
static char command[] = "app --once 'a\nb'";
static struct csa_report_process process = {
	.exe = exe, .command = command, .pid = 7, .start_realtime_ns = 1795972517000000042u
};

static char *write_callgrind(struct csa_report *report, size_t *size)
{
	const struct csa_call_filter all = { .to_ns = UINT64_MAX };
	const struct csa_out_options options = { .filter = &all };
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	assert_int_equal(csa_out_callgrind.write(report, &options, out, NULL), 0);
	fclose(out);
	return text;
}

static struct csa_report make_report(void)
{
	return (struct csa_report){
		.summary = { .self_ns = 105, .open = 1 },
		.rows = numbers,
		.row_count = 3,
		.table = { .rows = rows, .count = 4 },
		.sites = sites,
		.site_count = sizeof(sites) / sizeof(sites[0]),
		.processes = &process,
		.process_count = 1,
	};
}

TEST(calls_stand_at_their_line_with_the_time_of_the_outermost)
{
	static const char *const begins = "# callgrind format\nversion: 1\ncreator: callsight@";
	static const char *const goes_on =
		"\npid: 7\n"
		"cmd: app --once 'a?b'\n"
		"part: 1\n"
		"desc: Start: 2026-11-29T17:15:17.000000042Z\n"
		"desc: Fact: 1 call was open at the end of the capture and is closed there\n"
		"event: Ns : Nanoseconds\n"
		"positions: line\n"
		"events: Ns\n"
		"summary: 105\n"
		"\nob=(0) ???\nfl=(1) ???\nfn=(0) [no caller]\n0 0\n"
		"cfi=(2) /src/main.c\ncfn=(1) main\ncalls=1 3\n0 100\n"
		"\nob=(0)\nfl=(3) /src/work.c\nfn=(2) work(int, char)\n10 50\n"
		"cfi=(3)\ncfn=(2)\ncalls=1 10\n12 0\n"
		"cfi=(1)\ncfn=(3) (2) leaf?\ncalls=2 0\n14 15\n"
		"cfi=(1)\ncfn=(3)\ncalls=1 0\n0 5\n"
		"\nob=(0)\nfl=(2)\nfn=(1)\n3 30\n"
		"cfi=(3)\ncfn=(2)\ncalls=1 10\n5 30\n"
		"fi=(4) /src/main.h\ncfi=(3)\ncfn=(2)\ncalls=1 10\n7 40\n"
		"\nob=(0)\nfl=(1)\nfn=(3)\n0 25\n"
		"\nob=(0)\nfl=(2)\nfn=(4) before\n90 0\n"
		"cfi=(1)\ncfn=(3)\ncalls=1 0\n0 5\n";
	struct csa_report report = make_report();
	size_t size;
	char *text = write_callgrind(&report, &size);

	T_UNUSED;
	assert_int_equal(strncmp(text, begins, strlen(begins)), 0);
	assert_string_equal(strstr(text, "\npid: "), goes_on);
	free(text);
}

TEST(the_reader_finds_calls_and_both_times)
{
	struct csa_report report = make_report();
	struct t_sums sums = { 0 };
	size_t size;
	char *text;

	T_UNUSED;
	/* What was entered before the capture is no call: all that it called is below nobody. */
	report.summary.self_ns = 105;
	report.sites[6].caller = CSA_NO_ROW;
	text = write_callgrind(&report, &size);
	report.sites[6].caller = BEFORE;
	if (!t_read_callgrind(&sums, text, size))
		fail_msg("%s", sums.error);
	assert_int_equal(sums.count, 3);
	assert_int_equal(t_sums_get(&sums, "main")->calls, 1);
	assert_int_equal(t_sums_get(&sums, "main")->self_ns, 30);
	assert_int_equal(t_sums_get(&sums, "main")->incl_ns, 100);
	assert_int_equal(t_sums_get(&sums, "work(int, char)")->calls, 3);
	assert_int_equal(t_sums_get(&sums, "work(int, char)")->incl_ns, 70);
	assert_int_equal(t_sums_get(&sums, "(2) leaf?")->calls, 4);
	assert_int_equal(t_sums_get(&sums, "(2) leaf?")->self_ns, 25);
	assert_int_equal(t_sums_get(&sums, "(2) leaf?")->incl_ns, 25);
	t_sums_release(&sums);
	free(text);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(calls_stand_at_their_line_with_the_time_of_the_outermost),
		CASE(the_reader_finds_calls_and_both_times),
	};

	return T_RUN(cases, argc, argv);
}
