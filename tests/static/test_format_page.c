/* SPDX-License-Identifier: MIT */
/*
 * docs/format/trace-v3.md says what trace_format.h says: every structure, every constant, and the
 * worked example, which is built here from the structures.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callsight/trace_format.h"
#include "format_page.h"
#include "test.h"

struct field {
	const char *name;
	size_t offset;
	size_t size;
};

#define FIELD(type, member)                                                                \
	{                                                                                  \
#member, offsetof(struct type, member), sizeof(((struct type *)0)->member) \
	}

static const struct field block_fields[] = {
	FIELD(csf_block, magic),
	FIELD(csf_block, version),
	FIELD(csf_block, lane),
	FIELD(csf_block, flags),
	FIELD(csf_block, used_bytes),
	FIELD(csf_block, state),
	FIELD(csf_block, thread_serial),
	FIELD(csf_block, tid),
	FIELD(csf_block, sequence),
	FIELD(csf_block, lane0_sequence),
	FIELD(csf_block, depth),
	FIELD(csf_block, lost_events),
	FIELD(csf_block, first_ticks),
	FIELD(csf_block, pair_ticks),
	FIELD(csf_block, pair_ns),
	FIELD(csf_block, frames),
	{ 0 },
};

static const struct field frame_fields[] = {
	FIELD(csf_frame, function_ip),
	FIELD(csf_frame, enter_ticks),
	{ 0 },
};

static const struct field live_fields[] = {
	FIELD(csf_live, magic),
	FIELD(csf_live, version),
	FIELD(csf_live, ended),
	FIELD(csf_live, window_bytes),
	FIELD(csf_live, window_count),
	FIELD(csf_live, pid),
	FIELD(csf_live, lost_threads),
	FIELD(csf_live, lost_events),
	FIELD(csf_live, end_pair_ticks),
	FIELD(csf_live, end_pair_ns),
	FIELD(csf_live, control),
	FIELD(csf_live, request),
	FIELD(csf_live, stop_marker),
	FIELD(csf_live, snapshots),
	FIELD(csf_live, snapshots_skipped),
	FIELD(csf_live, snapshot_error),
	FIELD(csf_live, stop_argument),
	{ 0 },
};

static const struct field name_fields[] = {
	FIELD(csf_name, magic),
	FIELD(csf_name, line),
	FIELD(csf_name, kind),
	{ 0 },
};

struct constant {
	const char *name;
	uint64_t value;
};

#define CONSTANT(name)                  \
	{                               \
#name, (uint64_t)(name) \
	}

static const struct constant constants[] = {
	CONSTANT(CSF_BLOCK_MAGIC),
	CONSTANT(CSF_LIVE_MAGIC),
	CONSTANT(CSF_VERSION),
	CONSTANT(CSF_BLOCK_BYTES),
	CONSTANT(CSF_BLOCK_FRAMES),
	CONSTANT(CSF_BLOCK_FRAMES_MAX),
	CONSTANT(CSF_BLOCK_HEADER_BYTES),
	CONSTANT(CSF_LIVE_HEADER_BYTES),
	CONSTANT(CSF_PROCESS_SCHEMA),
	CONSTANT(CSF_BLOCK_WIDE),
	CONSTANT(CSF_BLOCK_NO_CALLSITES),
	CONSTANT(CSF_BLOCK_HOOK_FRAMES),
	CONSTANT(CSF_BLOCK_INHERITED),
	CONSTANT(CSF_KIND_MASK),
	CONSTANT(CSF_KIND_ENTER),
	CONSTANT(CSF_KIND_EXIT),
	CONSTANT(CSF_KIND_ENTER_AT),
	CONSTANT(CSF_KIND_EXTENDED),
	CONSTANT(CSF_TIME_SHIFT),
	CONSTANT(CSF_TIME_MASK),
	CONSTANT(CSF_ADDRESS_SHIFT),
	CONSTANT(CSF_ADDRESS_BITS),
	CONSTANT(CSF_ADDRESS_MASK),
	CONSTANT(CSF_CALLSITE_INLINED),
	CONSTANT(CSF_EXT_TYPE_SHIFT),
	CONSTANT(CSF_EXT_TYPE_MASK),
	CONSTANT(CSF_EXT_LENGTH_SHIFT),
	CONSTANT(CSF_EXT_LENGTH_MASK),
	CONSTANT(CSF_EXT_PAYLOAD_SHIFT),
	CONSTANT(CSF_EXT_PAYLOAD_MASK),
	CONSTANT(CSF_EXT_FULL_TIME),
	CONSTANT(CSF_EXT_MARKER),
	CONSTANT(CSF_EXT_UNWOUND),
	CONSTANT(CSF_EXT_THREAD_NAME),
	CONSTANT(CSF_EXT_COUNTERS),
	CONSTANT(CSF_EXT_ARGUMENT),
	CONSTANT(CSF_EXT_OFF_CPU),
	CONSTANT(CSF_EXT_USER_MARK),
	CONSTANT(CSF_EXT_FRAMES),
	CONSTANT(CSF_EXT_UNMATCHED),
	CONSTANT(CSF_MARKER_MAX_EVENTS),
	CONSTANT(CSF_MARKER_MAX_BYTES),
	CONSTANT(CSF_MARKER_WRITE_ERROR),
	CONSTANT(CSF_MARKER_NO_SPACE),
	CONSTANT(CSF_MARKER_TOO_DEEP),
	CONSTANT(CSF_MARKER_FILE_GONE),
	CONSTANT(CSF_MARKER_MIN_FREE),
	CONSTANT(CSF_NAME_MAGIC),
	CONSTANT(CSF_NAME_HEADER_BYTES),
	CONSTANT(CSF_NAME_SCOPE),
	CONSTANT(CSF_NAME_MARK),
	CONSTANT(CSF_NAME_FRAME),
	CONSTANT(CSF_NAME_VALUE),
	CONSTANT(CSF_MARKER_PAUSED),
	CONSTANT(CSF_MARKER_RESUMED),
	CONSTANT(CSF_MARKER_SNAPSHOT),
	CONSTANT(CSF_REQUEST_PAUSE),
};
enum { CONSTANT_COUNT = sizeof(constants) / sizeof(constants[0]) };

static size_t type_size(const char *type)
{
	if (strcmp(type, "frame[32]") == 0)
		return 32 * sizeof(struct csf_frame);
	if (strcmp(type, "u8[8]") == 0)
		return 8;
	return type[0] == 'u' ? strtoul(type + 1, NULL, 10) / 8 : 0;
}

static void check_struct(const char *heading, const struct field *field, size_t struct_size)
{
	struct t_page page;
	struct t_row row;
	size_t end = 0;
	unsigned line;

	t_page_open(&page, T_PAGE);
	line = t_page_first_row(&page, t_page_find(&page, heading));
	for (; t_page_row(&page, line, &row); line++, field++) {
		assert_int_equal(row.cell_count, 7);
		if (!field->name)
			fail_msg("the page has the field %s, the header has not", row.cells[3]);
		assert_string_equal(row.cells[3], field->name);
		assert_int_equal(strtoul(row.cells[0], NULL, 10), field->offset);
		assert_int_equal(strtoul(row.cells[1], NULL, 10), field->size);
		assert_int_equal(type_size(row.cells[2]), field->size);
		assert_int_equal(field->offset,
				 end); /* a new field between two others shows here */
		end = field->offset + field->size;
	}
	if (field->name)
		fail_msg("the page lacks the field %s", field->name);
	assert_int_equal(end, struct_size);
	t_page_close(&page);
}

