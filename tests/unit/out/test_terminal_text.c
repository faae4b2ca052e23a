/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "test.h"

#include <stdlib.h>

#include <stdio.h>

#include "terminal_text.h"

static struct csa_buf buf;

static void check_text(const char *text, const char *expected)
{
	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, text);
	assert_string_equal(buf.data, expected);
	csa_buf_release(&buf);
}

static void check_ns(uint64_t ns, const char *expected)
{
	csa_buf_init(&buf);
	csa_add_duration(&buf, ns);
	assert_string_equal(buf.data, expected);
	csa_buf_release(&buf);
}

TEST(nothing_that_a_terminal_obeys_is_left)
{
	T_UNUSED;
	check_text("plain \xc3\xa9", "plain \xc3\xa9");
	check_text("\033[31m\n\t\x7f", "\\x1b[31m\\x0a\\x09\\x7f");
	check_text("\xc2\x9b"
		   "2J",
		   "\\x9b2J"); /* the C1 control sequence introducer */
	check_text("\x9b", "\xef\xbf\xbd");
	check_text("\xc2\xa0", "\xc2\xa0");
}

TEST(durations_have_three_digits_and_a_unit)
{
	T_UNUSED;
	check_ns(0, "0 ns");
	check_ns(999, "999 ns");
	check_ns(1000, "1.00 us");
	check_ns(12345, "12.3 us");
	check_ns(999499, "999 us");
	check_ns(999999, "1.00 ms");
	check_ns(123456789, "123 ms");
	check_ns(1234567890, "1.23 s");
	check_ns(86400000000000, "86400 s");
}

/* With the numbers around every change of digits and unit, and those exactly between two. */
TEST(durations_are_rounded_as_printf_does)
{
	static const struct {
		uint64_t ns;
		const char *unit;
	} units[] = { { 1000, "us" }, { 1000000, "ms" }, { 1000000000, "s" } };

	T_UNUSED;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		for (uint64_t step = 0; step < 200000; step++) {
			uint64_t ns = units[i].ns + step * (units[i].ns / 200) + step % 3 - 1;
			double value = (double)ns / (double)units[i].ns;
			char expected[40];

			if (value < 1 || value >= 999.5)
				continue;
			snprintf(expected, sizeof(expected), "%.*f %s",
				 value < 9.995   ? 2
				 : value < 99.95 ? 1
						 : 0,
				 value, units[i].unit);
			check_ns(ns, expected);
		}
	}
}

TEST(widths_are_characters)
{
	T_UNUSED;
	assert_int_equal(csa_text_width(""), 0);
	assert_int_equal(csa_text_width("a\xc3\xa9\xe2\x82\xac"), 3);
}

TEST(lines_and_tabs_stay_where_text_is_printed)
{
	char *written = NULL;
	size_t size;
	FILE *out = open_memstream(&written, &size);

	T_UNUSED;
	csa_print_terminal_text(out, "a.c:1:\twarning \x1b[2J\xc2\x9b\xff\r\nsecond\n");
	csa_print_terminal_text(out, "");
	fclose(out);
	assert_string_equal(written, "a.c:1:\twarning \\x1b[2J\\x9b\xef\xbf\xbd\\x0d\nsecond\n");
	free(written);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(nothing_that_a_terminal_obeys_is_left),
		CASE(durations_have_three_digits_and_a_unit),
		CASE(durations_are_rounded_as_printf_does),
		CASE(widths_are_characters),
		CASE(lines_and_tabs_stay_where_text_is_printed),
	};

	return T_RUN(cases, argc, argv);
}
