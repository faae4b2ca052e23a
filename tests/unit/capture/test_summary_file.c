/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture_dir.h"
#include "summary_builder.h"
#include "summary_file.h"
#include "test_files.h"

static struct t_summary built;
static struct csa_summary summary;
static struct csa_notes notes;
static struct csa_err error;
static char *dir;

/* Writes what was built, patched at @offset when @count is not 0, and reads it. */
static int read_patched(size_t offset, const void *bytes, size_t count, size_t length)
{
	char *path;
	int fd;
	int rc;

	dir = t_temp_dir();
	path = t_path(dir, "summary.cst");
	t_summary_write(&built, path);
	if (count)
		t_patch(path, offset, bytes, count);
	if (length)
		t_truncate(path, length);
	csa_notes_init(&notes);
	error = (struct csa_err){ 0 };
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	rc = csa_summary_read(&summary, fd, "s", &notes, &error);
	close(fd);
	free(path);
	return rc;
}

static void clean(void)
{
	csa_summary_release(&summary);
	csa_notes_release(&notes);
	t_remove(dir);
}

/* A slot with rows 1 (two calls, ended) and 2 (two calls, one open). */
static void build(void)
{
	struct csf_summary_row *row;

	t_summary_init(&built, CSF_MODE_SUMMARY);
	t_summary_slot(&built);
	row = t_summary_row(&built, 0x1000);
	*row = (struct csf_summary_row){ .function = 0x1000,
					 .handle = 0x1000,
					 .entered = 2,
					 .leaving = 2,
					 .ended = 2,
					 .total = 30,
					 .self = 20,
					 .min = 10,
					 .max = 20 };
	t_summary_octave(&built, 0)[10] = 1;
	t_summary_octave(&built, 0)[20] = 1;
	row = t_summary_row(&built, 0x2000);
	row->entered = 2;
	row->leaving = row->ended = 1;
	t_summary_root(&built)->child_ticks = 77;
	t_summary_open(&built, 0x2000, 500, 7);
}

TEST(rows_octaves_and_frames_are_read)
{
	const struct csa_summary_slot *slot;

	T_UNUSED;
	build();
	assert_int_equal(read_patched(0, NULL, 0, 0), 0);
	assert_int_equal(notes.count, 0);
	assert_int_equal(summary.slot_count, 1);
	slot = &summary.slots[0];
	assert_true(slot->is_known);
	assert_int_equal(slot->root_ticks, 77);
	assert_int_equal(slot->row_count, 4); /* a whole cell */
	assert_true(slot->rows[0].is_rest);
	assert_int_equal(slot->rows[1].numbers.function, 0x1000);
	assert_int_equal(slot->rows[1].numbers.total, 30);
	assert_int_equal(slot->rows[1].octave_count, 2);
	assert_int_equal(slot->rows[1].octaves[1].counters[20], 1);
	assert_int_equal(csa_summary_open_calls(&slot->rows[2]), 1);
	assert_int_equal(slot->frame_count, 1);
	assert_int_equal(slot->frames[0].row, 2);
	assert_int_equal(slot->frames[0].enter_ticks, 500);
	assert_int_equal(slot->frames[0].child_ticks, 7);
	assert_int_equal(summary.row_count, 2);
	clean();
}

TEST(a_frame_whose_enter_or_exit_was_under_way_is_none)
{
	T_UNUSED;
	build();
	t_summary_open(&built, 0x2000, 600, 0); /* not counted yet */
	t_summary_open(&built, 0x1000, 700, 0); /* its exit was counted */
	assert_int_equal(read_patched(0, NULL, 0, 0), 0);
	assert_int_equal(summary.slots[0].frame_count, 1);
	assert_int_equal(summary.slots[0].frames[0].enter_ticks, 500);
	clean();
}

TEST(a_torn_row_is_counted)
{
	T_UNUSED;
	t_summary_init(&built, CSF_MODE_SUMMARY);
	t_summary_slot(&built);
	t_summary_row(&built, 0x1000)->entered = 1;
	((struct csf_summary_row *)(void *)(built.windows + CSF_TABLE_HEADER_BYTES))[1].leaving = 1;
	assert_int_equal(read_patched(0, NULL, 0, 0), 0);
	assert_int_equal(summary.torn, 1);
	assert_int_equal(csa_summary_open_calls(&summary.slots[0].rows[1]), 0);
	assert_int_equal(notes.count, 0);
	clean();
}

