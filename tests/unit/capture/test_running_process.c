/* SPDX-License-Identifier: MIT */
/* Captures of processes that run or begin while they are read: what changes meanwhile is no damage. */
#include "test.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_survey.h"
#include "capture_runs.h"
#include "capture_fixture.h"

static struct t_capture c;
static struct csa_windows_seen seen;
static struct csa_doubts doubts;
static char *live;
static char *blocks;

static struct t_trace *begin(void)
{
	struct t_trace *trace = t_capture_begin(&c, NULL);

	live = t_path(c.process, "live.cst");
	blocks = t_path(c.process, "blocks-0.0.cst");
	return trace;
}

static void clean(void)
{
	t_capture_clean(&c);
	free(seen.items);
	seen = (struct csa_windows_seen){ 0 };
	free(doubts.items);
	doubts = (struct csa_doubts){ 0 };
	free(live);
	free(blocks);
}

/* The thread of window 0 goes on to another block. */
static void go_on(uint32_t sequence)
{
	const uint32_t state = sequence << 1 | 1;

	t_patch(live, CSF_LIVE_HEADER_BYTES + offsetof(struct csf_block, state), &state, 4);
	t_patch(live, CSF_LIVE_HEADER_BYTES + offsetof(struct csf_block, sequence), &sequence, 4);
}

/* Opens @file and forgets its blocks, so that the steps of a survey can be taken one by one. */
static void open_only(const char *file)
{
	assert_int_equal(csa_capture_open_file(&c.capture, file, &c.notes, &c.err), 0);
	csa_notes_release(&c.notes);
	c.capture.block_count = 0;
	c.capture.lane_count = 0;
	c.capture.open_windows = 0;
	c.capture.lost_blocks = 0;
}

/* A thread has an open call in window 0. */
static void open_window(void)
{
	struct t_trace *trace = begin();

	t_enter(t_thread_new(trace, 70), 2000, 0x1000);
	t_trace_end(trace, false);
	open_only(live);
}

/* The rest of the survey, after the windows were seen. */
static void finish_survey(void)
{
	assert_int_equal(csa_survey_live(&c.capture, 0, &seen, &c.notes, &c.err), 0);
	assert_int_equal(csa_survey_finish(&c.capture, &doubts, &c.notes, &c.err), 0);
}

TEST(a_window_that_changes_while_files_are_read_is_left_out)
{
	T_UNUSED;
	open_window();
	assert_int_equal(csa_survey_glance(&seen, c.process, &c.err), 0);
	assert_int_equal(seen.count, 1);
	go_on(7);
	finish_survey();
	assert_int_equal(c.capture.changed_windows, 1);
	assert_int_equal(c.capture.block_count, 0);
	assert_int_equal(c.capture.lost_blocks, 0);
	assert_int_equal(c.notes.count, 0);
	clean();
}

TEST(a_window_that_did_not_change_is_taken)
{
	T_UNUSED;
	open_window();
	assert_int_equal(csa_survey_glance(&seen, c.process, &c.err), 0);
	finish_survey();
	assert_int_equal(c.capture.changed_windows, 0);
	assert_int_equal(c.capture.block_count, 1);
	clean();
}

TEST(a_window_made_while_files_are_read_is_left_out)
{
	T_UNUSED;
	open_window();
	finish_survey();
	assert_int_equal(c.capture.changed_windows, 1);
	assert_int_equal(c.capture.block_count, 0);
	clean();
}

/* @rest: a hole with the end of the block behind it; otherwise the block is cut. */
static void check_being_written(bool rest, bool runs)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	static const char zeros[CSF_BLOCK_HEADER_BYTES];

	t_enter(thread, 2000, 0x1000);
	t_exit(thread, 2010);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	if (rest)
		t_patch(blocks, 0, zeros, sizeof(zeros));
	else
		t_truncate(blocks, CSF_BLOCK_HEADER_BYTES + 8);
	open_only(blocks);
	assert_int_equal(csa_survey_file(&c.capture, 0, &doubts, &c.notes, &c.err), 0);
	assert_int_equal(doubts.count, 1);
	c.capture.changed_windows = runs;
	assert_int_equal(csa_survey_finish(&c.capture, &doubts, &c.notes, &c.err), 0);
	assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], runs ? 0 : 1);
	assert_int_equal(c.capture.block_count, rest || runs ? 0 : 1);
	clean();
}

