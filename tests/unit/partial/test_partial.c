/* SPDX-License-Identifier: MIT */
/* The report of parts is that of one pass, to the byte, however they are put together. */
#define _GNU_SOURCE /* open_memstream */
#include "partial_fixture.h"

static char *dir;
static char *parts[T_PROCESSES];
static size_t part_count;
static char *expected; /* of one pass over all */
static struct csa_report report;

static char *part_path(const char *name)
{
	char *path = t_path(dir, name);

	return path;
}

/* Captures, a part of each process, and what one pass prints. */
static void begin(bool events_only)
{
	part_count = events_only ? 3 : T_PROCESSES;
	dir = t_build_captures(events_only);
	t_make_report(&report, dir);
	expected = t_print(&report);
	csa_report_release(&report);
	for (size_t i = 0; i < part_count; i++) {
		char *process = t_path(dir, t_names[i]);
		char name[32];

		snprintf(name, sizeof(name), "%zu.part", i);
		parts[i] = part_path(name);
		t_make_report(&report, process);
		t_write_part(&report, parts[i]);
		csa_report_release(&report);
		free(process);
	}
}

static void end(void)
{
	for (size_t i = 0; i < part_count; i++)
		free(parts[i]);
	free(expected);
	t_remove(dir);
}

static void merge(const char *const *paths, size_t count)
{
	struct csa_err err = { 0 };

	if (csa_partial_merge(&report, paths, count, &t_options, &err) != 0)
		fail_msg("%s", err.msg);
}

static void check_same(void)
{
	char *text = t_print(&report);
	size_t at = 0;

	while (text[at] && text[at] == expected[at])
		at++;
	if (text[at] || expected[at])
		fail_msg("differs at %zu: '%.200s' is, '%.200s' expected", at,
			 text + (at > 60 ? at - 60 : 0), expected + (at > 60 ? at - 60 : 0));
	free(text);
	csa_report_release(&report);
}

TEST(parts_in_any_order_make_the_report_of_one_pass)
{
	T_UNUSED;
	for (unsigned events_only = 0; events_only < 2; events_only++) {
		begin(events_only);
		for (size_t shift = 0; shift < part_count; shift++) {
			const char *paths[T_PROCESSES];

			for (size_t i = 0; i < part_count; i++)
				paths[i] = parts[(i * 5 + shift) % part_count];
			merge(paths, part_count);
			check_same();
		}
		end();
	}
}

/* Parts @first to @last into one. */
static char *group(size_t first, size_t last, const char *name)
{
	char *path = part_path(name);

	merge((const char *const *)parts + first, last - first + 1);
	t_write_part(&report, path);
	csa_report_release(&report);
	return path;
}

TEST(parts_of_parts_make_it_as_well)
{
	T_UNUSED;
	begin(false);
	{
		char *left = group(0, 1, "left");
		char *right = group(2, 5, "right");
		char *all = part_path("all");
		const char *both[] = { right, left };
		const char *grouped[] = { right, parts[1], parts[0] };

		merge(both, 2);
		t_write_part(&report, all);
		check_same();
		merge(grouped, 3);
		check_same();
		merge((const char *const *)&all, 1);
		check_same();
		free(left);
		free(right);
		free(all);
	}
	end();
}

TEST(a_part_of_everything_is_the_merge_of_all_parts_to_the_byte)
{
	const char *last_first[T_PROCESSES];
	size_t length;
	size_t other_length;
	char *bytes;
	char *others;
	char *whole;
	char *merged;

	T_UNUSED;
	begin(false);
	whole = part_path("whole");
	t_make_report(&report, dir);
	t_write_part(&report, whole);
	csa_report_release(&report);
	merged = part_path("merged");
	for (size_t i = 0; i < T_PROCESSES; i++)
		last_first[i] = parts[T_PROCESSES - 1 - i];
	merge(last_first, T_PROCESSES);
	t_write_part(&report, merged);
	csa_report_release(&report);
	bytes = t_slurp(whole, &length);
	others = t_slurp(merged, &other_length);
	assert_int_equal(length, other_length);
	assert_memory_equal(bytes, others, length);
	free(bytes);
	free(others);
	free(whole);
	free(merged);
	end();
}

TEST(the_order_of_rows_is_chosen_when_parts_are_merged)
{
	const struct csa_report_options by_calls = { .sort = CSA_SORT_CALLS };
	struct csa_err err = { 0 };

	T_UNUSED;
	begin(true);
	assert_int_equal(csa_partial_merge(&report, (const char *const *)parts, 3, &by_calls, &err),
			 0);
	for (size_t i = 1; i < report.row_count; i++)
		assert_true(report.rows[i - 1].calls >= report.rows[i].calls);
	csa_report_release(&report);
	end();
}

TEST(a_process_that_is_in_two_parts_is_refused)
{
	struct csa_err err = { 0 };
	char *both;

	T_UNUSED;
	begin(true);
	both = group(0, 1, "both");
	{
		const char *twice[] = { parts[2], both, parts[1] };

		assert_int_equal(csa_partial_merge(&report, twice, 3, &t_options, &err),
				 CSA_E_FORMAT);
		assert_non_null(strstr(err.msg, "app-2-200"));
		csa_report_release(&report);
	}
	free(both);
	end();
}

TEST(what_is_no_part_is_said_with_its_path)
{
	struct csa_err err = { 0 };
	const char *missing[] = { "/nonexistent/x.part" };

	T_UNUSED;
	assert_int_equal(csa_partial_merge(&report, missing, 1, &t_options, &err), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "/nonexistent/x.part"));
	csa_report_release(&report);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(parts_in_any_order_make_the_report_of_one_pass),
		CASE(parts_of_parts_make_it_as_well),
		CASE(a_part_of_everything_is_the_merge_of_all_parts_to_the_byte),
		CASE(the_order_of_rows_is_chosen_when_parts_are_merged),
		CASE(a_process_that_is_in_two_parts_is_refused),
		CASE(what_is_no_part_is_said_with_its_path),
	};

	return T_RUN(cases, argc, argv);
}
