/* SPDX-License-Identifier: MIT */
/* The view of callers, of a report made by hand. */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "out_format.h"

static struct csa_row_name names[] = {
	{ .function = "main", .file = "/src/main.c", .line = 3, .module = CSA_NO_MODULE },
	{ .function = "parse", .file = "/src/parse.c", .line = 10, .module = CSA_NO_MODULE },
	{ .function = "next", .file = "/src/next.c", .line = 20, .module = CSA_NO_MODULE },
	{ .function = "a::b::run(int)", .module = CSA_NO_MODULE },
};

#define SITE(callee, by, place, at, n, ns)                                                         \
	{                                                                                          \
		.row = (callee), .caller = (by), .is_known = true, .module = CSA_NO_MODULE,        \
		.address = 0x40 + (at), .function = (place), .file = "/src/dir/x.c", .line = (at), \
		.calls = (n), .incl_ns = (ns), .total_ns = 2 * (ns), .self_ns = (ns) / 2,          \
		.max_ns = (ns) / (n)                                                               \
	}

static char *write_callers(struct csa_report_site *sites, size_t count, const char *columns,
			   unsigned top, unsigned width)
{
	struct csa_report report = { .sites = sites,
				     .site_count = count,
				     .summary = { .calls = 100000 },
				     .table = { .rows = names, .count = 4 } };
	const struct csa_out_options options = { .columns = columns, .top = top, .width = width };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(csa_out_find("callers")->write(&report, &options, out, NULL), 0);
	fclose(out);
	return text;
}

static void check(struct csa_report_site *sites, size_t count, const char *columns, unsigned top,
		  unsigned width, const char *expected)
{
	char *text = write_callers(sites, count, columns, top, width);

	assert_string_equal(text, expected);
	free(text);
}

TEST(sites_stand_below_their_function)
{
	struct csa_report_site sites[] = {
		SITE(2, 1, "parse", 12, 100, 5000),
		SITE(2, 0, "helper", 7, 10, 4000),
		SITE(2, 1, "parse", 12, 50,
		     1500), /* the same line, from another place in the code */
		SITE(1, CSA_NO_ROW, "start", 1, 1, 9000),
		{ .row = 0, .caller = CSA_NO_ROW, .calls = 1, .incl_ns = 10000 },
		{ .row = 0, .caller = 3, .calls = 2, .incl_ns = 20, .self_ns = 2, .max_ns = 19 },
	};

	T_UNUSED;
	sites[3].is_inlined = true;
	check(sites, 6, NULL, 0, 0,
	      " calls     incl     self      max  function, and where it is called from\n"
	      "   160  10.5 us  5.25 us   400 ns  next                   src/next.c:20\n"
	      "   150  6.50 us  3.25 us    50 ns    from parse           dir/x.c:12\n"
	      "    10  4.00 us  2.00 us   400 ns    from helper in main  dir/x.c:7\n"
	      "     1  9.00 us  4.50 us  9.00 us  parse                  src/parse.c:10\n"
	      "     1  9.00 us  4.50 us  9.00 us    from start, inlined  dir/x.c:1\n"
	      "     3  10.0 us     2 ns    19 ns  main                   src/main.c:3\n"
	      "     1  10.0 us     0 ns     0 ns    from outside\n"
	      "     2    20 ns     2 ns    19 ns    from a::b::run(int)\n");
}

TEST(exact_numbers_and_fewer_functions_on_request)
{
	struct csa_report_site sites[] = {
		SITE(2, 1, "parse", 12, 100, 5000),
		SITE(1, CSA_NO_ROW, "start", 1, 1, 9000),
	};

	T_UNUSED;
	check(sites, 2, "incl_ns,total_ns,self_ns,avg_ns,max_ns,calls", 1, 0,
	      "     incl_ns      total_ns       self_ns        avg_ns        max_ns   calls  "
	      "function, and where "
	      "it is called from\n"
	      "        5000         10000          2500           100            50     100  next  "
	      "        "
	      "src/next.c:20\n"
	      "        5000         10000          2500           100            50     100    "
	      "from parse  "
	      "dir/x.c:12\n"
	      "\n1 of 2 functions; --top 0 prints all.\n");
}

TEST(a_function_has_at_most_ten_lines_and_one_for_the_others)
{
	struct csa_report_site sites[13];
	char *text;
	const char *rest;

	T_UNUSED;
	for (unsigned i = 0; i < 13; i++)
		sites[i] = (struct csa_report_site)SITE(2, 1, "parse", 100 + i, 1, 1000 - i);
	text = write_callers(sites, 13, "calls", 20, 0);
	rest = strstr(text, "     3    from 3 other places\n");
	assert_non_null(rest);
	assert_non_null(strstr(text, "x.c:109\n"));
	assert_null(strstr(text, "x.c:110\n"));
	free(text);
	text = write_callers(sites, 13, "calls", 0, 0);
	assert_non_null(strstr(text, "x.c:112\n"));
	free(text);
}

TEST(no_line_is_longer_than_the_terminal)
{
	struct csa_report_site sites[] = {
		SITE(2, 1, "a_function_whose_name_is_longer_than_all_that_a_terminal_has", 12, 100,
		     5000),
		SITE(2, 3, "another<with, arguments>::and::parameters(std::string const&, int)", 9,
		     10, 400),
	};

	T_UNUSED;
	for (unsigned width = 40; width <= 120; width += 20) {
		char *text = write_callers(sites, 2, NULL, 0, width);
		char *rest;

		for (char *line = strtok_r(text, "\n", &rest); line;
		     line = strtok_r(NULL, "\n", &rest))
			assert_true(strlen(line) <= width);
		free(text);
	}
}

TEST(the_last_part_of_a_name_is_the_same_function)
{
	struct csa_report_site sites[] = { SITE(2, 3, "run", 12, 1, 10) };
	char *text;

	T_UNUSED;
	text = write_callers(sites, 1, "calls", 0, 0);
	assert_non_null(strstr(text, "  from run  dir/x.c:12\n"));
	free(text);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(sites_stand_below_their_function),
		CASE(exact_numbers_and_fewer_functions_on_request),
		CASE(a_function_has_at_most_ten_lines_and_one_for_the_others),
		CASE(no_line_is_longer_than_the_terminal),
		CASE(the_last_part_of_a_name_is_the_same_function),
	};

	return T_RUN(cases, argc, argv);
}
