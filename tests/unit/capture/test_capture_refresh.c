/* SPDX-License-Identifier: MIT */
/* A capture that grows while it is open: after each refresh it is what a new reader finds. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture_fixture.h"

#define THREADS 3u

static struct t_capture c;
static char *path; /* of the one block file */
static char *bytes;
static size_t length;

/* Some blocks of some threads in one file, the last block of each in a window. */
static void build(unsigned blocks)
{
	struct t_trace *trace = t_capture_begin(&c, NULL);
	struct t_thread *threads[THREADS];
	uint64_t ticks = 2000;
	FILE *file;

	for (unsigned i = 0; i < THREADS; i++)
		threads[i] = t_thread_new(trace, 70 + i);
	for (unsigned n = 0; n < blocks * THREADS; n++) {
		struct t_thread *thread = threads[n % THREADS];

		for (unsigned i = 0; i < 3 + n; i++, ticks += 20) {
			t_enter(thread, ticks, 0x1000);
			t_exit(thread, ticks + 10);
		}
		t_block(thread, T_BLOCK_WRITTEN);
	}
	for (unsigned i = 0; i < THREADS; i++)
		t_enter(threads[i], ticks, 0x2000);
	t_trace_end(trace, false);
	path = t_path(c.process, "blocks-0.0.cst");
	length = t_file_bytes(path);
	bytes = malloc(length);
	file = fopen(path, "rb");
	assert_non_null(file);
	assert_int_equal(fread(bytes, 1, length, file), length);
	fclose(file);
}

static void clean(void)
{
	t_capture_clean(&c);
	free(path);
	free(bytes);
}

static void refresh(void)
{
	assert_int_equal(csa_capture_refresh(&c.capture, &c.notes, &c.err), 0);
}

/* What a reader finds who comes only now. */
static void expect_same_as_new(void)
{
	struct csa_capture other;
	struct csa_notes notes;

	csa_notes_init(&notes);
	assert_int_equal(csa_capture_open(&other, c.process, &notes, &c.err), 0);
	assert_int_equal(c.capture.block_count, other.block_count);
	for (size_t i = 0; i < other.block_count; i++) {
		assert_int_equal(c.capture.blocks[i].offset, other.blocks[i].offset);
		assert_int_equal(c.capture.blocks[i].bytes, other.blocks[i].bytes);
		assert_int_equal(c.capture.blocks[i].sequence, other.blocks[i].sequence);
		assert_int_equal(c.capture.blocks[i].flags, other.blocks[i].flags);
		assert_string_equal(c.capture.files[c.capture.blocks[i].file].path,
				    other.files[other.blocks[i].file].path);
	}
	assert_int_equal(c.capture.lane_count, other.lane_count);
	for (size_t i = 0; i < other.lane_count; i++) {
		assert_int_equal(c.capture.lanes[i].tid, other.lanes[i].tid);
		assert_int_equal(c.capture.lanes[i].first, other.lanes[i].first);
		assert_int_equal(c.capture.lanes[i].count, other.lanes[i].count);
		assert_int_equal(c.capture.lanes[i].lost_blocks, other.lanes[i].lost_blocks);
	}
	assert_int_equal(c.capture.lost_blocks, other.lost_blocks);
	assert_int_equal(c.capture.open_windows, other.open_windows);
	csa_capture_close(&other);
	csa_notes_release(&notes);
}

TEST(a_file_that_grows_by_any_bytes_is_read_on)
{
	T_UNUSED;
	build(4);
	t_truncate(path, 0);
	assert_int_equal(t_capture_open(&c), 0);
	for (size_t cut = 0; cut < length; cut += cut % 3 ? 40 : 7) {
		t_write_file(path, bytes, cut);
		refresh();
		expect_same_as_new();
	}
	t_write_file(path, bytes, length);
	refresh();
	expect_same_as_new();
	assert_int_equal(c.capture.block_count, 4 * THREADS + THREADS);
	clean();
}

TEST(whole_blocks_are_not_read_again)
{
	T_UNUSED;
	static const char zeros[64];

	build(2);
	assert_int_equal(t_capture_open(&c), 0);
	assert_int_equal(c.capture.files[0].surveyed, length);
	/* Their headers are gone: who reads them again finds no block. */
	t_patch(path, 0, zeros, sizeof(zeros));
	refresh();
	assert_int_equal(c.capture.block_count, 2 * THREADS + THREADS);
	assert_int_equal(c.notes.total[CSA_NOTE_DAMAGE], 0);
	clean();
}

TEST(a_hole_is_looked_at_again)
{
	T_UNUSED;
	char *hole;

	build(2);
	hole = calloc(1, length);
	memcpy(hole, bytes, 600);
	t_write_file(path, hole, length);
	assert_int_equal(t_capture_open(&c), 0);
	assert_true(c.capture.block_count < 2 * THREADS + THREADS);
	t_write_file(path, bytes, length);
	refresh();
	expect_same_as_new();
	assert_int_equal(c.capture.block_count, 2 * THREADS + THREADS);
	free(hole);
	clean();
}

TEST(a_new_segment_is_found)
{
	T_UNUSED;
	char *next;
	size_t half;

	build(2);
	next = t_path(c.process, "blocks-0.1.cst");
	t_truncate(path, 0);
	assert_int_equal(t_capture_open(&c), 0);
	/* The first block has 3 calls. */
	half = sizeof(struct csf_block) + 6 * 8;
	t_write_file(path, bytes, half);
	refresh();
	t_write_file(next, bytes + half, length - half);
	refresh();
	expect_same_as_new();
	assert_int_equal(c.capture.block_count, 2 * THREADS + THREADS);
	assert_int_equal(c.capture.lost_blocks, 0);
	free(next);
	clean();
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest cases[] = {
		CASE(a_file_that_grows_by_any_bytes_is_read_on),
		CASE(whole_blocks_are_not_read_again),
		CASE(a_hole_is_looked_at_again),
		CASE(a_new_segment_is_found),
	};

	return T_RUN(cases, argc, argv);
}
