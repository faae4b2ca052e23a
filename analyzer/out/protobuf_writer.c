/* SPDX-License-Identifier: MIT */
#include "protobuf_writer.h"

#include <string.h>

#include "json_string.h"

/* The low bits of a tag. */
enum wire_type {
	WIRE_VARINT = 0,
	WIRE_FIXED64 = 1,
	WIRE_LENGTH = 2,
};

static const char replacement[] = "\xef\xbf\xbd";

static void add_tag(struct csa_buf *buf, unsigned field, enum wire_type type)
{
	csa_proto_varint(buf, (uint64_t)field << 3 | type);
}

void csa_proto_varint(struct csa_buf *buf, uint64_t value)
{
	uint8_t bytes[CSA_VARINT_BYTES];

	csa_buf_add(buf, bytes, (size_t)(csa_put_varint(bytes, value) - bytes));
}

void csa_proto_uint(struct csa_buf *buf, unsigned field, uint64_t value)
{
	add_tag(buf, field, WIRE_VARINT);
	csa_proto_varint(buf, value);
}

void csa_proto_int(struct csa_buf *buf, unsigned field, int64_t value)
{
	csa_proto_uint(buf, field, (uint64_t)value);
}

void csa_proto_double(struct csa_buf *buf, unsigned field, double value)
{
	uint64_t bits;
	uint8_t bytes[8]; /* little-endian on every machine */

	memcpy(&bits, &value, sizeof(bits));
	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(bits >> (8 * i));
	add_tag(buf, field, WIRE_FIXED64);
	csa_buf_add(buf, bytes, sizeof(bytes));
}

void csa_proto_string(struct csa_buf *buf, unsigned field, const char *text)
{
	size_t begun;

	if (!text)
		return;
	begun = csa_proto_begin(buf, field);
	while (*text) {
		unsigned length = csa_utf8_length(text);

		if (length)
			csa_buf_add(buf, text, length);
		else
			csa_buf_add(buf, replacement, sizeof(replacement) - 1);
		text += length ? length : 1;
	}
	csa_proto_end(buf, begun);
}

/* One byte is left for the length: most are below 128. */
size_t csa_proto_begin(struct csa_buf *buf, unsigned field)
{
	add_tag(buf, field, WIRE_LENGTH);
	csa_buf_add_char(buf, '\0');
	return buf->length;
}

void csa_proto_end(struct csa_buf *buf, size_t begun)
{
	size_t length = buf->length - begun;
	uint8_t bytes[CSA_VARINT_BYTES];
	size_t count = (size_t)(csa_put_varint(bytes, length) - bytes);

	if (count > 1)
		csa_buf_add(buf, bytes, count - 1);
	if (buf->failed)
		return;
	memmove(buf->data + begun + count - 1, buf->data + begun, length);
	memcpy(buf->data + begun - 1, bytes, count);
}
