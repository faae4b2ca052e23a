/* SPDX-License-Identifier: MIT */
/* Calls across blocks, blocks that are missing, and which copy of a block counts. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "match_pipeline.h"
#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u
#define B 0x2000u
#define C 0x3000u
#define D 0x4000u

static char *dir;
static char *file; /* blocks-0.0.cst */
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

static void begin(void)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	file = t_path(t_trace_dir(trace), "blocks-0.0.cst");
	thread = t_thread_new(trace, 70);
}

static void read_it(void)
{
	t_report(&report, dir, 1);
	t_check_sums(&report);
}

static void finish(bool has_ended)
{
	t_trace_end(trace, has_ended);
	read_it();
}

static void clean(void)
{
	csa_report_release(&report);
	free(file);
	t_remove(dir);
}

TEST(calls_cross_blocks)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2020, A);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2050);
	t_exit(thread, 2060);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2070, C);
	t_exit(thread, 2075);
	t_exit(thread, 2100);
	finish(true);
	t_check_row(&report, A, 2, 100, 75);
	t_check_row(&report, B, 1, 50, 20);
	t_check_row(&report, C, 1, 5, 5);
	assert_int_equal(report.notes.count, 0);
	assert_int_equal(report.summary.unmatched, 0);
	clean();
}

TEST(an_unwound_word_reaches_frames_of_earlier_blocks)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2020, C);
	t_unwound(thread, 2050, 1);
	t_exit(thread, 2060);
	finish(true);
	t_check_row(&report, A, 1, 60, 20);
	t_check_row(&report, B, 1, 40, 10);
	t_check_row(&report, C, 1, 30, 30);
	assert_int_equal(report.summary.unwound, 2);
	assert_int_equal(report.notes.total[CSA_NOTE_DAMAGE], 0);
	clean();
}

/* Frames deeper than the header's 32, in FRAMES words, and deeper than these: 1 + 600 + 1. */
static void check_depth(unsigned depth)
{
	begin();
	for (unsigned i = 0; i < depth; i++)
		t_enter(thread, 2000 + i, A + 16 * i);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 5000, A);
	t_exit(thread, 5010);
	t_block(thread, T_BLOCK_WRITTEN);
	for (unsigned i = 0; i < depth; i++)
		t_exit(thread, 6000 + i);
	finish(true);
	/* A is the outermost frame: its call inside of itself adds nothing to incl. */
	t_check_row(&report, A, 2, 4000 + depth - 1, depth == 1 ? 4000 : 2 + 10);
	t_check_row(&report, A + 16 * (depth - 1), 1, 6000 - 2000 - (depth - 1),
		    6000 - 2000 - (depth - 1) - 10);
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(report.summary.unwound, 0);
	assert_int_equal(report.notes.count, 0);
	clean();
}

TEST(deep_stacks_cross_blocks)
{
	T_UNUSED;
	check_depth(32);
	check_depth(33);
	check_depth(32 + 127);
	check_depth(32 + 508);
	check_depth(32 + 509);
	check_depth(900);
}

TEST(frames_of_the_parent_process_are_no_calls)
{
	T_UNUSED;
	begin();
	t_inherited(thread);
	t_open_frame(thread, 500, A);
	t_open_frame(thread, 600, B);
	t_enter(thread, 2000, A);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2010);
	t_exit(thread, 2020); /* B, entered in the parent */
	t_enter(thread, 2030, C);
	t_exit(thread, 2040);
	finish(false);
	t_check_row(&report, A, 1, 10, 10);
	t_check_row(&report, C, 1, 10, 10);
	assert_null(t_row(&report, B));
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(report.summary.open, 0);
	assert_int_equal(report.threads[0].root_ns, 20);
	clean();
}

TEST(frames_older_than_the_capture_are_unmatched)
{
	T_UNUSED;
	begin();
	t_open_frame(thread, 500, A);
	t_enter(thread, 2000, B);
	t_exit(thread, 2010);
	t_exit(thread, 2020);
	finish(true);
	t_check_row(&report, B, 1, 10, 10);
	assert_null(t_row(&report, A));
	assert_int_equal(report.summary.unmatched, 1);
	clean();
}

TEST(a_missing_block_loses_only_what_it_held)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2020); /* B */
	t_enter(thread, 2030, C);
	t_block(thread, T_BLOCK_MISSING);
	t_enter(thread, 2040, D);
	t_exit(thread, 2045);
	t_exit(thread, 2050); /* C: nobody saw it entering */
	t_exit(thread, 2100);
	finish(true);
	/* B until C was entered, 2030 - 2010 = 20; C, which the next header names, 20. */
	t_check_row(&report, A, 1, 100, 60);
	t_check_row(&report, B, 1, 20, 20);
	t_check_row(&report, C, 1, 20, 15);
	t_check_row(&report, D, 1, 5, 5);
	assert_int_equal(t_row(&report, B)->unwound, 1);
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "missing blocks: 1"), 1);
	clean();
}

TEST(a_missing_block_below_many_frames_keeps_what_is_sure)
{
	T_UNUSED;
	begin();
	for (unsigned i = 0; i < 700; i++)
		t_enter(thread, 2000 + i, A + 16 * i);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 3000, D);
	t_block(thread, T_BLOCK_MISSING);
	t_exit(thread, 3010);
	for (unsigned i = 0; i < 700; i++)
		t_exit(thread, 4000 + i);
	finish(true);
	t_check_row(&report, A, 1, 2699, 2);
	t_check_row(&report, D, 1, 10, 10);
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(report.summary.unwound, 0);
	assert_int_equal(report.summary.calls, 701);
	clean();
}

