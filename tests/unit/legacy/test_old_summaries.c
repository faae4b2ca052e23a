/* SPDX-License-Identifier: MIT */
/* Old summary files: every version and byte order, threads merged, and what can be wrong. */
#include <stdlib.h>

#include "old_builder.h"
#include "old_report.h"
#include "report_reader.h"
#include "test_files.h"

static const struct t_old_header header = {
	.version = 2, .first_ns = 1000, .pid = 7, .segment = 7, .span = 5000
};

static void check_versions(unsigned version, bool is_big_endian)
{
	struct t_old_header h = header;
	char *dir = t_temp_dir();
	struct t_old_report r;
	struct t_old old;

	h.version = version;
	h.is_big_endian = is_big_endian;
	h.bias = 0x400000;
	t_old_summary(&old, &h);
	t_old_row(&old, 0x401000, 1, 5000, 4000);
	t_old_row(&old, 0x402000, 10, 100, 100);
	t_old_write(&old, dir, "trace.summary.7.7.bin");
	h.segment = 8;
	h.span = 1000;
	t_old_summary(&old, &h);
	t_old_row(&old, 0x402000, 5, 200, 200);
	t_old_write(&old, dir, "trace.summary.7.8.bin");
	t_old_report(&r, dir, false);
	t_check_row(&r.report, 0x1000, 1, 5000, 4000);
	t_check_row(&r.report, 0x2000, 15, 2000, 2000);
	assert_int_equal(t_row(&r.report, 0x2000)->min_ns, 100);
	assert_int_equal(t_row(&r.report, 0x2000)->max_ns, 200);
	assert_in_range(t_row(&r.report, 0x2000)->p50_ns, 100, 112);
	assert_in_range(t_row(&r.report, 0x2000)->p99_ns, 190, 200);
	assert_int_equal(r.report.summary.threads, 2);
	assert_int_equal(r.report.summary.calls, 16);
	assert_int_equal(r.report.threads[0].root_ns, 5000);
	assert_int_equal(r.report.threads[1].root_ns, 1000);
	assert_int_equal(r.report.threads[1].tid, 8);
	assert_string_equal(r.report.processes[0].mode, "summary");
	t_old_report_release(&r);
	t_remove(dir);
}

TEST(every_version_and_byte_order)
{
	T_UNUSED;
	check_versions(1, false);
	check_versions(1, true);
	check_versions(2, false);
	check_versions(2, true);
}

/* One file, and its report. */
static void report_one(struct t_old *old, struct t_old_report *r, bool is_damaged)
{
	char *dir = t_temp_dir();

	t_old_write(old, dir, "trace.summary.7.7.bin");
	t_old_report(r, dir, is_damaged);
	t_remove(dir);
}

TEST(many_functions_take_many_windows)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_summary(&old, &header);
	for (unsigned i = 1; i <= 3000; i++)
		t_old_row(&old, 0x1000 * i, i, 100 + i, 100 + i);
	report_one(&old, &r, false);
	assert_int_equal(r.report.row_count, 3000);
	assert_int_equal(t_row(&r.report, 0x1000)->calls, 1);
	assert_int_equal(t_row(&r.report, 3000 * 0x1000)->calls, 3000);
	assert_int_equal(t_row(&r.report, 3000 * 0x1000)->self_ns, 3000 * 3100);
	assert_true(t_row(&r.report, 3000 * 0x1000)->has_quantiles);
	t_old_report_release(&r);
}

TEST(recursion_never_exceeds_its_thread)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_summary(&old, &header);
	t_old_row(&old, 0x1000, 10, 4000, 500); /* 40 000 of all activations */
	report_one(&old, &r, false);
	t_check_row(&r.report, 0x1000, 10, 5000, 5000);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_INFO, "incl counts every activation"), 1);
	t_old_report_release(&r);
}

TEST(calls_beyond_the_depth_limit_are_lost)
{
	struct t_old_header h = header;
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	h.dropped = 12;
	t_old_summary(&old, &h);
	t_old_row(&old, 0x1000, 1, 100, 100);
	report_one(&old, &r, false);
	assert_int_equal(r.report.summary.lost, 12);
	t_old_report_release(&r);
}

TEST(percentiles_need_all_durations)
{
	const uint64_t numbers[6] = { 0x1000, 9, 900, 900, 100, 100 };
	uint32_t buckets[160] = { [22] = 8 };
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_summary(&old, &header);
	t_old_row_numbers(&old, numbers, buckets);
	report_one(&old, &r, false);
	assert_false(t_row(&r.report, 0x1000)->has_quantiles);
	t_old_report_release(&r);
}

TEST(a_cut_file_keeps_whole_functions)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_summary(&old, &header);
	for (unsigned i = 1; i <= 9; i++)
		t_old_row(&old, 0x1000 * i, 2, 100, 100);
	old.count -= 1;
	report_one(&old, &r, true);
	assert_int_equal(r.report.summary.calls, 16);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "offset 6144: cut: 8 functions are there, the header says 9"),
			 1);
	t_old_report_release(&r);
	t_old_summary(&old, &header);
	t_old_row(&old, 0x1000, 2, 100, 100);
	t_old_bytes(&old, "rest", 4);
	report_one(&old, &r, true);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "offset 936: 4 bytes behind the last function"),
			 1);
	t_old_report_release(&r);
}

TEST(numbers_that_contradict_each_other_are_left_out)
{
	const uint64_t self_too_long[6] = { 0x1000, 1, 100, 200, 100, 100 };
	const uint64_t min_above_max[6] = { 0x2000, 1, 100, 100, 200, 100 };
	const uint64_t never_called[6] = { 0x3000, 0, 0, 0, UINT64_MAX, 0 };
	static const uint32_t buckets[160];
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_summary(&old, &header);
	t_old_row_numbers(&old, self_too_long, buckets);
	t_old_row_numbers(&old, min_above_max, buckets);
	t_old_row_numbers(&old, never_called, buckets);
	t_old_row(&old, 0x4000, 2, 100, 100);
	report_one(&old, &r, true);
	assert_int_equal(r.report.row_count, 1);
	t_check_row(&r.report, 0x4000, 2, 200, 200);
	assert_int_equal(r.report.notes.total[CSA_NOTE_DAMAGE], 2);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE, "offset 192: "), 1);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE, "offset 936: "), 1);
	t_old_report_release(&r);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_version_and_byte_order),
		CASE(many_functions_take_many_windows),
		CASE(recursion_never_exceeds_its_thread),
		CASE(calls_beyond_the_depth_limit_are_lost),
		CASE(percentiles_need_all_durations),
		CASE(a_cut_file_keeps_whole_functions),
		CASE(numbers_that_contradict_each_other_are_left_out),
	};

	return T_RUN(cases, argc, argv);
}
