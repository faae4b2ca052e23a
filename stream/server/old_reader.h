/* SPDX-License-Identifier: MIT */
/*
 * Bytes of an earlier client become its handshake and its chunks. Knows nothing of sockets or files, as
 * wire_reader.h; what a chunk holds goes to a sink piece by piece, so that its size costs no memory.
 *
 * After CSS_OLD_BAD nothing but css_old_reader_release() may be called.
 */
#ifndef CSS_OLD_READER_H
#define CSS_OLD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "disk_budget.h"
#include "err.h"
#include "old_wire.h"

enum css_old_event {
	CSS_OLD_MORE,  /* nothing is complete */
	CSS_OLD_HELLO, /* hello is */
	CSS_OLD_CHUNK, /* type and raw_bytes are, until css_old_reader_next() */
	CSS_OLD_BAD,   /* err says what: CSA_E_FORMAT, CSA_E_UNSUPPORTED, CSA_E_NOMEM */
};

struct css_old_reader {
	struct css_disk_budget *budget; /* of memory */
	bool is_greeted;
	bool is_foreign; /* the agent's byte order is not this machine's */
	bool has_header;
	unsigned char hello[CSS_OLD_HELLO_BYTES]; /* as it came */
	unsigned char header[CSS_OLD_CHUNK_HEADER];
	size_t filled; /* bytes of what is on its way */
	uint32_t type;
	uint32_t raw_bytes;
	uint32_t stored_bytes;
	unsigned char *body; /* grows as bytes come: a length alone costs nothing */
	size_t capacity;
	bool has_no_memory; /* what comes goes nowhere, and ends it */
	unsigned char nowhere[64];
};

void css_old_reader_init(struct css_old_reader *reader, struct css_disk_budget *budget);
void css_old_reader_release(struct css_old_reader *reader);

/** css_old_reader_want() - *@to: where the next bytes go. Return: how many at most, never 0. */
size_t css_old_reader_want(struct css_old_reader *reader, void **to);

/** css_old_reader_took() - @bytes were put there. */
enum css_old_event css_old_reader_took(struct css_old_reader *reader, size_t bytes,
				       struct csa_err *err);

/** Takes a piece of a chunk. Return: 0, or a negative enum csa_errcode with @err. */
typedef int (*css_old_sink_fn)(void *data, const void *bytes, size_t count, struct csa_err *err);

/**
 * css_old_reader_inflate() - what the chunk holds, raw_bytes in all, in pieces of whole events.
 *
 * Return: 0; CSA_E_FORMAT: it is not that long, or no zstd frame; CSA_E_NOMEM; what @sink returned.
 */
int css_old_reader_inflate(struct css_old_reader *reader, css_old_sink_fn sink, void *data,
			   struct csa_err *err);

/** css_old_reader_next() - the chunk was handled. */
void css_old_reader_next(struct css_old_reader *reader);

/** css_old_reader_is_between() - after the handshake, and no chunk has begun. */
bool css_old_reader_is_between(const struct css_old_reader *reader);

#endif
