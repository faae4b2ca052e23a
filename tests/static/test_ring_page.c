/* SPDX-License-Identifier: MIT */
/*
 * docs/format/ring-v1.md says what ring_format.h says: every structure, every constant, and the worked
 * example, which is built here from the structures.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "callsight/ring_format.h"
#include "format_page.h"
#include "layout_table.h"
#include "test.h"

static const struct t_field ring_fields[] = {
	T_FIELD(csf_ring, magic),
	T_FIELD(csf_ring, version),
	T_FIELD(csf_ring, pointer_bytes),
	T_FIELD(csf_ring, id),
	T_FIELD(csf_ring, cell_count),
	T_FIELD(csf_ring, process_count),
	T_FIELD(csf_ring, window_max),
	T_FIELD(csf_ring, windows_made),
	T_FIELD(csf_ring, next_ticket),
	T_FIELD(csf_ring, closed),
	T_FIELD(csf_ring, processes_offset),
	T_FIELD(csf_ring, cells_table_offset),
	T_FIELD(csf_ring, windows_table_offset),
	T_FIELD(csf_ring, cells_offset),
	T_FIELD(csf_ring, windows_offset),
	{ 0 },
};

static const struct t_field process_fields[] = {
	T_FIELD(csf_ring_process, state),         T_FIELD(csf_ring_process, pid),
	T_FIELD(csf_ring_process, pid_namespace), T_FIELD(csf_ring_process, process_start),
	T_FIELD(csf_ring_process, start_ns),      T_FIELD(csf_ring_process, dropped_blocks),
	T_FIELD(csf_ring_process, reserved),      T_FIELD(csf_ring_process, live),
	T_FIELD(csf_ring_process, name),          { 0 },
};

static const struct t_field cell_fields[] = {
	T_FIELD(csf_ring_cell, state),
	T_FIELD(csf_ring_cell, ticket),
	T_FIELD(csf_ring_cell, bytes),
	T_FIELD(csf_ring_cell, reserved),
	{ 0 },
};

static const struct t_field text_fields[] = {
	T_FIELD(csf_ring_text, part),
	T_FIELD(csf_ring_text, used),
	{ 0 },
};

static const struct t_constant constants[] = {
	T_CONSTANT(CSF_RING_MAGIC),
	T_CONSTANT(CSF_RING_VERSION),
	T_CONSTANT(CSF_RING_PAGE),
	T_CONSTANT(CSF_RING_PROCESSES),
	T_CONSTANT(CSF_RING_WINDOWS),
	T_CONSTANT(CSF_RING_NAME_BYTES),
	T_CONSTANT(CSF_RING_FREE),
	T_CONSTANT(CSF_RING_ATTACHING),
	T_CONSTANT(CSF_RING_ATTACHED),
	T_CONSTANT(CSF_CELL_FREE),
	T_CONSTANT(CSF_CELL_BUSY),
	T_CONSTANT(CSF_CELL_FULL),
	T_CONSTANT(CSF_CELL_KIND_MASK),
	T_CONSTANT(CSF_CELL_PROCESS_SHIFT),
	T_CONSTANT(CSF_WINDOW_FREE),
	T_CONSTANT(CSF_WINDOW_TAKEN),
	T_CONSTANT(CSF_WINDOW_EVENTS),
	T_CONSTANT(CSF_WINDOW_FACTS),
	T_CONSTANT(CSF_WINDOW_MODULES),
	T_CONSTANT(CSF_WINDOW_KIND_MASK),
	T_CONSTANT(CSF_WINDOW_PROCESS_SHIFT),
	T_CONSTANT(CSF_RING_TEXT_BYTES),
};
enum { CONSTANT_COUNT = sizeof(constants) / sizeof(constants[0]) };

TEST(tables_are_the_structures)
{
	T_UNUSED;
	t_check_struct(T_PAGE, "### `struct csf_ring`", ring_fields, sizeof(struct csf_ring));
	t_check_struct(T_PAGE, "### `struct csf_ring_process`", process_fields,
		       sizeof(struct csf_ring_process));
	t_check_struct(T_PAGE, "### `struct csf_ring_cell`", cell_fields,
		       sizeof(struct csf_ring_cell));
	t_check_struct(T_PAGE, "### `struct csf_ring_text`", text_fields,
		       sizeof(struct csf_ring_text));
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

struct example {
	struct csf_ring ring;
	struct csf_ring_cell cell;
	uint32_t window;
	uint32_t nothing;
	struct csf_ring_text text;
};

static const struct example example = {
	.ring = {
		.magic = CSF_RING_MAGIC,
		.version = CSF_RING_VERSION,
		.pointer_bytes = 8,
		.id = { 0x0123456789abcdef, 0xfedcba9876543210 },
		.cell_count = 256,
		.process_count = CSF_RING_PROCESSES,
		.window_max = CSF_RING_WINDOWS,
		.windows_made = 7,
		.next_ticket = 1000,
		.processes_offset = 0x1000,
		.cells_table_offset = 0x41000,
		.windows_table_offset = 0x42000,
		.cells_offset = 0x50000,
		.windows_offset = 0x1050000,
	},
	.cell = {
		.state = CSF_CELL_FULL | 3 << CSF_CELL_PROCESS_SHIFT,
		.ticket = 999,
		.bytes = 65408,
	},
	.window = CSF_WINDOW_EVENTS | 3 << CSF_WINDOW_PROCESS_SHIFT,
	.text = { .part = 0, .used = 300 },
};

TEST(hexdump_is_the_example)
{
	const uint16_t one = 1;
	uint8_t bytes[1024] = { 0 };
	struct t_page page;
	size_t count;

	T_UNUSED;
	if (*(const uint8_t *)&one != 1)
		T_SKIP("the page shows a little-endian machine");
	t_page_open(&page, T_PAGE);
	count = t_page_hexdump(&page, bytes, sizeof(bytes));
	if (count != sizeof(example) || memcmp(bytes, &example, sizeof(example)) != 0) {
		t_print_hexdump((const uint8_t *)&example, sizeof(example));
		fail_msg("the page's example is not the one above");
	}
	t_page_close(&page);
}

/* The numbers of the example are those of an object that a writer made (unit.runtime_ring). */
TEST(page_names_the_parts_of_the_example)
{
	char offset[16];
	struct t_page page;
	struct t_row row;
	unsigned line;
	const size_t offsets[] = { 0, offsetof(struct example, cell),
				   offsetof(struct example, window),
				   offsetof(struct example, text) };

	T_UNUSED;
	t_page_open(&page, T_PAGE);
	line = t_page_first_row(&page, t_page_find(&page, "## Worked example"));
	for (unsigned i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		snprintf(offset, sizeof(offset), "0x%02zx", offsets[i]);
		assert_int_equal(t_page_row(&page, line + i, &row), 1);
		assert_string_equal(row.cells[0], offset);
	}
	t_page_close(&page);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(tables_are_the_structures),
		CASE(every_constant_stands_in_one_table_with_its_value),
		CASE(every_name_of_the_header_is_checked),
		CASE(hexdump_is_the_example),
		CASE(page_names_the_parts_of_the_example),
	};

	return T_RUN(cases, argc, argv);
}