TEST(a_block_that_is_being_written_is_no_damage)
{
	T_UNUSED;
	check_being_written(false, true);
	check_being_written(true, true);
}

TEST(the_same_bytes_without_a_writer_are_damage)
{
	T_UNUSED;
	check_being_written(false, false);
	check_being_written(true, false);
}

/* The end of a block file that the server has not written yet, or not any more: cut at every byte. */
TEST(a_cut_end_of_a_received_capture_is_no_damage)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	char *path = t_path(c.process, "stream.json");
	size_t bytes;

	T_UNUSED;
	for (unsigned i = 0; i < 2; i++) {
		t_enter(thread, 2000 + 100 * i, 0x1000);
		t_exit(thread, 2010 + 100 * i);
		t_block(thread, T_BLOCK_WRITTEN);
	}
	t_trace_end(trace, true);
	t_write_file(path, "{}", 2);
	bytes = t_file_bytes(blocks) / 2;
	for (size_t cut = 1; cut < bytes; cut++) {
		t_truncate(blocks, 2 * bytes - cut);
		assert_int_equal(t_capture_open(&c), 0);
		assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], 0);
		assert_int_equal(c.capture.block_count, 1);
		assert_int_equal(c.capture.lost_blocks, 0);
		csa_capture_close(&c.capture);
		csa_notes_release(&c.notes);
	}
	free(path);
	clean();
}

TEST(a_process_that_only_begins_is_no_damage)
{
	struct t_trace *trace = begin();
	char *path = t_path(c.process, "process.json");

	T_UNUSED;
	t_trace_end(trace, false);
	t_write_file(path, "", 0);
	free(path);
	path = t_path(c.process, "modules");
	remove(path);
	remove(blocks);
	free(path);
	t_truncate(live, 0);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], 0);
	assert_true(c.notes.total[CSA_NOTE_WARNING] > 0);
	clean();
}

TEST(a_process_that_only_begins_does_not_hide_its_run)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	struct csa_runs runs;
	char *path;

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	t_trace_end(trace, false);
	trace = t_trace_new(c.dir,
			    &(struct t_trace_options){ .name = "app-8-9999999999999999999" });
	path = t_path(t_trace_dir(trace), "process.json");
	t_trace_end(trace, false);
	t_write_file(path, "{", 1);
	free(path);
	path = t_path(c.dir, "app-8-9999999999999999999/blocks-0.0.cst");
	remove(path);
	free(path);
	assert_int_equal(csa_runs_find(&runs, c.dir, &c.err), 0);
	assert_int_equal(runs.count, 2);
	assert_int_equal(runs.items[runs.newest].pid, 7);
	csa_runs_release(&runs);
	clean();
}

TEST(block_files_that_were_removed_are_damage)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	remove(blocks);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], 1);
	assert_non_null(strstr(c.notes.items[0].text, "block files are not there"));
	clean();
}

TEST(blocks_missing_before_the_first_one_are_counted)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	t_block(thread, T_BLOCK_MISSING);
	t_exit(thread, 2010);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.capture.lost_blocks, 1);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_window_that_changes_while_files_are_read_is_left_out),
		CASE(a_window_that_did_not_change_is_taken),
		CASE(a_window_made_while_files_are_read_is_left_out),
		CASE(a_block_that_is_being_written_is_no_damage),
		CASE(the_same_bytes_without_a_writer_are_damage),
		CASE(a_cut_end_of_a_received_capture_is_no_damage),
		CASE(a_process_that_only_begins_is_no_damage),
		CASE(a_process_that_only_begins_does_not_hide_its_run),
		CASE(block_files_that_were_removed_are_damage),
		CASE(blocks_missing_before_the_first_one_are_counted),
	};

	return T_RUN(cases, argc, argv);
}
