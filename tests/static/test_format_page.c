/* SPDX-License-Identifier: MIT */
/*
 * docs/format/trace-v3.md says what trace_format.h says: every structure, every constant, and the
 * worked example, which is built here from the structures.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callsight/trace_format.h"
#include "format_page.h"
#include "layout_table.h"
#include "test.h"

static const struct t_field block_fields[] = {
	T_FIELD(csf_block, magic),
	T_FIELD(csf_block, version),
	T_FIELD(csf_block, lane),
	T_FIELD(csf_block, flags),
	T_FIELD(csf_block, used_bytes),
	T_FIELD(csf_block, state),
	T_FIELD(csf_block, thread_serial),
	T_FIELD(csf_block, tid),
	T_FIELD(csf_block, sequence),
	T_FIELD(csf_block, lane0_sequence),
	T_FIELD(csf_block, depth),
	T_FIELD(csf_block, lost_events),
	T_FIELD(csf_block, first_ticks),
	T_FIELD(csf_block, pair_ticks),
	T_FIELD(csf_block, pair_ns),
	T_FIELD(csf_block, frames),
	{ 0 },
};

static const struct t_field frame_fields[] = {
	T_FIELD(csf_frame, function_ip),
	T_FIELD(csf_frame, enter_ticks),
	{ 0 },
};

static const struct t_field live_fields[] = {
	T_FIELD(csf_live, magic),
	T_FIELD(csf_live, version),
	T_FIELD(csf_live, ended),
	T_FIELD(csf_live, window_bytes),
	T_FIELD(csf_live, window_count),
	T_FIELD(csf_live, pid),
	T_FIELD(csf_live, lost_threads),
	T_FIELD(csf_live, lost_events),
	T_FIELD(csf_live, end_pair_ticks),
	T_FIELD(csf_live, end_pair_ns),
	T_FIELD(csf_live, control),
	T_FIELD(csf_live, request),
	T_FIELD(csf_live, stop_marker),
	T_FIELD(csf_live, snapshots),
	T_FIELD(csf_live, snapshots_skipped),
	T_FIELD(csf_live, snapshot_error),
	T_FIELD(csf_live, stop_argument),
	{ 0 },
};

static const struct t_field name_fields[] = {
	T_FIELD(csf_name, magic),
	T_FIELD(csf_name, line),
	T_FIELD(csf_name, kind),
	{ 0 },
};

static const struct t_constant constants[] = {
	T_CONSTANT(CSF_BLOCK_MAGIC),
	T_CONSTANT(CSF_LIVE_MAGIC),
	T_CONSTANT(CSF_VERSION),
	T_CONSTANT(CSF_BLOCK_BYTES),
	T_CONSTANT(CSF_BLOCK_FRAMES),
	T_CONSTANT(CSF_BLOCK_FRAMES_MAX),
	T_CONSTANT(CSF_BLOCK_HEADER_BYTES),
	T_CONSTANT(CSF_LIVE_HEADER_BYTES),
	T_CONSTANT(CSF_PROCESS_SCHEMA),
	T_CONSTANT(CSF_BLOCK_WIDE),
	T_CONSTANT(CSF_BLOCK_NO_CALLSITES),
	T_CONSTANT(CSF_BLOCK_HOOK_FRAMES),
	T_CONSTANT(CSF_BLOCK_INHERITED),
	T_CONSTANT(CSF_KIND_MASK),
	T_CONSTANT(CSF_KIND_ENTER),
	T_CONSTANT(CSF_KIND_EXIT),
	T_CONSTANT(CSF_KIND_ENTER_AT),
	T_CONSTANT(CSF_KIND_EXTENDED),
	T_CONSTANT(CSF_TIME_SHIFT),
	T_CONSTANT(CSF_TIME_MASK),
	T_CONSTANT(CSF_ADDRESS_SHIFT),
	T_CONSTANT(CSF_ADDRESS_BITS),
	T_CONSTANT(CSF_ADDRESS_MASK),
	T_CONSTANT(CSF_CALLSITE_INLINED),
	T_CONSTANT(CSF_EXT_TYPE_SHIFT),
	T_CONSTANT(CSF_EXT_TYPE_MASK),
	T_CONSTANT(CSF_EXT_LENGTH_SHIFT),
	T_CONSTANT(CSF_EXT_LENGTH_MASK),
	T_CONSTANT(CSF_EXT_PAYLOAD_SHIFT),
	T_CONSTANT(CSF_EXT_PAYLOAD_MASK),
	T_CONSTANT(CSF_EXT_FULL_TIME),
	T_CONSTANT(CSF_EXT_MARKER),
	T_CONSTANT(CSF_EXT_UNWOUND),
	T_CONSTANT(CSF_EXT_THREAD_NAME),
	T_CONSTANT(CSF_EXT_COUNTERS),
	T_CONSTANT(CSF_EXT_ARGUMENT),
	T_CONSTANT(CSF_EXT_OFF_CPU),
	T_CONSTANT(CSF_EXT_USER_MARK),
	T_CONSTANT(CSF_EXT_FRAMES),
	T_CONSTANT(CSF_EXT_UNMATCHED),
	T_CONSTANT(CSF_MARKER_MAX_EVENTS),
	T_CONSTANT(CSF_MARKER_MAX_BYTES),
	T_CONSTANT(CSF_MARKER_WRITE_ERROR),
	T_CONSTANT(CSF_MARKER_NO_SPACE),
	T_CONSTANT(CSF_MARKER_TOO_DEEP),
	T_CONSTANT(CSF_MARKER_FILE_GONE),
	T_CONSTANT(CSF_MARKER_MIN_FREE),
	T_CONSTANT(CSF_NAME_MAGIC),
	T_CONSTANT(CSF_NAME_HEADER_BYTES),
	T_CONSTANT(CSF_NAME_SCOPE),
	T_CONSTANT(CSF_NAME_MARK),
	T_CONSTANT(CSF_NAME_FRAME),
	T_CONSTANT(CSF_NAME_VALUE),
	T_CONSTANT(CSF_MARKER_PAUSED),
	T_CONSTANT(CSF_MARKER_RESUMED),
	T_CONSTANT(CSF_MARKER_SNAPSHOT),
	T_CONSTANT(CSF_REQUEST_PAUSE),
};
enum { CONSTANT_COUNT = sizeof(constants) / sizeof(constants[0]) };

TEST(block_header_table_is_the_structure)
{
	T_UNUSED;
	t_check_struct(T_PAGE, "### `struct csf_block`", block_fields, sizeof(struct csf_block));
}

TEST(frame_table_is_the_structure)
{
	T_UNUSED;
	t_check_struct(T_PAGE, "### `struct csf_frame`", frame_fields, sizeof(struct csf_frame));
}

TEST(live_header_table_is_the_structure)
{
	T_UNUSED;
	t_check_struct(T_PAGE, "### `struct csf_live`", live_fields, sizeof(struct csf_live));
}

TEST(name_table_is_the_structure)
{
	T_UNUSED;
	t_check_struct(T_PAGE, "### `struct csf_name`", name_fields, sizeof(struct csf_name));
}

TEST(every_constant_stands_in_one_table_with_its_value)
{
	T_UNUSED;
	t_check_constants(T_PAGE, constants, CONSTANT_COUNT);
}

TEST(every_name_of_the_header_is_checked)
{
	T_UNUSED;
	t_check_names(T_HEADER, constants, CONSTANT_COUNT);
}

enum { EXAMPLE_WORDS = 14 };

struct example {
	struct csf_block block;
	uint64_t words[EXAMPLE_WORDS];
};
static_assert(sizeof(struct example) == CSF_BLOCK_HEADER_BYTES + 8 * EXAMPLE_WORDS,
	      "no padding in the example");

static uint64_t word(uint64_t ticks, uint64_t function_ip, unsigned kind)
{
	return (ticks & CSF_TIME_MASK) << CSF_TIME_SHIFT |
	       (function_ip & CSF_ADDRESS_MASK) << CSF_ADDRESS_SHIFT | kind;
}

static uint64_t extended(uint64_t ticks, unsigned type, unsigned length, uint64_t payload)
{
	return (ticks & CSF_TIME_MASK) << CSF_TIME_SHIFT | payload << CSF_EXT_PAYLOAD_SHIFT |
	       (uint64_t)length << CSF_EXT_LENGTH_SHIFT | (uint64_t)type << CSF_EXT_TYPE_SHIFT |
	       CSF_KIND_EXTENDED;
}

static void build_example(struct example *e)
{
	const uint64_t main_ip = 0x555555555190, parse = 0x555555555240, step = 0x555555555310;
	const uint64_t t0 = 0x1000000fff00, later = 0x100000a00000;
	uint64_t *w = e->words;

	*e = (struct example){ 0 };
	e->block = (struct csf_block){
		.magic = CSF_BLOCK_MAGIC,
		.version = CSF_VERSION,
		.used_bytes = sizeof(*e),
		.state = 2 << 1 | 1,
		.thread_serial = 1,
		.tid = 4711,
		.sequence = 2,
		.lane0_sequence = 2,
		.depth = 1,
		.first_ticks = t0,
		.pair_ticks = t0 - 0x40,
		.pair_ns = 5000000000,
		.frames = { { main_ip, 0x100000000000 } },
	};
	*w++ = extended(t0, CSF_EXT_THREAD_NAME, 2, 0);
	memcpy(w, "parser", 6);
	w += 2;
	*w++ = word(t0 + 0x20, parse, CSF_KIND_ENTER_AT);
	*w++ = 0x5555555551c2;
	*w++ = word(t0 + 0xa0, parse, CSF_KIND_EXIT);
	*w++ = word(t0 + 0x110, parse, CSF_KIND_ENTER);
	*w++ = extended(later, CSF_EXT_FULL_TIME, 1, 0);
	*w++ = later;
	*w++ = word(later, step, CSF_KIND_ENTER_AT);
	*w++ = 0x55555555526e | CSF_CALLSITE_INLINED;
	*w++ = 0;
	*w++ = extended(later + 0x200, CSF_EXT_UNWOUND, 0, 2);
	*w++ = word(later + 0x200, parse, CSF_KIND_EXIT);
	assert_ptr_equal(w, e->words + EXAMPLE_WORDS);
}

static int is_little_endian(void)
{
	const uint16_t one = 1;

	return *(const uint8_t *)&one == 1;
}

TEST(hexdump_is_the_example)
{
	struct example e;
	uint8_t bytes[2048] = { 0 };
	struct t_page page;
	size_t count;

	T_UNUSED;
	if (!is_little_endian())
		T_SKIP("the page shows a little-endian producer");
	build_example(&e);
	t_page_open(&page, T_PAGE);
	count = t_page_hexdump(&page, bytes, sizeof(bytes));
	if (count != sizeof(e) || memcmp(bytes, &e, sizeof(e)) != 0) {
		t_print_hexdump((const uint8_t *)&e, sizeof(e));
		fail_msg("the page's example is not the block above");
	}
	t_page_close(&page);
}

/* The table of the example: "0x240 | ff0... 11... | meaning", one or more words a row, in native order. */
TEST(word_table_is_the_example)
{
	struct example e;
	struct t_page page;
	struct t_row row;
	unsigned line;
	size_t next = 0;

	T_UNUSED;
	if (!is_little_endian())
		T_SKIP("the words of the name are text, of a little-endian producer");
	build_example(&e);
	t_page_open(&page, T_PAGE);
	line = t_page_first_row(&page, t_page_find(&page, "## Worked example"));
	for (; t_page_row(&page, line, &row); line++) {
		char *at = (char *)row.cells[1];

		assert_int_equal(strtoul(row.cells[0], NULL, 0),
				 offsetof(struct example, words) + 8 * next);
		while (*at) {
			char *end;
			uint64_t value = strtoull(at, &end, 16);

			assert_true(end != at && next < EXAMPLE_WORDS);
			if (value != e.words[next])
				fail_msg("word %zu is %016llx in the page, not %016llx", next,
					 (unsigned long long)value,
					 (unsigned long long)e.words[next]);
			next++;
			at = end + strspn(end, " ");
		}
	}
	assert_int_equal(next, EXAMPLE_WORDS);
	t_page_close(&page);
}

/* "--write FILE": the page's example as a block file, for check_example_dump.sh. */
static int write_example(const char *path)
{
	uint8_t bytes[2048];
	struct t_page page;
	FILE *file = fopen(path, "wb");
	size_t count;
	int failed;

	t_page_open(&page, T_PAGE);
	count = t_page_hexdump(&page, bytes, sizeof(bytes));
	t_page_close(&page);
	failed = !file || fwrite(bytes, 1, count, file) != count;
	return (file && fclose(file) != 0) || failed;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(block_header_table_is_the_structure),
		CASE(frame_table_is_the_structure),
		CASE(live_header_table_is_the_structure),
		CASE(name_table_is_the_structure),
		CASE(every_constant_stands_in_one_table_with_its_value),
		CASE(every_name_of_the_header_is_checked),
		CASE(hexdump_is_the_example),
		CASE(word_table_is_the_example),
	};

	if (argc == 3 && strcmp(argv[1], "--write") == 0)
		return write_example(argv[2]);
	return T_RUN(cases, argc, argv);
}
