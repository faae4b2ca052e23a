/* SPDX-License-Identifier: MIT */
/*
 * Fields of messages in the wire format of protocol buffers, one after the other:
 *
 *     struct t_proto message = { bytes, bytes + count };
 *     struct t_proto_field field;
 *     while (t_proto_next(&message, &field)) ...
 *     if (message.is_broken) ...
 */
#ifndef T_PROTO_READER_H
#define T_PROTO_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t_proto {
	const uint8_t *at;
	const uint8_t *end;
	bool is_broken;
};

struct t_proto_field {
	unsigned number;
	unsigned type;       /* 0 varint, 1 64 bits, 2 bytes */
	uint64_t value;      /* of types 0 and 1 */
	struct t_proto body; /* of type 2 */
};

static inline uint64_t t_proto_varint(struct t_proto *message)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t byte;

		if (message->at == message->end)
			break;
		byte = *message->at++;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value;
	}
	message->is_broken = true;
	return 0;
}

/** t_proto_next() - Return: false: the end, or is_broken. */
static inline bool t_proto_next(struct t_proto *message, struct t_proto_field *field)
{
	uint64_t tag;
	uint64_t length;

	if (message->is_broken || message->at == message->end)
		return false;
	tag = t_proto_varint(message);
	*field = (struct t_proto_field){ .number = (unsigned)(tag >> 3), .type = tag & 7 };
	if (field->type == 0) {
		field->value = t_proto_varint(message);
	} else if (field->type == 1 && message->end - message->at >= 8) {
		for (unsigned i = 0; i < 8; i++)
			field->value |= (uint64_t)*message->at++ << (8 * i);
	} else if (field->type == 2) {
		length = t_proto_varint(message);
		if (length > (uint64_t)(message->end - message->at))
			message->is_broken = true;
		else
			field->body = (struct t_proto){ message->at, message->at + length, false };
		message->at = message->is_broken ? message->end : message->at + length;
	} else {
		message->is_broken = true;
	}
	return !message->is_broken;
}

#endif