TEST(counts_are_read)
{
	T_UNUSED;
	t_summary_init(&built, CSF_MODE_COUNT);
	t_summary_slot(&built);
	for (uint64_t i = 1; i < 100; i++)
		t_summary_count(&built, 0x1000 * i)->calls = i;
	t_summary_slot(&built);
	t_summary_count(&built, 0x5000)->calls = 12;
	assert_int_equal(read_patched(0, NULL, 0, 0), 0);
	assert_int_equal(summary.slot_count, 2);
	assert_int_equal(summary.slots[0].rows[99].numbers.function, 0x1000 * 99);
	assert_int_equal(summary.slots[0].rows[99].numbers.entered, 99);
	assert_int_equal(summary.slots[1].rows[1].numbers.entered, 12);
	assert_int_equal(summary.row_count, 100);
	assert_int_equal(summary.slots[0].frame_count, 0);
	clean();
}

struct wrong {
	size_t offset;
	uint32_t value;
	int code;
};

TEST(a_header_that_cannot_be_is_refused)
{
	static const struct wrong cases[] = {
		{ 0, 0x12345678, CSA_E_FORMAT },
		{ 0, 0x53435333, CSA_E_UNSUPPORTED }, /* version 1 swapped */
		{ 4, 2, CSA_E_UNSUPPORTED },
		{ 4, 9 << 16 | 1, CSA_E_UNSUPPORTED },
		{ 8, 4096, CSA_E_FORMAT },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		build();
		assert_int_equal(read_patched(cases[i].offset, &cases[i].value, 4, 0),
				 cases[i].code);
		assert_non_null(strstr(error.msg, "s: offset "));
		clean();
	}
	build();
	assert_int_equal(read_patched(0, NULL, 0, 20), CSA_E_FORMAT);
	clean();
}

TEST(what_is_damaged_costs_itself)
{
	const size_t window = CSF_SUMMARY_HEADER_BYTES;
	const size_t tags = window + CSF_TABLE_TAGS_OFFSET;
	const uint64_t octave_of_no_row = CSF_CELL_OCTAVE | UINT64_C(900) << CSF_TAG_ROW_SHIFT;
	const uint64_t row_number = CSF_CELL_ROWS | UINT64_C(3) << CSF_TAG_ROW_SHIFT;
	const uint64_t later_kind = 77;
	const uint32_t word = 0x01010101;
	const uint64_t many = 99;

	T_UNUSED;
	build();
	assert_int_equal(read_patched(window, &word, 4, 0), 0);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1);
	assert_non_null(strstr(notes.items[0].text, "offset 4096"));
	clean();
	build();
	assert_int_equal(read_patched(window + 8, &word, 4, 0), 0); /* slot */
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1);
	clean();
	build();
	assert_int_equal(read_patched(tags + 8, &octave_of_no_row, 8, 0), 0);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1);
	assert_int_equal(summary.slots[0].rows[1].octave_count, 1);
	clean();
	build();
	assert_int_equal(read_patched(tags, &row_number, 8, 0), 0);
	assert_true(notes.total[CSA_NOTE_DAMAGE] >= 1);
	clean();
	build();
	assert_int_equal(read_patched(tags + 8, &later_kind, 8, 0), 0);
	assert_int_equal(notes.count, 0); /* is skipped */
	clean();
	build();
	assert_int_equal(read_patched(window + CSF_TABLE_HEADER_BYTES + 128 + 16, &many, 8, 0), 0);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1); /* more exits than enters */
	clean();
	build();
	assert_int_equal(read_patched(0, NULL, 0, 20000), 0);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1);
	assert_non_null(strstr(notes.items[0].text, "ends within a window"));
	clean();
}

TEST(a_window_that_is_not_in_use_is_no_damage)
{
	const uint32_t zero = 0;

	T_UNUSED;
	build();
	assert_int_equal(read_patched(CSF_SUMMARY_HEADER_BYTES, &zero, 4, 0), 0);
	assert_int_equal(notes.count, 0);
	assert_int_equal(summary.window_count, 0);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(rows_octaves_and_frames_are_read),
		CASE(a_frame_whose_enter_or_exit_was_under_way_is_none),
		CASE(a_torn_row_is_counted),
		CASE(counts_are_read),
		CASE(a_header_that_cannot_be_is_refused),
		CASE(what_is_damaged_costs_itself),
		CASE(a_window_that_is_not_in_use_is_no_damage),
	};

	return T_RUN(cases, argc, argv);
}
