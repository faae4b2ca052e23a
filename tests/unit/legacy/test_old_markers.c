/* SPDX-License-Identifier: MIT */
/* What the markers of old event files become. */
#include <errno.h>

#include "old_builder.h"
#include "old_report.h"
#include "report_reader.h"
#include "test_files.h"

enum { ENTER, EXIT, MARKER, COUNTERS };

static const struct t_old_header header = { .version = 2, .first_ns = 1000, .pid = 7 };

/* A call, then @count markers of one kind, then another call. */
static void report_with(struct t_old_report *r, unsigned count, uint64_t time, uint64_t code,
			uint64_t payload)
{
	char *dir = t_temp_dir();
	struct t_old old;

	t_old_events(&old, &header);
	t_old_record(&old, 5000, 0x1000, 0, 7, ENTER);
	t_old_record(&old, 5010, 0x1000, 0, 7, EXIT);
	for (unsigned i = 0; i < count; i++)
		t_old_record(&old, time, code, payload, 7, MARKER);
	t_old_record(&old, 5020, 0x1000, 0, 7, ENTER);
	t_old_record(&old, 5030, 0x1000, 0, 7, EXIT);
	t_old_write(&old, dir, "trace.7.7.0.bin");
	t_old_report(r, dir, false);
	t_check_row(&r->report, 0x1000, 2, 20, 20);
	t_remove(dir);
}

static void check_marker(uint64_t code, uint64_t payload, uint32_t marker, uint64_t argument)
{
	struct t_old_report r;

	report_with(&r, 1, 5012, code, payload);
	assert_int_equal(r.report.marker_count, 1);
	assert_int_equal(r.report.markers[0].marker, marker);
	assert_int_equal(r.report.markers[0].argument, argument);
	assert_int_equal(r.report.markers[0].count, 1);
	t_old_report_release(&r);
}

static void check_note(unsigned count, uint64_t code, enum csa_note_kind kind, const char *text)
{
	struct t_old_report r;

	report_with(&r, count, 1ull << 32, code, 3);
	assert_int_equal(r.report.marker_count, 0);
	assert_int_equal(t_notes(&r.report, kind, text), 1);
	t_old_report_release(&r);
}

TEST(why_a_capture_ended)
{
	T_UNUSED;
	check_marker(1, 1 << 20, CSF_MARKER_MAX_BYTES, 1 << 20);
	check_marker(2, EDQUOT, CSF_MARKER_NO_SPACE, EDQUOT);
	check_marker(2, 0, CSF_MARKER_NO_SPACE, ENOSPC);
	check_marker(3, EIO, CSF_MARKER_WRITE_ERROR, EIO);
	check_marker(4, 500, CSF_MARKER_MAX_EVENTS, 500);
}

TEST(lost_segments_are_lost_events)
{
	struct t_old_report r;

	T_UNUSED;
	report_with(&r, 1, 5012, 5, 77);
	assert_int_equal(r.report.summary.lost, 77);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_WARNING, "lost events: 77"), 1);
	t_old_report_release(&r);
	report_with(&r, 1, 5012, 5, 10000000000);
	assert_int_equal(r.report.summary.lost, 10000000000);
	t_old_report_release(&r);
}

TEST(hardware_counters_are_skipped_and_said)
{
	char *dir = t_temp_dir();
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	check_note(2, 7, CSA_NOTE_INFO, "markers about hardware counters, which are not read: 2");
	check_note(1, 8, CSA_NOTE_INFO, "markers about hardware counters, which are not read: 1");
	check_note(1, 9, CSA_NOTE_INFO, "markers about hardware counters, which are not read: 1");
	check_note(1, 11, CSA_NOTE_INFO, "markers about hardware counters, which are not read: 1");
	check_note(3, 10, CSA_NOTE_INFO, "were not read, as too short: 3");
	t_old_events(&old, &header);
	t_old_record(&old, 5000, 0x1000, 0, 7, ENTER);
	t_old_record(&old, 5010, 0x1000, 0, 7, EXIT);
	t_old_record(&old, 123, 456, 789, 7, COUNTERS);
	t_old_write(&old, dir, "trace.7.7.0.bin");
	t_old_report(&r, dir, false);
	assert_int_equal(r.report.summary.events, 2);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_INFO,
				 "values of hardware counters, which are not read: 1"),
			 1);
	t_old_report_release(&r);
	t_remove(dir);
}

TEST(a_marker_that_is_not_known_is_said)
{
	T_UNUSED;
	check_note(2, 99, CSA_NOTE_WARNING, "markers that are not known: 2, the last is 99");
}

/* The producer keeps the first record free for why it stopped. */
TEST(a_marker_before_older_events_waits_for_its_time)
{
	char *dir = t_temp_dir();
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &header);
	t_old_record(&old, 5015, 4, 4, 7, MARKER);
	t_old_record(&old, 5000, 0x1000, 0, 7, ENTER);
	t_old_record(&old, 5010, 0x1000, 0, 7, EXIT);
	t_old_record(&old, 5020, 0x1000, 0, 7, ENTER);
	t_old_record(&old, 5030, 0x1000, 0, 7, EXIT);
	t_old_record(&old, 1ull << 50, 3, EIO, 7, MARKER); /* a time beyond all events */
	t_old_write(&old, dir, "trace.7.7.0.bin");
	t_old_report(&r, dir, false);
	assert_int_equal(r.report.marker_count, 2);
	assert_int_equal(r.report.summary.clock_steps, 0);
	assert_int_equal(r.report.summary.duration_ns, 4030);
	t_check_row(&r.report, 0x1000, 2, 20, 20);
	t_old_report_release(&r);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(why_a_capture_ended),
		CASE(lost_segments_are_lost_events),
		CASE(hardware_counters_are_skipped_and_said),
		CASE(a_marker_that_is_not_known_is_said),
		CASE(a_marker_before_older_events_waits_for_its_time),
	};

	return T_RUN(cases, argc, argv);
}
