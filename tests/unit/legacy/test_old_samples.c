/* SPDX-License-Identifier: MIT */
/* Files that an earlier producer made: counts exactly, times within its rounding to 1 ns a call. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "old_report.h"
#include "report_reader.h"
#include "test_files.h"

static json_t *read_expected(const char *dir)
{
	char *path = t_path(dir, "expected.json");
	json_t *expected = json_load_file(path, 0, NULL);

	if (!expected)
		fail_msg("%s cannot be read", path);
	free(path);
	return expected;
}

static uint64_t count_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	assert_true(json_is_integer(value));
	return (uint64_t)json_integer_value(value);
}

static double ns_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	assert_true(json_is_number(value));
	return json_number_value(value) * 1e6;
}

/* @calls: that were rounded, of the function and of those that it called. */
static void check_time(const char *what, double expected, uint64_t found, double calls)
{
	if (fabs(expected - (double)found) > calls)
		fail_msg("%s is %.0f ns, expected %.0f within %.0f", what, (double)found, expected,
			 calls);
}

/* The producer leaves out calls that are open. */
static void check_function(const struct csa_report *report, const json_t *expected)
{
	const char *name = json_string_value(json_object_get(expected, "name"));
	const char *address = json_string_value(json_object_get(expected, "link_address"));
	const struct csa_report_row *row = t_row(report, strtoull(address, NULL, 16));
	uint64_t calls = count_of(expected, "calls");
	bool is_summary = report->stackless != 0;
	/* What a function calls, in the program that all were made of. */
	double callees = strcmp(name, "branch") == 0   ? 25.0 * (double)calls
			 : strcmp(name, "main") == 0   ? 41
			 : strcmp(name, "worker") == 0 ? 30
			 : strcmp(name, "twig") == 0   ? 60
						       : 10;

	if (!row) {
		fail_msg("no row for %s", name);
		return;
	}
	assert_int_equal(row->calls - row->open, calls);
	if (row->open)
		return; /* its times have what is open in them */
	check_time(name, ns_of(expected, "self_ms"), row->self_ns, (double)calls + callees);
	if (strcmp(name, "down") != 0 || is_summary)
		check_time(name, ns_of(expected, "incl_ms_every_frame"), row->incl_ns,
			   (double)calls + 1);
	else /* only the outermost counts: it is the longest */
		assert_int_equal(row->incl_ns, row->max_ns);
}

static void check_sample(const char *name)
{
	char *dir = t_path(GOLDEN, name);
	json_t *expected = read_expected(dir);
	const json_t *functions = json_object_get(expected, "functions");
	struct t_old_report r;

	t_old_report(&r, dir, false);
	assert_int_equal(r.report.summary.events, count_of(expected, "events"));
	assert_int_equal(r.report.summary.threads, count_of(expected, "threads"));
	assert_int_equal(r.report.summary.unmatched, count_of(expected, "unmatched_exits"));
	assert_int_equal(r.report.summary.open, count_of(expected, "unclosed_enters"));
	assert_int_equal(r.report.summary.unwound, 0);
	assert_int_equal(r.report.summary.lost, 0);
	assert_true(json_array_size(functions) > 1);
	for (size_t i = 0; i < json_array_size(functions); i++)
		check_function(&r.report, json_array_get(functions, i));
	t_old_report_release(&r);
	json_decref(expected);
	free(dir);
}

TEST(ticks_of_two_threads)
{
	T_UNUSED;
	check_sample("x86-64-events");
}

TEST(nanoseconds_of_a_big_endian_machine)
{
	T_UNUSED;
	check_sample("powerpc32-be-events");
}

TEST(nanoseconds_of_a_32_bit_machine)
{
	T_UNUSED;
	check_sample("armv7-le-events");
}

TEST(summaries_of_two_threads_are_merged)
{
	T_UNUSED;
	check_sample("x86-64-summary");
}

TEST(summaries_of_a_big_endian_machine)
{
	T_UNUSED;
	check_sample("powerpc32-be-summary");
}

TEST(an_event_cap_is_said_and_calls_stay_open)
{
	struct t_old_report r;
	char *dir = t_path(GOLDEN, "x86-64-capped");

	T_UNUSED;
	check_sample("x86-64-capped");
	t_old_report(&r, dir, false);
	assert_int_equal(r.report.summary.open, 2);
	assert_int_equal(r.report.marker_count, 1);
	assert_int_equal(r.report.markers[0].marker, CSF_MARKER_MAX_EVENTS);
	assert_int_equal(r.report.markers[0].argument, 500);
	assert_int_equal(t_row(&r.report, 0x25bd)->open, 1);
	assert_int_equal(t_row(&r.report, 0x254a)->open, 1);
	assert_true(r.report.processes[0].has_ended);
	t_old_report_release(&r);
	free(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(ticks_of_two_threads),
		CASE(nanoseconds_of_a_big_endian_machine),
		CASE(nanoseconds_of_a_32_bit_machine),
		CASE(summaries_of_two_threads_are_merged),
		CASE(summaries_of_a_big_endian_machine),
		CASE(an_event_cap_is_said_and_calls_stay_open),
	};

	return T_RUN(cases, argc, argv);
}
