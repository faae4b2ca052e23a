/* SPDX-License-Identifier: MIT */
/* Files of several segments, threads and processes, and files that are none. */
#define _GNU_SOURCE /* mkdtemp */
#include <stdlib.h>
#include <sys/stat.h>

#include "legacy.h"
#include "old_builder.h"
#include "old_report.h"
#include "report_reader.h"
#include "test_files.h"

enum { ENTER, EXIT };

/* One call of 10 ns in a file of its own. */
static void write_call(const char *dir, const char *name, unsigned pid, unsigned segment,
		       uint64_t start)
{
	const struct t_old_header header = {
		.version = 2, .first_ns = start, .pid = pid, .segment = segment
	};
	struct t_old old;

	t_old_events(&old, &header);
	t_old_record(&old, start, 0x1000, 0, pid, ENTER);
	t_old_record(&old, start + 10, 0x1000, 0, pid, EXIT);
	t_old_write(&old, dir, name);
}

TEST(segments_are_read_in_their_order)
{
	const struct t_old_header first = { .version = 2, .first_ns = 1000, .pid = 7 };
	struct t_old_header second = first;
	char *dir = t_temp_dir();
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	second.segment = 10; /* sorts before 9 as text; 2 to 8 are there, too */
	t_old_events(&old, &first);
	t_old_record(&old, 5000, 0x1000, 0, 7, ENTER);
	t_old_write(&old, dir, "trace.7.7.0.bin");
	for (unsigned i = 1; i < 10; i++) {
		char name[40];

		snprintf(name, sizeof(name), "trace.7.7.%u.bin", i);
		write_call(dir, name, 7, i, 5000 + 100 * i);
	}
	t_old_events(&old, &second);
	t_old_record(&old, 7000, 0x1000, 0, 7, EXIT);
	t_old_write(&old, dir, "trace.7.7.10.bin");
	t_old_report(&r, dir, false);
	t_check_row(&r.report, 0x1000, 10, 2000, 2000);
	assert_int_equal(r.report.summary.clock_steps, 0);
	assert_int_equal(r.report.process_count, 1);
	assert_int_equal(r.report.summary.threads, 1);
	t_old_report_release(&r);
	t_remove(dir);
}

TEST(missing_segments_are_said)
{
	char *dir = t_temp_dir();
	struct t_old_report r;

	T_UNUSED;
	write_call(dir, "trace.7.7.2.bin", 7, 2, 5000);
	t_old_report(&r, dir, false);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_INFO, "older segments are not there"), 1);
	t_old_report_release(&r);
	write_call(dir, "trace.7.7.5.bin", 7, 5, 6000);
	t_old_report(&r, dir, true);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "trace.7.7.5.bin: segments 3 to 4 before it are not there"),
			 1);
	t_check_row(&r.report, 0x1000, 2, 20, 20);
	t_old_report_release(&r);
	t_remove(dir);
}

TEST(a_segment_counts_once)
{
	char *dir = t_temp_dir();
	struct t_old_report r;

	T_UNUSED;
	write_call(dir, "trace.7.7.0.bin", 7, 0, 5000);
	write_call(dir, "trace.7.7.00.bin", 7, 0, 5000);
	t_old_report(&r, dir, true);
	t_check_row(&r.report, 0x1000, 1, 10, 10);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE, "the same segment as"), 1);
	t_old_report_release(&r);
	t_remove(dir);
}

TEST(a_file_can_be_named_and_have_any_name)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "copy of a trace");
	struct t_old_report r;

	T_UNUSED;
	write_call(dir, "copy of a trace", 7, 3, 5000);
	write_call(dir, "trace.8.8.0.bin", 8, 0, 5000);
	t_old_report(&r, path, false);
	t_check_row(&r.report, 0x1000, 1, 10, 10);
	assert_int_equal(r.report.process_count, 1);
	assert_string_equal(r.report.processes[0].dir, path);
	t_old_report_release(&r);
	free(path);
	t_remove(dir);
}

TEST(processes_at_the_same_time_are_one_run)
{
	char *dir = t_temp_dir();
	struct csa_legacy legacy;
	struct csa_err err = { 0 };
	struct t_old_report r;
	char *made = t_temp_dir();

	T_UNUSED;
	write_call(dir, "trace.30.30.0.bin", 30, 0, 5000);
	write_call(dir, "trace.20.20.0.bin", 20, 0, 9000);
	write_call(dir, "trace.10.10.0.bin", 10, 0, 9005);
	t_old_report(&r, dir, false);
	assert_int_equal(r.report.process_count, 2);
	assert_int_equal(r.report.processes[0].pid, 20);
	assert_int_equal(r.report.processes[1].pid, 10);
	assert_int_equal(r.report.processes[1].ppid, 20);
	t_check_row(&r.report, 0x1000, 2, 20, 20);
	assert_int_equal(r.report.summary.duration_ns, 15);
	t_old_report_release(&r);
	assert_int_equal(csa_legacy_import(&legacy, made, dir, NULL, &err), 0);
	assert_int_equal(legacy.process_count, 3);
	assert_int_equal(legacy.newest, 1);
	csa_legacy_close(&legacy);
	t_remove(made);
	t_remove(dir);
}

