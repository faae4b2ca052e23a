/* SPDX-License-Identifier: MIT */
/*
 * Messages in the wire format of protocol buffers (protobuf.dev, "Encoding"). Knows no schema: the
 * caller names the fields by number and type, its file names the .proto.
 *
 * A message inside another lies between csa_proto_begin() and csa_proto_end(). Memory that runs out
 * is seen in csa_buf.failed once, at the end.
 */
#ifndef CSA_PROTOBUF_WRITER_H
#define CSA_PROTOBUF_WRITER_H

#include <stdint.h>

#include "buf.h"

#define CSA_VARINT_BYTES 10 /* the longest one */

/** csa_put_varint() - for callers that count bytes. @to: room for CSA_VARINT_BYTES. Return: behind it. */
static inline uint8_t *csa_put_varint(uint8_t *to, uint64_t value)
{
	while (value >= 0x80) {
		*to++ = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	*to++ = (uint8_t)value;
	return to;
}

/** csa_proto_varint() - a bare number: an element of a packed field. */
void csa_proto_varint(struct csa_buf *buf, uint64_t value);

/** csa_proto_uint() - uint32, uint64, bool, enum. */
void csa_proto_uint(struct csa_buf *buf, unsigned field, uint64_t value);
/** csa_proto_int() - int32, int64; not sint. */
void csa_proto_int(struct csa_buf *buf, unsigned field, int64_t value);
void csa_proto_double(struct csa_buf *buf, unsigned field, double value);

/** csa_proto_string() - bytes of @text that are not UTF-8 become U+FFFD; NULL: no field. */
void csa_proto_string(struct csa_buf *buf, unsigned field, const char *text);

/**
 * csa_proto_begin() - a message, or the elements of a packed field.
 *
 * Return: for csa_proto_end(), the innermost first.
 */
size_t csa_proto_begin(struct csa_buf *buf, unsigned field);
void csa_proto_end(struct csa_buf *buf, size_t begun);

#endif
