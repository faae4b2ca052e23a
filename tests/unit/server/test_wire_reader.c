/* SPDX-License-Identifier: MIT */
#include "wire_reader.h"

#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "test.h"
#include "wire_builder.h"
#include "wire_checksum.h"

struct fixture {
	struct css_message_buffers buffers;
	struct css_inflater inflater;
	struct css_wire_reader reader;
	struct t_wire wire;
	struct csa_err err;
};

static void begin(struct fixture *f, bool is_foreign)
{
	*f = (struct fixture){ .buffers.count = 0 };
	assert_int_equal(css_inflater_init(&f->inflater, &f->err), 0);
	css_wire_reader_init(&f->reader, &f->buffers, &f->inflater);
	t_wire_init(&f->wire, is_foreign);
	t_wire_hello(&f->wire, 1);
}

static void end(struct fixture *f)
{
	css_wire_reader_release(&f->reader);
	css_buffers_release(&f->buffers);
	css_inflater_release(&f->inflater);
	t_wire_release(&f->wire);
}

/* What wire holds, in pieces, until something comes of it; it is forgotten up to there. */
static enum css_wire_event feed(struct fixture *f, size_t piece)
{
	size_t at = 0;
	enum css_wire_event event = CSS_WIRE_MORE;

	while (event == CSS_WIRE_MORE && at < f->wire.count) {
		void *to;
		size_t room = css_wire_reader_want(&f->reader, &to);

		assert_true(room > 0);
		room = room < piece ? room : piece;
		room = room < f->wire.count - at ? room : f->wire.count - at;
		memcpy(to, f->wire.bytes + at, room);
		at += room;
		event = css_wire_reader_took(&f->reader, room, &f->err);
	}
	memmove(f->wire.bytes, f->wire.bytes + at, f->wire.count - at);
	f->wire.count -= at;
	return event;
}

static void messages_come_back(bool is_foreign, int level, size_t piece)
{
	static const size_t lengths[] = { 0, 1, 7, 512, 513, 65536, CSF_WIRE_MESSAGE_MAX };
	char *bytes = malloc(CSF_WIRE_MESSAGE_MAX);
	struct fixture f;

	begin(&f, is_foreign);
	f.wire.level = level;
	for (size_t i = 0; i < CSF_WIRE_MESSAGE_MAX; i++)
		bytes[i] = (char)(i / 3);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
		t_wire_message(&f.wire, lengths[i] ? CSF_WIRE_BLOCKS : CSF_WIRE_PING, (uint32_t)i,
			       bytes, lengths[i]);
	assert_int_equal(feed(&f, piece), CSS_WIRE_HELLO);
	assert_int_equal(f.reader.is_foreign, is_foreign);
	assert_int_equal(f.reader.hello.version, CSF_WIRE_VERSION);
	assert_int_equal(f.reader.hello.ring_id[0], 1);
	assert_int_equal(f.reader.hello.pointer_bytes, 8);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		assert_int_equal(feed(&f, piece), CSS_WIRE_MESSAGE);
		assert_int_equal(f.reader.message.number, i + 1);
		assert_int_equal(f.reader.message.process, i);
		assert_int_equal(f.reader.message.raw_bytes, lengths[i]);
		if (lengths[i])
			assert_memory_equal(f.reader.raw, bytes, lengths[i]);
		assert_int_equal((uintptr_t)f.reader.raw % 8, 0);
		css_wire_reader_next(&f.reader);
	}
	assert_int_equal(f.wire.count, 0);
	end(&f);
	free(bytes);
}

TEST(messages_come_in_any_pieces_orders_and_levels)
{
	T_UNUSED;
	for (int is_foreign = 0; is_foreign < 2; is_foreign++)
		for (int level = 0; level < 2; level++) {
			messages_come_back(is_foreign, level, SIZE_MAX);
			messages_come_back(is_foreign, level, 1);
			messages_come_back(is_foreign, level, 1000);
		}
}

TEST(nothing_is_held_between_messages)
{
	static const char bytes[CSF_WIRE_MESSAGE_MAX];
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_message(&f.wire, CSF_WIRE_BLOCKS, 0, bytes, sizeof(bytes));
	assert_int_equal(feed(&f, 1000), CSS_WIRE_HELLO);
	assert_int_equal(feed(&f, 1000), CSS_WIRE_MESSAGE);
	assert_int_equal(f.buffers.count, 0);
	css_wire_reader_next(&f.reader);
	assert_int_equal(f.buffers.count, 1);
	end(&f);
}

static void expect_bad(struct fixture *f, int code, const char *text)
{
	enum css_wire_event event = feed(f, SIZE_MAX);

	if (event == CSS_WIRE_HELLO)
		event = feed(f, SIZE_MAX);
	assert_int_equal(event, CSS_WIRE_BAD);
	assert_int_equal(f->err.code, code);
	assert_string_equal(f->err.msg, text);
	end(f);
}

TEST(other_hellos_are_refused)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	f.wire.bytes[7] = 'm';
	expect_bad(&f, CSA_E_FORMAT, "not a stream of callsight");
	begin(&f, false);
	f.wire.bytes[offsetof(struct csf_wire_hello, byte_order)] ^= 1;
	expect_bad(&f, CSA_E_FORMAT, "hello: no byte order");
	begin(&f, true);
	f.wire.bytes[offsetof(struct csf_wire_hello, version) + 3] = 9;
	expect_bad(&f, CSA_E_UNSUPPORTED, "version of the wire is 9, expected 1");
}