TEST(a_capture_that_begins_with_a_later_block_names_older_frames_only)
{
	T_UNUSED;
	begin();
	for (unsigned i = 0; i < 600; i++)
		t_enter(thread, 2000 + i, A);
	t_block(thread, T_BLOCK_MISSING);
	t_enter(thread, 3000, B);
	t_exit(thread, 3005);
	for (unsigned i = 0; i < 600; i++)
		t_exit(thread, 3010 + i);
	t_enter(thread, 4000, C);
	t_exit(thread, 4010);
	finish(true);
	t_check_row(&report, B, 1, 5, 5);
	t_check_row(&report, C, 1, 10, 10);
	assert_null(t_row(&report, A));
	assert_int_equal(report.summary.unmatched, 600);
	clean();
}

TEST(frames_that_get_a_name_later_leave_calls_above_them_alone)
{
	T_UNUSED;
	begin();
	for (unsigned i = 0; i < 600; i++)
		t_enter(thread, 2000 + i, A);
	t_block(thread, T_BLOCK_MISSING);
	t_unwound(thread, 3000, 500);
	t_enter(thread, 3010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 3100); /* this block's header names all 501 frames */
	finish(true);
	t_check_row(&report, B, 1, 90, 90);
	assert_int_equal(report.summary.unwound, 0);
	clean();
}

TEST(lost_events_are_reported_and_repaired)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_lost(thread, 3);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2010);
	t_trace_lose(trace, 1, 4);
	finish(true);
	assert_int_equal(report.summary.lost, 7);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "lost events: 7"), 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "could not be recorded: 1"), 1);
	assert_int_equal(report.notes.total[CSA_NOTE_DAMAGE], 0);
	clean();
}

TEST(a_block_in_a_file_and_in_a_window_counts_once)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_block(thread, T_BLOCK_TWICE);
	t_exit(thread, 2010);
	finish(false);
	t_check_row(&report, A, 1, 10, 10);
	assert_int_equal(report.summary.events, 2);
	t_check_no_damage(&report);
	clean();
}

TEST(a_partial_copy_of_an_open_window_is_normal)
{
	T_UNUSED;
	begin();
	for (unsigned i = 0; i < 100; i++) {
		t_enter(thread, 2000 + 10 * i, A);
		t_exit(thread, 2005 + 10 * i);
	}
	t_block(thread, T_BLOCK_PARTIAL);
	finish(false);
	t_check_row(&report, A, 100, 500, 500);
	t_check_no_damage(&report);
	clean();
}

TEST(a_hole_whose_block_is_in_an_open_window_is_normal)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_block(thread, T_BLOCK_HOLE);
	t_enter(thread, 2020, A);
	t_exit(thread, 2030);
	t_block(thread, T_BLOCK_WRITTEN);
	finish(false);
	t_check_row(&report, A, 2, 20, 20);
	t_check_no_damage(&report);
	clean();
}

/* A window is found, and holds the thread's next block when it is read: the program runs. */
TEST(a_window_that_is_reused_meanwhile_ends_its_thread)
{
	const size_t window = CSF_LIVE_HEADER_BYTES;
	struct csa_match_options options = { .workers = 1 };
	struct csa_match_output output;
	struct csa_row_table rows;
	struct csa_symbols *symbols;
	struct csa_capture capture;
	struct csa_notes notes;
	struct csa_err err = { 0 };
	struct csa_address_space space;
	char *live;

	T_UNUSED;
	begin();
	live = t_path(t_trace_dir(trace), "live.cst");
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2020, B);
	csa_notes_init(&notes);
	csa_rows_init(&rows, &err);
	csa_symbols_new(&symbols, &err);
	t_trace_end(trace, false);
	/* The folder is that of live.cst. */
	*strrchr(live, '/') = '\0';
	assert_int_equal(csa_capture_open(&capture, live, &notes, &err), 0);
	live[strlen(live)] = '/';
	t_patch(live, window + offsetof(struct csf_block, state), (const uint32_t[]){ 2 << 1 | 1 },
		4);
	t_patch(live, window + offsetof(struct csf_block, sequence), (const uint32_t[]){ 2 }, 4);
	space = (struct csa_address_space){ .modules = &capture.modules, .symbols = symbols };
	assert_int_equal(csa_match_capture(&capture, &space, &rows, &options, &output, &notes,
					   &err),
			 0);
	assert_int_equal(output.lanes[0].events, 2);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 0);
	csa_match_output_release(&output);
	csa_capture_close(&capture);
	csa_symbols_free(symbols);
	csa_rows_release(&rows);
	csa_notes_release(&notes);
	free(live);
	free(file);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(calls_cross_blocks),
		CASE(an_unwound_word_reaches_frames_of_earlier_blocks),
		CASE(deep_stacks_cross_blocks),
		CASE(frames_of_the_parent_process_are_no_calls),
		CASE(frames_older_than_the_capture_are_unmatched),
		CASE(a_missing_block_loses_only_what_it_held),
		CASE(a_missing_block_below_many_frames_keeps_what_is_sure),
		CASE(a_capture_that_begins_with_a_later_block_names_older_frames_only),
		CASE(frames_that_get_a_name_later_leave_calls_above_them_alone),
		CASE(lost_events_are_reported_and_repaired),
		CASE(a_block_in_a_file_and_in_a_window_counts_once),
		CASE(a_partial_copy_of_an_open_window_is_normal),
		CASE(a_window_that_is_reused_meanwhile_ends_its_thread),
		CASE(a_hole_whose_block_is_in_an_open_window_is_normal),
	};

	return T_RUN(cases, argc, argv);
}
