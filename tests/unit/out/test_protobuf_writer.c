/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "protobuf_writer.h"

static void check(struct csa_buf *buf, const char *bytes, size_t count)
{
	assert_false(buf->failed);
	assert_int_equal(buf->length, count);
	assert_memory_equal(buf->data, bytes, count);
	csa_buf_release(buf);
}

/* The examples of protobuf.dev, "Encoding": field 1 = 150; field 2 = "testing"; packed 3, 270, 86942. */
TEST(documented_examples_have_the_documented_bytes)
{
	struct csa_buf buf;
	size_t begun;

	T_UNUSED;
	csa_buf_init(&buf);
	csa_proto_uint(&buf, 1, 150);
	check(&buf, "\x08\x96\x01", 3);
	csa_proto_string(&buf, 2, "testing");
	check(&buf,
	      "\x12\x07"
	      "testing",
	      9);
	begun = csa_proto_begin(&buf, 3);
	csa_proto_uint(&buf, 1, 150);
	csa_proto_end(&buf, begun);
	check(&buf, "\x1a\x03\x08\x96\x01", 5);
	begun = csa_proto_begin(&buf, 6);
	csa_proto_varint(&buf, 3);
	csa_proto_varint(&buf, 270);
	csa_proto_varint(&buf, 86942);
	csa_proto_end(&buf, begun);
	check(&buf, "\x32\x06\x03\x8e\x02\x9e\xa7\x05", 8);
}

TEST(the_ends_of_each_range_are_written)
{
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	csa_proto_uint(&buf, 16, UINT64_MAX);
	check(&buf, "\x80\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12);
	csa_proto_int(&buf, 1, -2);
	check(&buf, "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
	csa_proto_uint(&buf, 1, 0);
	check(&buf, "\x08\x00", 2);
	csa_proto_double(&buf, 1, -2.5);
	check(&buf, "\x09\x00\x00\x00\x00\x00\x00\x04\xc0", 9);
}

TEST(strings_are_utf8)
{
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	csa_proto_string(&buf, 1, NULL);
	assert_int_equal(buf.length, 0);
	csa_proto_string(&buf, 1, "\xff\"\n\xc3\xa9");
	check(&buf, "\x0a\x07\xef\xbf\xbd\"\n\xc3\xa9", 9);
	csa_proto_string(&buf, 1, "");
	check(&buf, "\x0a\x00", 2);
}

/* @depth messages in each other, the innermost with a text of @length bytes; read back. */
static void check_nested(size_t length, unsigned depth)
{
	struct csa_buf buf;
	size_t begun[8];
	char *text = malloc(length + 1);
	const uint8_t *at;

	assert_non_null(text);
	memset(text, 'x', length);
	text[length] = '\0';
	csa_buf_init(&buf);
	for (unsigned i = 0; i < depth; i++)
		begun[i] = csa_proto_begin(&buf, 1);
	csa_proto_string(&buf, 2, text);
	for (unsigned i = depth; i > 0; i--)
		csa_proto_end(&buf, begun[i - 1]);
	at = (const uint8_t *)buf.data;
	for (unsigned i = 0; i <= depth; i++) {
		const uint8_t *end = (const uint8_t *)buf.data + buf.length;
		uint64_t said = 0;

		assert_int_equal(*at++, i < depth ? 0x0a : 0x12);
		for (unsigned shift = 0;; shift += 7) {
			said |= (uint64_t)(*at & 0x7f) << shift;
			if (!(*at++ & 0x80))
				break;
		}
		assert_int_equal(said, end - at);
	}
	assert_memory_equal(at, text, length);
	csa_buf_release(&buf);
	free(text);
}

TEST(messages_of_every_length_can_be_nested)
{
	static const size_t lengths[] = { 0, 123, 125, 126, 127, 128, 16381, 16384, 2097152 };

	T_UNUSED;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		for (unsigned depth = 0; depth < 8; depth++)
			check_nested(lengths[i], depth);
	}
}

TEST(memory_that_runs_out_is_seen_at_the_end)
{
	T_UNUSED;
	for (unsigned n = 0;; n++) {
		struct csa_buf buf;
		size_t begun;

		csa_buf_init(&buf);
		t_fail_after(n);
		begun = csa_proto_begin(&buf, 1);
		for (unsigned i = 0; i < 100; i++)
			csa_proto_string(&buf, 2, "text");
		csa_proto_end(&buf, begun);
		if (!t_never_fail()) {
			assert_false(buf.failed);
			csa_buf_release(&buf);
			break;
		}
		assert_true(buf.failed);
		csa_buf_release(&buf);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(documented_examples_have_the_documented_bytes),
		CASE(the_ends_of_each_range_are_written),
		CASE(strings_are_utf8),
		CASE(messages_of_every_length_can_be_nested),
		CASE(memory_that_runs_out_is_seen_at_the_end),
	};

	return T_RUN(cases, argc, argv);
}