TEST(block_header_table_is_the_structure)
{
	T_UNUSED;
	check_struct("### `struct csf_block`", block_fields, sizeof(struct csf_block));
}

TEST(frame_table_is_the_structure)
{
	T_UNUSED;
	check_struct("### `struct csf_frame`", frame_fields, sizeof(struct csf_frame));
}

TEST(live_header_table_is_the_structure)
{
	T_UNUSED;
	check_struct("### `struct csf_live`", live_fields, sizeof(struct csf_live));
}

TEST(name_table_is_the_structure)
{
	T_UNUSED;
	check_struct("### `struct csf_name`", name_fields, sizeof(struct csf_name));
}

static int find_constant(const char *name)
{
	for (int i = 0; i < CONSTANT_COUNT; i++) {
		if (strcmp(constants[i].name, name) == 0)
			return i;
	}
	return -1;
}

TEST(every_constant_stands_in_one_table_with_its_value)
{
	unsigned seen[CONSTANT_COUNT] = { 0 };
	struct t_page page;
	struct t_row row;

	T_UNUSED;
	t_page_open(&page, T_PAGE);
	for (unsigned line = 0; line < page.line_count; line++) {
		int index;

		if (!t_page_row(&page, line, &row) || strncmp(row.cells[0], "CSF_", 4) != 0)
			continue;
		index = find_constant(row.cells[0]);
		if (index < 0)
			fail_msg("the page has %s, this test has not", row.cells[0]);
		if (strtoull(row.cells[1], NULL, 0) != constants[index].value)
			fail_msg("%s is %s in the page", row.cells[0], row.cells[1]);
		seen[index]++;
	}
	for (int i = 0; i < CONSTANT_COUNT; i++) {
		if (seen[i] != 1)
			fail_msg("%s stands in %u tables of the page", constants[i].name, seen[i]);
	}
	t_page_close(&page);
}

/* A name that the header defines: "#define CSF_X" or an enumerator "CSF_X = ". */
static const char *defined_name(const char *line, char *name, size_t size)
{
	size_t length = 0;

	if (strncmp(line, "#define ", 8) == 0)
		line += 8;
	while (isspace((unsigned char)*line))
		line++;
	if (strncmp(line, "CSF_", 4) != 0)
		return NULL;
	while ((isalnum((unsigned char)line[length]) || line[length] == '_') && length + 1 < size)
		length++;
	memcpy(name, line, length);
	name[length] = '\0';
	return name;
}

TEST(every_name_of_the_header_is_checked)
{
	struct t_page header;
	unsigned count = 0;
	char name[64];

	T_UNUSED;
	t_page_open(&header, T_HEADER);
	for (unsigned i = 0; i < header.line_count; i++) {
		if (!defined_name(header.lines[i], name, sizeof(name)))
			continue;
		count++;
		if (find_constant(name) < 0)
			fail_msg("%s is new: it needs a row in the page and one in this test",
				 name);
	}
	assert_int_equal(count, CONSTANT_COUNT);
	t_page_close(&header);
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
