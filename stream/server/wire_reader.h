/* SPDX-License-Identifier: MIT */
/*
 * Bytes of a client become its hello and its messages. Knows nothing of sockets or files: the caller asks
 * where the next bytes go, puts them there, and says how many; so that a block is read once, into the place
 * from which it is written.
 *
 * After CSS_WIRE_BAD nothing but css_wire_reader_release() may be called.
 */
#ifndef CSS_WIRE_READER_H
#define CSS_WIRE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <callsight/wire_format.h>

#include "err.h"
#include "message_buffers.h"

struct ZSTD_DCtx_s;

/** What turns compressed messages into bytes; one for all connections. */
struct css_inflater {
	struct ZSTD_DCtx_s *context;
	void *raw; /* CSF_WIRE_MESSAGE_MAX */
};

/** css_inflater_init() - Return: 0 or CSA_E_NOMEM. */
int css_inflater_init(struct css_inflater *inflater, struct csa_err *err);
void css_inflater_release(struct css_inflater *inflater);

enum css_wire_event {
	CSS_WIRE_MORE,    /* nothing is complete */
	CSS_WIRE_HELLO,   /* hello is */
	CSS_WIRE_MESSAGE, /* message and raw are, until css_wire_reader_next() */
	CSS_WIRE_BAD, /* err says what; CSA_E_IO: damaged on the way, CSA_E_FORMAT: this is no client of ours,
			     CSA_E_UNSUPPORTED: another version, CSA_E_NOMEM */
};

struct css_wire_reader {
	struct css_message_buffers *buffers;
	struct css_inflater *inflater;
	bool is_greeted;                 /* the hello has come */
	bool is_foreign;                 /* the client's byte order is not this machine's */
	bool has_header;                 /* of the message that is on its way */
	struct csf_wire_hello hello;     /* in this machine's order once it is complete */
	struct csf_wire_message sent;    /* the header as it came */
	struct csf_wire_message message; /* in this machine's order */
	const void *raw;     /* message.raw_bytes, 8-byte aligned, as the client has them */
	size_t filled;       /* bytes of what is on its way */
	unsigned char *body; /* small or large; NULL: not yet needed */
	void *large;
	uint32_t last_number;
	_Alignas(8) unsigned char small[512]; /* bodies that are no blocks: they need no buffer */
};

void css_wire_reader_init(struct css_wire_reader *reader, struct css_message_buffers *buffers,
			  struct css_inflater *inflater);
void css_wire_reader_release(struct css_wire_reader *reader);

/** css_wire_reader_want() - *@to: where the next bytes go. Return: how many at most, never 0. */
size_t css_wire_reader_want(struct css_wire_reader *reader, void **to);

/** css_wire_reader_took() - @bytes were put there. */
enum css_wire_event css_wire_reader_took(struct css_wire_reader *reader, size_t bytes,
					 struct csa_err *err);

/** css_wire_reader_next() - the message was handled. */
void css_wire_reader_next(struct css_wire_reader *reader);

#endif
