/* SPDX-License-Identifier: MIT */
/*
 * docs/format/wire-v1.md says what wire_format.h says: every structure, every constant, and the worked
 * example, which is built here from the structures.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "callsight/wire_format.h"
#include "format_page.h"
#include "layout_table.h"
#include "test.h"
#include "wire_checksum.h"

static const struct t_field hello_fields[] = {
	T_FIELD(csf_wire_hello, magic),         T_FIELD(csf_wire_hello, version),
	T_FIELD(csf_wire_hello, byte_order),    T_FIELD(csf_wire_hello, ring_id),
	T_FIELD(csf_wire_hello, pointer_bytes), T_FIELD(csf_wire_hello, reserved),
	T_FIELD(csf_wire_hello, monotonic_ns),  T_FIELD(csf_wire_hello, realtime_ns),
	T_FIELD(csf_wire_hello, reserved_2),    { 0 },
};

static const struct t_field message_fields[] = {
	T_FIELD(csf_wire_message, type),
	T_FIELD(csf_wire_message, number),
	T_FIELD(csf_wire_message, process),
	T_FIELD(csf_wire_message, raw_bytes),
	T_FIELD(csf_wire_message, stored_bytes),
	T_FIELD(csf_wire_message, checksum),
	{ 0 },
};

static const struct t_field process_fields[] = {
	T_FIELD(csf_wire_process, name_bytes),
	T_FIELD(csf_wire_process, facts_bytes),
	{ 0 },
};

static const struct t_field modules_fields[] = {
	T_FIELD(csf_wire_modules, offset),
	{ 0 },
};

static const struct t_field partial_fields[] = {
	T_FIELD(csf_wire_partial, window),      T_FIELD(csf_wire_partial, from),
	T_FIELD(csf_wire_partial, used),        T_FIELD(csf_wire_partial, state),
	T_FIELD(csf_wire_partial, first_ticks), { 0 },
};

static const struct t_field status_fields[] = {
	T_FIELD(csf_wire_status, live),
	T_FIELD(csf_wire_status, dropped_blocks),
	{ 0 },
};

static const struct t_field reply_fields[] = {
	T_FIELD(csf_wire_reply, type),
	T_FIELD(csf_wire_reply, number),
	T_FIELD(csf_wire_reply, bytes),
	T_FIELD(csf_wire_reply, final),
	{ 0 },
};

/* The magic is bytes: its number in the page is compared with them below. */
#define MAGIC_NUMBER 0x4d41455254535343u

static const struct t_constant constants[] = {
	{ "CSF_WIRE_MAGIC", MAGIC_NUMBER }, T_CONSTANT(CSF_WIRE_VERSION),
	T_CONSTANT(CSF_WIRE_ORDER),         T_CONSTANT(CSF_WIRE_MESSAGE_MAX),
	T_CONSTANT(CSF_WIRE_PORT),          T_CONSTANT(CSF_WIRE_TEXT_MAX),
	T_CONSTANT(CSF_WIRE_PROCESSES),     T_CONSTANT(CSF_WIRE_IDLE_SECONDS),
	T_CONSTANT(CSF_WIRE_PROCESS),       T_CONSTANT(CSF_WIRE_MODULES),
	T_CONSTANT(CSF_WIRE_BLOCKS),        T_CONSTANT(CSF_WIRE_PARTIAL),
	T_CONSTANT(CSF_WIRE_STATUS),        T_CONSTANT(CSF_WIRE_END),
	T_CONSTANT(CSF_WIRE_PING),          T_CONSTANT(CSF_WIRE_WELCOME),
	T_CONSTANT(CSF_WIRE_ACK),           T_CONSTANT(CSF_WIRE_REFUSED),
};
enum { CONSTANT_COUNT = sizeof(constants) / sizeof(constants[0]) };

TEST(tables_are_the_structures)
{
	T_UNUSED;
	t_check_struct(T_PAGE, "### `struct csf_wire_hello`", hello_fields,
		       sizeof(struct csf_wire_hello));
	t_check_struct(T_PAGE, "### `struct csf_wire_message`", message_fields,
		       sizeof(struct csf_wire_message));
	t_check_struct(T_PAGE, "### `struct csf_wire_process`", process_fields,
		       sizeof(struct csf_wire_process));
	t_check_struct(T_PAGE, "### `struct csf_wire_modules`", modules_fields,
		       sizeof(struct csf_wire_modules));
	t_check_struct(T_PAGE, "### `struct csf_wire_partial`", partial_fields,
		       sizeof(struct csf_wire_partial));
	t_check_struct(T_PAGE, "### `struct csf_wire_status`", status_fields,
		       sizeof(struct csf_wire_status));
	t_check_struct(T_PAGE, "### `struct csf_wire_reply`", reply_fields,
		       sizeof(struct csf_wire_reply));
}