TEST(files_that_are_no_old_files_are_left_alone)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "notes.txt");
	struct csa_legacy legacy;
	struct csa_err err = { 0 };

	T_UNUSED;
	t_write_file(path, "MLTRACER is not it", 18);
	assert_int_equal(csa_legacy_open(&legacy, dir, NULL, &err), 0);
	assert_null(legacy.dir);
	csa_legacy_close(&legacy);
	assert_int_equal(csa_legacy_open(&legacy, "/nonexistent", NULL, &err), 0);
	assert_null(legacy.dir);
	csa_legacy_close(&legacy);
	free(path);
	t_remove(dir);
}

/* A header that is wrong from @offset on. */
static void check_refused(const char *bytes, size_t count, const char *text)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "trace.7.7.0.bin");
	struct csa_legacy legacy;
	struct csa_err err = { 0 };
	struct t_old_report r;

	t_write_file(path, bytes, count);
	assert_true(csa_legacy_open(&legacy, dir, NULL, &err) < 0);
	assert_null(legacy.dir);
	if (!strstr(err.msg, text) || !strstr(err.msg, path))
		fail_msg("'%s' lacks '%s'", err.msg, text);
	csa_legacy_close(&legacy);
	/* Beside one that is whole it costs only itself. */
	write_call(dir, "trace.8.8.0.bin", 8, 0, 5000);
	t_old_report(&r, dir, true);
	t_check_row(&r.report, 0x1000, 1, 10, 10);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE, text), 1);
	t_old_report_release(&r);
	free(path);
	t_remove(dir);
}

TEST(damaged_headers_are_named_by_file_and_offset)
{
	static const char version[80] = "MLTRACE\0\3\0\0\0\40";
	static const char record[80] = "MLTRACE\0\1\0\0\0\41";
	static const char header[80] = "MLTRACE\0\2\0\0\0\40\0\0\0\37";
	static const char cut[79] = "MLTRACE\0\2\0\0\0\40\0\0\0\120";
	static const char summary[191] = "MLSUMRY\0\2\0\0\0\350\2";

	T_UNUSED;
	check_refused(version, sizeof(version), "offset 8: version is 3, expected 1 or 2");
	check_refused(record, sizeof(record), "offset 12: record size is 33, expected 32");
	check_refused(header, sizeof(header), "offset 16: header size is 31, expected 80");
	check_refused(cut, sizeof(cut), "offset 0: cut header: 79 bytes are there, expected 80");
	check_refused(cut, 15, "offset 0: cut header: 15 bytes are there, expected 16");
	check_refused(summary, sizeof(summary), "191 bytes are there, expected 192");
}

TEST(a_capture_of_version_3_is_left_alone)
{
	char *dir = t_temp_dir();
	char *inner = t_path(dir, "app-7-1");
	char *path = t_path(inner, "process.json");
	struct csa_legacy legacy;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(mkdir(inner, 0700), 0);
	t_write_file(path, "{}", 2);
	write_call(dir, "trace.8.8.0.bin", 8, 0, 5000);
	assert_int_equal(csa_legacy_open(&legacy, dir, NULL, &err), 0);
	assert_null(legacy.dir);
	csa_legacy_close(&legacy);
	free(path);
	free(inner);
	t_remove(dir);
}

TEST(files_of_one_process_have_one_clock)
{
	struct t_old_header header = {
		.version = 2, .first_ns = 1000, .pid = 7, .flags = 1, .tick_hz = 1000000000
	};
	char *dir = t_temp_dir();
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	write_call(dir, "trace.7.7.0.bin", 7, 0, 5000);
	t_old_events(&old, &header);
	t_old_record(&old, 6000, 0x1000, 0, 8, ENTER);
	t_old_record(&old, 6010, 0x1000, 0, 8, EXIT);
	t_old_write(&old, dir, "trace.7.8.0.bin");
	t_old_report(&r, dir, true);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "trace.7.8.0.bin: offset 20: its clock is not that of the other"),
			 1);
	t_old_report_release(&r);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(segments_are_read_in_their_order),
		CASE(missing_segments_are_said),
		CASE(a_segment_counts_once),
		CASE(a_file_can_be_named_and_have_any_name),
		CASE(processes_at_the_same_time_are_one_run),
		CASE(files_that_are_no_old_files_are_left_alone),
		CASE(damaged_headers_are_named_by_file_and_offset),
		CASE(a_capture_of_version_3_is_left_alone),
		CASE(files_of_one_process_have_one_clock),
	};

	return T_RUN(cases, argc, argv);
}
