/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture_fixture.h"

static struct t_capture c;

static struct t_trace *begin(void)
{
	return t_capture_begin(&c, &(struct t_trace_options){ .stripes = 3 });
}

TEST(names_of_block_files)
{
	unsigned long k;
	unsigned long seq;

	T_UNUSED;
	assert_true(csa_is_block_file_name("blocks-3.17.cst", &k, &seq));
	assert_int_equal(k, 3);
	assert_int_equal(seq, 17);
	assert_false(csa_is_block_file_name("blocks-3.cst", &k, &seq));
	assert_false(csa_is_block_file_name("blocks-a.1.cst", &k, &seq));
	assert_false(csa_is_block_file_name("blocks-3.1.cst~", &k, &seq));
	assert_false(csa_is_block_file_name("xblocks-3.1.cst", &k, &seq));
}

TEST(blocks_are_sorted_by_thread_lane_and_sequence)
{
	struct t_trace *trace = begin();
	struct t_thread *threads[4];

	T_UNUSED;
	for (unsigned i = 0; i < 4; i++)
		threads[i] = t_thread_new(trace, 70 + i);
	for (unsigned block = 0; block < 3; block++) {
		for (unsigned i = 4; i-- > 0;) {
			t_enter(threads[i], 2000 + 10 * block, 0x1000);
			t_exit(threads[i], 2001 + 10 * block);
			t_block(threads[i], T_BLOCK_WRITTEN);
		}
	}
	t_trace_end(trace, true);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.capture.block_count, 12);
	assert_int_equal(c.capture.lane_count, 4);
	for (size_t i = 0; i < 12; i++) {
		assert_int_equal(c.capture.blocks[i].thread_serial, 1 + i / 3);
		assert_int_equal(c.capture.blocks[i].sequence, i % 3);
	}
	assert_int_equal(c.capture.lanes[2].tid, 72);
	assert_int_equal(c.capture.lanes[2].first, 6);
	assert_int_equal(c.capture.lanes[2].count, 3);
	assert_int_equal(c.capture.lanes[2].first_ticks, 2000);
	assert_int_equal(c.notes.count, 0);
	t_capture_clean(&c);
}

TEST(a_folder_without_live_cst_or_process_json_is_damaged)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	char *path;

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	path = t_path(c.process, "live.cst");
	remove(path);
	free(path);
	path = t_path(c.process, "process.json");
	remove(path);
	free(path);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.capture.block_count, 1);
	assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], 2);
	t_capture_clean(&c);
}

TEST(a_folder_of_something_else_is_absent)
{
	T_UNUSED;
	c = (struct t_capture){ .dir = t_temp_dir() };
	csa_notes_init(&c.notes);
	assert_int_equal(csa_capture_open(&c.capture, c.dir, &c.notes, &c.err), CSA_E_ABSENT);
	t_capture_clean(&c);
}

TEST(live_cst_is_checked)
{
	const struct {
		size_t offset;
		uint32_t value;
		const char *text;
	} bad[] = {
		{ 0, 0x12345678, "offset 0: magic" },
		{ 0, __builtin_bswap32(CSF_LIVE_MAGIC), "format version is 768" }, /* swapped */
		{ 4, 9, "format version is 9" },
		{ 8, 4096, "windows have 4096 bytes" },
		{ 12, 1000000000, "room for 1" },
		{ CSF_LIVE_HEADER_BYTES, 1, "offset 4096: magic" },
		{ CSF_LIVE_HEADER_BYTES + offsetof(struct csf_block, sequence), 5, "state says" },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct t_trace *trace = begin();
		struct t_thread *thread = t_thread_new(trace, 70);
		char *path = t_path(c.process, "live.cst");

		t_enter(thread, 2000, 0x1000);
		t_trace_end(trace, false);
		t_patch(path, bad[i].offset, &bad[i].value, 4);
		assert_int_equal(t_capture_open(&c), 0);
		assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], 1);
		if (!strstr(c.notes.items[0].text, bad[i].text))
			fail_msg("%s: not %s", c.notes.items[0].text, bad[i].text);
		assert_int_equal(c.capture.block_count, bad[i].offset == 12 ? 1 : 0);
		free(path);
		t_capture_clean(&c);
	}
}

TEST(closed_windows_are_not_read)
{
	const uint32_t closed = 0;
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	char *path = t_path(c.process, "live.cst");

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	t_trace_end(trace, true);
	t_patch(path, CSF_LIVE_HEADER_BYTES + offsetof(struct csf_block, state), &closed, 4);
	t_patch(path, CSF_LIVE_HEADER_BYTES, "garbage", 7);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.capture.block_count, 0);
	assert_int_equal(c.notes.count, 0);
	free(path);
	t_capture_clean(&c);
}

TEST(a_window_that_is_reused_while_it_is_read_is_not_taken)
{
	const uint32_t state = 5 << 1 | 1;
	const uint32_t sequence = 5;
	static uint64_t block[CSF_BLOCK_BYTES / 8];
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	char *path = t_path(c.process, "live.cst");

	T_UNUSED;
	t_enter(thread, 2000, 0x1000);
	t_trace_end(trace, false);
	assert_int_equal(t_capture_open(&c), 0);
	assert_true(csa_capture_read_block(&c.capture, &c.capture.blocks[0], block, &c.err) > 0);
	t_patch(path, CSF_LIVE_HEADER_BYTES + offsetof(struct csf_block, state), &state, 4);
	t_patch(path, CSF_LIVE_HEADER_BYTES + offsetof(struct csf_block, sequence), &sequence, 4);
	assert_int_equal(csa_capture_read_block(&c.capture, &c.capture.blocks[0], block, &c.err),
			 CSA_E_ABSENT);
	assert_non_null(strstr(c.err.msg, "offset 4096: reused while it was read"));
	free(path);
	t_capture_clean(&c);
}

TEST(one_file_can_be_opened_by_itself)
{
	struct t_trace *trace = begin();
	struct t_thread *thread = t_thread_new(trace, 70);
	char *path;

	T_UNUSED;
	t_trace_module(trace, 1000, 0, 0x1000, 0x2000, "/x");
	t_enter(thread, 2000, 0x1000);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2010);
	t_trace_end(trace, false);
	path = t_path(c.process, "blocks-1.0.cst");
	assert_int_equal(csa_capture_open_file(&c.capture, path, &c.notes, &c.err), 0);
	assert_int_equal(c.capture.block_count, 1);
	assert_int_equal(c.capture.modules.count, 1);
	csa_capture_close(&c.capture);
	free(path);
	path = t_path(c.process, "live.cst");
	assert_int_equal(csa_capture_open_file(&c.capture, path, &c.notes, &c.err), 0);
	assert_int_equal(c.capture.block_count, 1);
	assert_int_equal(c.notes.count, 0);
	free(path);
	t_capture_clean(&c);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(names_of_block_files),
		CASE(blocks_are_sorted_by_thread_lane_and_sequence),
		CASE(a_folder_without_live_cst_or_process_json_is_damaged),
		CASE(a_folder_of_something_else_is_absent),
		CASE(live_cst_is_checked),
		CASE(closed_windows_are_not_read),
		CASE(a_window_that_is_reused_while_it_is_read_is_not_taken),
		CASE(one_file_can_be_opened_by_itself),
	};

	return T_RUN(cases, argc, argv);
}