TEST(every_constant_stands_in_one_table_with_its_value)
{
	uint64_t magic = 0;

	T_UNUSED;
	t_check_constants(T_PAGE, constants, CONSTANT_COUNT);
	for (size_t i = 8; i-- > 0;)
		magic = magic << 8 | (unsigned char)CSF_WIRE_MAGIC[i];
	assert_true(magic == MAGIC_NUMBER);
}

TEST(every_name_of_the_header_is_checked)
{
	T_UNUSED;
	t_check_names(T_HEADER, constants, CONSTANT_COUNT);
}

/* The parts of the example, and where each begins. */
struct example {
	uint8_t bytes[512];
	size_t count;
	size_t offsets[6];
	unsigned parts;
};

static void add(struct example *example, const void *bytes, size_t count)
{
	memcpy(example->bytes + example->count, bytes, count);
	example->count += count;
}

static void begin(struct example *example)
{
	example->offsets[example->parts++] = example->count;
}

static void add_message(struct example *example, struct csf_wire_message message, const void *body)
{
	message.stored_bytes = message.raw_bytes;
	message.checksum = css_wire_checksum(&message, body, message.raw_bytes, false);
	begin(example);
	add(example, &message, sizeof(message));
	if (message.raw_bytes)
		begin(example);
	add(example, body, message.raw_bytes);
}

static void add_reply(struct example *example, struct csf_wire_reply reply)
{
	begin(example);
	add(example, &reply, sizeof(reply));
}

static void build(struct example *example)
{
	struct csf_wire_hello hello = { .version = CSF_WIRE_VERSION,
					.byte_order = CSF_WIRE_ORDER,
					.ring_id = { 0x0123456789abcdef, 0xfedcba9876543210 },
					.pointer_bytes = 8,
					.monotonic_ns = 1000,
					.realtime_ns = 2000 };
	const struct csf_wire_process process = { .name_bytes = 7, .facts_bytes = 2 };
	char body[sizeof(process) + 9];

	*example = (struct example){ .count = 0 };
	memcpy(hello.magic, CSF_WIRE_MAGIC, sizeof(hello.magic));
	begin(example);
	add(example, &hello, sizeof(hello));
	memcpy(body, &process, sizeof(process));
	memcpy(body + sizeof(process), "app-7-1{}", 9);
	add_message(example,
		    (struct csf_wire_message){
			    .type = CSF_WIRE_PROCESS, .number = 1, .raw_bytes = sizeof(body) },
		    body);
	add_message(example, (struct csf_wire_message){ .type = CSF_WIRE_PING, .number = 2 }, body);
	add_reply(example, (struct csf_wire_reply){ .type = CSF_WIRE_WELCOME,
						    .number = CSF_WIRE_MESSAGE_MAX });
	add_reply(example, (struct csf_wire_reply){ .type = CSF_WIRE_ACK, .number = 2 });
}

TEST(hexdump_is_the_example)
{
	const uint16_t one = 1;
	uint8_t bytes[1024] = { 0 };
	struct example example;
	struct t_page page;
	size_t count;

	T_UNUSED;
	if (*(const uint8_t *)&one != 1)
		T_SKIP("the page shows a little-endian machine");
	build(&example);
	t_page_open(&page, T_PAGE);
	count = t_page_hexdump(&page, bytes, sizeof(bytes));
	if (count != example.count || memcmp(bytes, example.bytes, count) != 0) {
		t_print_hexdump(example.bytes, example.count);
		fail_msg("the page's example is not the one above");
	}
	t_page_close(&page);
}

TEST(page_names_the_parts_of_the_example)
{
	struct example example;
	struct t_page page;
	struct t_row row;
	unsigned line;

	T_UNUSED;
	build(&example);
	assert_int_equal(example.parts, 6);
	t_page_open(&page, T_PAGE);
	line = t_page_first_row(&page, t_page_find(&page, "## Worked example"));
	for (unsigned i = 0; i < example.parts; i++) {
		char offset[16];

		snprintf(offset, sizeof(offset), "0x%02zx", example.offsets[i]);
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