/* A header whose checksum is right, and @count zeros behind it. */
static void expect_refused(struct csf_wire_message message, size_t count, int code,
			   const char *text)
{
	static const char zeros[CSF_WIRE_MESSAGE_MAX];
	struct fixture f;

	for (int is_foreign = 0; is_foreign < 2; is_foreign++) {
		begin(&f, is_foreign);
		message.number = message.number ? message.number : 1;
		t_wire_said(&f.wire, message, zeros, count);
		expect_bad(&f, code, text);
	}
}

TEST(headers_that_lie_are_refused_before_their_bytes_come)
{
	T_UNUSED;
	expect_refused((struct csf_wire_message){ .type = 0 }, 0, CSA_E_FORMAT,
		       "message of the unknown type 0");
	expect_refused((struct csf_wire_message){ .type = 8 }, 0, CSA_E_FORMAT,
		       "message of the unknown type 8");
	expect_refused((struct csf_wire_message){ .type = 7, .number = 2 }, 0, CSA_E_FORMAT,
		       "message has the number 2, expected 1");
	expect_refused((struct csf_wire_message){ .type = 3, .process = 65536 }, 0, CSA_E_FORMAT,
		       "message 1: process number is 65536");
	expect_refused((struct csf_wire_message){ .type = 3,
						  .raw_bytes = CSF_WIRE_MESSAGE_MAX + 1,
						  .stored_bytes = 1 },
		       0, CSA_E_FORMAT, "message 1: impossible length, 262145 stored as 1");
	expect_refused((struct csf_wire_message){ .type = 3, .raw_bytes = 9, .stored_bytes = 10 },
		       0, CSA_E_FORMAT, "message 1: impossible length, 9 stored as 10");
	expect_refused((struct csf_wire_message){ .type = 3,
						  .raw_bytes = UINT32_MAX,
						  .stored_bytes = UINT32_MAX },
		       0, CSA_E_FORMAT,
		       "message 1: impossible length, 4294967295 stored as 4294967295");
	expect_refused((struct csf_wire_message){ .type = 3, .raw_bytes = 9, .stored_bytes = 0 }, 0,
		       CSA_E_FORMAT, "message 1: impossible length, 9 stored as 0");
	expect_refused((struct csf_wire_message){ .type = 7, .raw_bytes = 9, .stored_bytes = 9 }, 0,
		       CSA_E_FORMAT, "message 1: impossible length, 9 stored as 9");
}

TEST(a_wrong_checksum_is_damage_on_the_way)
{
	T_UNUSED;
	expect_refused((struct csf_wire_message){ .type = 3, .raw_bytes = 9, .stored_bytes = 9 }, 9,
		       CSA_E_IO, "message 1: wrong checksum");
	expect_refused((struct csf_wire_message){ .type = 7 }, 0, CSA_E_IO,
		       "message 1: wrong checksum");
}

/* @stored bytes with a right checksum that are said to become @raw_bytes. */
static void expect_not_inflated(const void *stored, size_t count, uint32_t raw_bytes,
				const char *text)
{
	struct csf_wire_message message = { .type = CSF_WIRE_BLOCKS,
					    .number = 1,
					    .raw_bytes = raw_bytes,
					    .stored_bytes = (uint32_t)count };
	struct fixture f;

	begin(&f, false);
	message.checksum = css_wire_checksum(&message, stored, count, false);
	t_wire_said(&f.wire, message, stored, count);
	expect_bad(&f, CSA_E_FORMAT, text);
}

TEST(no_message_becomes_more_than_it_says)
{
	const size_t bomb_bytes = 64u << 20;
	char *bomb = calloc(1, bomb_bytes);
	size_t bound = ZSTD_compressBound(bomb_bytes);
	char *packed = malloc(bound);
	size_t count = ZSTD_compress(packed, bound, bomb, bomb_bytes, 19);

	T_UNUSED;
	assert_false(ZSTD_isError(count));
	assert_true(count < CSF_WIRE_MESSAGE_MAX);
	expect_not_inflated(packed, count, CSF_WIRE_MESSAGE_MAX,
			    "message 1: Destination buffer is too small");
	count = ZSTD_compress(packed, bound, bomb, 1000, 1);
	expect_not_inflated(packed, count, 999, "message 1: Destination buffer is too small");
	expect_not_inflated(packed, count, 1001, "message 1: 1000 bytes, 1001 were said");
	expect_not_inflated(packed, count - 1, 1000, "message 1: not one zstd frame");
	memcpy(packed + count, packed, count);
	expect_not_inflated(packed, 2 * count, 2000, "message 1: not one zstd frame");
	expect_not_inflated(bomb, 100, 1000, "message 1: not one zstd frame");
	/* A frame to be skipped is one, too, and gives nothing. */
	memcpy(packed, "\x50\x2a\x4d\x18\x04\x00\x00\x00zero", 12);
	expect_not_inflated(packed, 12, 1000, "message 1: 0 bytes, 1000 were said");
	free(packed);
	free(bomb);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(messages_come_in_any_pieces_orders_and_levels),
		CASE(nothing_is_held_between_messages),
		CASE(other_hellos_are_refused),
		CASE(headers_that_lie_are_refused_before_their_bytes_come),
		CASE(a_wrong_checksum_is_damage_on_the_way),
		CASE(no_message_becomes_more_than_it_says),
	};

	return T_RUN(cases, argc, argv);
}
