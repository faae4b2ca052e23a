/* SPDX-License-Identifier: MIT */
/* Damaged block files: what is said, and that only the damaged blocks are lost. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u

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

static void clean(void)
{
	csa_report_release(&report);
	free(file);
	t_remove(dir);
}

/* Three blocks that are always the same; the file ends in the last one. */
static size_t write_three(bool has_ended)
{
	begin();
	for (unsigned block = 0; block < 3; block++) {
		for (unsigned i = 0; i < 4; i++) {
			t_enter(thread, 2000 + 100 * block + 20 * i, A);
			t_exit(thread, 2010 + 100 * block + 20 * i);
		}
		t_block(thread, T_BLOCK_WRITTEN);
	}
	t_trace_end(trace, has_ended);
	return t_file_bytes(file) / 3;
}

TEST(a_cut_at_any_byte_of_the_last_block_costs_no_more_than_its_end)
{
	size_t bytes = write_three(true);
	uint64_t calls;

	T_UNUSED;
	clean();
	for (size_t left = 0; left < bytes; left++) {
		write_three(true);
		t_truncate(file, 2 * bytes + left);
		read_it();
		calls = 8;
		if (left > CSF_BLOCK_HEADER_BYTES)
			calls += ((left - CSF_BLOCK_HEADER_BYTES) / 8 + 1) / 2;
		assert_int_equal(report.summary.calls, calls);
		assert_int_equal(report.notes.total[CSA_NOTE_DAMAGE], left ? 1 : 0);
		assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "cut block"), left ? 1 : 0);
		clean();
	}
}

TEST(a_damaged_header_costs_its_block_alone)
{
	const uint32_t bad[][2] = {
		/* offset, value */
		{ offsetof(struct csf_block, magic), 0x12345678 },
		{ offsetof(struct csf_block, used_bytes), 575 },
		{ offsetof(struct csf_block, used_bytes), 0 },
		{ offsetof(struct csf_block, used_bytes), 65544 },
		{ offsetof(struct csf_block, thread_serial), 0 },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		size_t bytes = write_three(true);

		t_patch(file, bytes + bad[i][0], &bad[i][1], 4);
		read_it();
		assert_int_equal(report.summary.calls, 8);
		assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "offset 640"), 1);
		assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "missing blocks: 1"), 1);
		assert_int_equal(report.notes.total[CSA_NOTE_DAMAGE], 2);
		clean();
	}
}

TEST(a_length_that_is_too_long_costs_only_its_block)
{
	const uint32_t used = 640 + 320;
	size_t bytes = write_three(true);

	T_UNUSED;
	assert_int_equal(bytes, 640);
	t_patch(file, offsetof(struct csf_block, used_bytes), &used, 4);
	read_it();
	assert_int_equal(report.summary.calls, 12);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "offset 0: cut block: 640"), 1);
	clean();
}

TEST(garbage_between_blocks_is_skipped)
{
	const char garbage[640] = "SCB3SCB3 not a block";
	size_t bytes = write_three(true);

	T_UNUSED;
	t_patch(file, bytes, garbage, sizeof(garbage));
	read_it();
	assert_int_equal(report.summary.calls, 8);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "offset 640"), 1);
	clean();
}

TEST(a_record_that_leaves_its_block_is_damage)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_extended(thread, 2020, 40, 0, (const uint64_t[2]){ 1, 1 }, 2);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	t_patch(file, 576 + 16 + 1, "\x30", 1); /* length 48 instead of 2 */
	read_it();
	t_check_row(&report, A, 1, 10, 10);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "offset 592: extended word"), 1);
	clean();
}

TEST(a_hole_without_a_window_is_damage)
{
	const char zeros[640] = { 0 };
	size_t bytes = write_three(true);

	T_UNUSED;
	t_patch(file, bytes, zeros, sizeof(zeros));
	read_it();
	assert_int_equal(report.summary.calls, 8);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "offset 640: hole of 640 bytes"), 1);
	clean();
}

TEST(the_same_block_twice_is_damage_and_counts_once)
{
	char block[640];
	FILE *f;

	T_UNUSED;
	write_three(true);
	f = fopen(file, "rb");
	assert_int_equal(fread(block, 1, sizeof(block), f), sizeof(block));
	fclose(f);
	t_patch(file, 3 * 640, block, sizeof(block));
	read_it();
	assert_int_equal(report.summary.calls, 12);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "offset 1920: block 0 of thread 1"), 1);
	clean();
}

TEST(another_version_is_refused_in_one_line_in_either_byte_order)
{
	const uint32_t swapped = __builtin_bswap32(CSF_BLOCK_MAGIC);
	const uint16_t version = 4;

	T_UNUSED;
	write_three(true);
	t_patch(file, 0, &swapped, 4);
	read_it();
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE,
				 "offset 0: format version is 768, expected 3"),
			 1);
	assert_int_equal(report.notes.total[CSA_NOTE_DAMAGE], 1);
	clean();
	write_three(true);
	t_patch(file, offsetof(struct csf_block, version), &version, 2);
	read_it();
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "format version is 4, expected 3"), 1);
	clean();
}

TEST(unknown_flags_cost_their_block_alone)
{
	const char flags = (char)0x80;
	size_t bytes = write_three(true);

	T_UNUSED;
	t_patch(file, bytes + offsetof(struct csf_block, flags), &flags, 1);
	read_it();
	assert_int_equal(report.summary.calls, 8);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "unknown flags 0x80"), 1);
	clean();
}

TEST(a_depth_that_nobody_can_have_takes_no_memory)
{
	const uint32_t depth = 0xffffffff;

	T_UNUSED;
	write_three(true);
	t_patch(file, offsetof(struct csf_block, depth), &depth, 4);
	read_it();
	assert_int_equal(report.summary.calls, 12);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_cut_at_any_byte_of_the_last_block_costs_no_more_than_its_end),
		CASE(a_damaged_header_costs_its_block_alone),
		CASE(a_length_that_is_too_long_costs_only_its_block),
		CASE(garbage_between_blocks_is_skipped),
		CASE(a_record_that_leaves_its_block_is_damage),
		CASE(a_hole_without_a_window_is_damage),
		CASE(the_same_block_twice_is_damage_and_counts_once),
		CASE(another_version_is_refused_in_one_line_in_either_byte_order),
		CASE(unknown_flags_cost_their_block_alone),
		CASE(a_depth_that_nobody_can_have_takes_no_memory),
	};

	return T_RUN(cases, argc, argv);
}
