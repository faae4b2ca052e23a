/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "test.h"

#include <stdbool.h>
#include <stdlib.h>

#include "settings.h"

TEST(thread_globs_match_whole_names)
{
	T_UNUSED;
	assert_true(csr_settings_thread_matches(NULL, "any"));
	assert_true(csr_settings_thread_matches("sort-*", "sort-12"));
	assert_true(csr_settings_thread_matches("sort-*", "sort-"));
	assert_false(csr_settings_thread_matches("sort-*", "resort-1"));
	assert_false(csr_settings_thread_matches("sort", "sorter"));
	assert_true(csr_settings_thread_matches("w?rk", "work"));
	assert_false(csr_settings_thread_matches("w?rk", "wrk"));
	assert_true(csr_settings_thread_matches("*a*b*c", "xxaybzzc"));
	assert_false(csr_settings_thread_matches("*a*b*c", "xxaybzz"));
	assert_true(csr_settings_thread_matches("*", ""));
}

TEST(thread_globs_are_a_list)
{
	T_UNUSED;
	assert_true(csr_settings_thread_matches("main,sort-*", "sort-1"));
	assert_true(csr_settings_thread_matches("main sort-*", "main"));
	assert_true(csr_settings_thread_matches(",,main,", "main"));
	assert_false(csr_settings_thread_matches("main,sort-*", "render"));
	assert_false(csr_settings_thread_matches(",", ""));
}

static struct csr_settings read_with(const char *name, const char *value)
{
	struct csr_settings settings = { 0 };

	setenv("TRACE_ENABLE", "1", 1);
	setenv(name, value, 1);
	csr_settings_read(&settings);
	unsetenv(name);
	return settings;
}

TEST(defaults_are_those_of_the_reference)
{
	struct csr_settings settings = read_with("TRACE_ENABLE", "on");

	T_UNUSED;
	assert_true(settings.is_enabled);
	assert_true(settings.has_call_sites);
	assert_int_equal(settings.max_events, 0);
	assert_int_equal(settings.max_bytes, UINT64_C(512) << 20);
	assert_string_equal(settings.dir, "traces");
	assert_null(settings.threads);
	assert_int_equal(settings.clock, CSR_CLOCK_AUTO);
}

TEST(modes_are_words)
{
	T_UNUSED;
	assert_int_equal(read_with("TRACE_MODE", "").mode, CSR_MODE_EVENTS);
	assert_int_equal(read_with("TRACE_MODE", "events").mode, CSR_MODE_EVENTS);
	assert_int_equal(read_with("TRACE_MODE", "summary").mode, CSR_MODE_SUMMARY);
	assert_int_equal(read_with("TRACE_MODE", "count").mode, CSR_MODE_COUNT);
	assert_int_equal(read_with("TRACE_MODE", "counts").mode, CSR_MODE_EVENTS);
	assert_string_equal(csr_settings_mode_name(CSR_MODE_SUMMARY), "summary");
}

TEST(values_are_read_in_their_units)
{
	T_UNUSED;
	assert_int_equal(read_with("TRACE_MAX", "12345").max_events, 12345);
	assert_int_equal(read_with("TRACE_MAX_MB", "3").max_bytes, 3 << 20);
	assert_int_equal(read_with("TRACE_MAX_MB", "0").max_bytes, 0);
	assert_false(read_with("TRACE_CALLSITES", "0").has_call_sites);
	assert_int_equal(read_with("TRACE_CLOCK", "raw").clock, CSR_CLOCK_RAW);
	assert_string_equal(read_with("TRACE_DIR", "/x y").dir, "/x y");
}

TEST(bad_values_leave_the_default)
{
	T_UNUSED;
	assert_int_equal(read_with("TRACE_MAX", "12x").max_events, 0);
	assert_int_equal(read_with("TRACE_MAX", "-1").max_events, 0);
	assert_int_equal(read_with("TRACE_MAX_MB", "99999999999999999999").max_bytes,
			 UINT64_C(512) << 20);
	assert_int_equal(read_with("TRACE_CLOCK", "sun").clock, CSR_CLOCK_AUTO);
	assert_true(read_with("TRACE_CALLSITES", "perhaps").has_call_sites);
}

TEST(the_largest_number_is_a_number)
{
	T_UNUSED;
	assert_true(read_with("TRACE_MAX", "18446744073709551615").max_events == UINT64_MAX);
	assert_int_equal(read_with("TRACE_MAX", "18446744073709551616").max_events, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(thread_globs_match_whole_names),      CASE(thread_globs_are_a_list),
		CASE(defaults_are_those_of_the_reference), CASE(modes_are_words),
		CASE(values_are_read_in_their_units),      CASE(bad_values_leave_the_default),
		CASE(the_largest_number_is_a_number),
	};

	return T_RUN(cases, argc, argv);
}
