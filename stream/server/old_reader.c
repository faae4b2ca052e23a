/* SPDX-License-Identifier: MIT */
#include "old_reader.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "byte_order.h"

#define PIECE_BYTES 65536u
#define GROW_BYTES  65536u
#define WINDOW_LOG  24 /* a frame that wants more memory than a chunk has bytes is no client's */

void css_old_reader_init(struct css_old_reader *reader, struct css_disk_budget *budget)
{
	*reader = (struct css_old_reader){ .budget = budget };
}

void css_old_reader_release(struct css_old_reader *reader)
{
	(void)css_budget_hold(reader->budget, reader->capacity, 0, NULL);
	free(reader->body);
	*reader = (struct css_old_reader){ .budget = reader->budget };
}

static bool grow(struct css_old_reader *r)
{
	size_t capacity = r->capacity ? 2 * r->capacity : GROW_BYTES;
	unsigned char *body;

	if (capacity > r->stored_bytes)
		capacity = r->stored_bytes;
	if (css_budget_hold(r->budget, r->capacity, capacity, NULL) < 0) {
		(void)css_budget_hold(r->budget, capacity, r->capacity, NULL);
		return false;
	}
	body = realloc(r->body, capacity);
	if (!body) {
		(void)css_budget_hold(r->budget, capacity, r->capacity, NULL);
		return false;
	}
	r->body = body;
	r->capacity = capacity;
	return true;
}

size_t css_old_reader_want(struct css_old_reader *r, void **to)
{
	if (!r->is_greeted) {
		*to = r->hello + r->filled;
		return sizeof(r->hello) - r->filled;
	}
	if (!r->has_header) {
		*to = r->header + r->filled;
		return sizeof(r->header) - r->filled;
	}
	if (r->filled == r->capacity && !grow(r)) {
		r->has_no_memory = true;
		*to = r->nowhere;
		return sizeof(r->nowhere);
	}
	*to = r->body + r->filled;
	return r->capacity - r->filled;
}

static enum css_old_event bad(struct csa_err *err, int code, const char *text, uint64_t number)
{
	(void)csa_fail(err, code, text, (unsigned long long)number);
	return CSS_OLD_BAD;
}

static uint32_t number(const struct css_old_reader *r, const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return css_order32(r->is_foreign, value);
}

static enum css_old_event take_hello(struct css_old_reader *r, struct csa_err *err)
{
	uint32_t version = number(r, r->hello + CSS_OLD_AT_VERSION);
	uint32_t event_bytes;

	r->is_foreign = version > UINT16_MAX;
	version = number(r, r->hello + CSS_OLD_AT_VERSION);
	event_bytes = number(r, r->hello + CSS_OLD_AT_EVENT_BYTES);
	if (memcmp(r->hello, CSS_OLD_MAGIC, sizeof(CSS_OLD_MAGIC) - 1) != 0)
		return bad(err, CSA_E_FORMAT, "not a stream of an earlier client", 0);
	if (version != CSS_OLD_VERSION)
		return bad(err, CSA_E_UNSUPPORTED,
			   "an earlier client with version %llu, expected 2", version);
	if (event_bytes != CSS_OLD_EVENT_BYTES)
		return bad(err, CSA_E_FORMAT, "events of %llu bytes, expected 32", event_bytes);
	r->is_greeted = true;
	r->filled = 0;
	return CSS_OLD_HELLO;
}

static enum css_old_event take_header(struct css_old_reader *r, struct csa_err *err)
{
	r->type = number(r, r->header);
	r->raw_bytes = number(r, r->header + 4);
	r->stored_bytes = number(r, r->header + 8);
	if (r->type > CSS_OLD_NOTICE)
		return bad(err, CSA_E_FORMAT, "a chunk of type %llu, expected 0 or 1", r->type);
	if (r->raw_bytes > CSS_OLD_CHUNK_MAX)
		return bad(err, CSA_E_FORMAT, "a chunk of %llu bytes, 16777216 are allowed",
			   r->raw_bytes);
	if (r->type == CSS_OLD_EVENTS && r->raw_bytes % CSS_OLD_EVENT_BYTES != 0)
		return bad(err, CSA_E_FORMAT, "a chunk of %llu bytes, which are no whole events",
			   r->raw_bytes);
	if (r->type == CSS_OLD_NOTICE && r->raw_bytes != sizeof(uint64_t))
		return bad(err, CSA_E_FORMAT, "a notice of %llu bytes, expected 8", r->raw_bytes);
	if (r->stored_bytes == 0 || r->stored_bytes > ZSTD_compressBound(r->raw_bytes))
		return bad(err, CSA_E_FORMAT, "a chunk that is stored in %llu bytes",
			   r->stored_bytes);
	r->has_header = true;
	r->filled = 0;
	return CSS_OLD_MORE;
}

enum css_old_event css_old_reader_took(struct css_old_reader *r, size_t bytes, struct csa_err *err)
{
	if (r->has_no_memory)
		return bad(err, CSA_E_NOMEM, "no memory for a chunk", 0);
	r->filled += bytes;
	if (!r->is_greeted)
		return r->filled == sizeof(r->hello) ? take_hello(r, err) : CSS_OLD_MORE;
	if (!r->has_header)
		return r->filled == sizeof(r->header) ? take_header(r, err) : CSS_OLD_MORE;
	return r->filled == r->stored_bytes ? CSS_OLD_CHUNK : CSS_OLD_MORE;
}

static int no_frame(struct csa_err *err, const char *why)
{
	return csa_fail(err, CSA_E_FORMAT, "a chunk that cannot be decompressed: %s", why);
}

/* Pieces are full but for the last, so that they have whole events. */
static int inflate(struct css_old_reader *r, ZSTD_DCtx *context, void *piece, css_old_sink_fn sink,
		   void *data, struct csa_err *err)
{
	ZSTD_inBuffer in = { .src = r->body, .size = r->stored_bytes };
	uint64_t made = 0;
	size_t left = 1;
	int rc = 0;

	while (left && rc == 0) {
		ZSTD_outBuffer out = { .dst = piece, .size = PIECE_BYTES };

		while (left && out.pos < out.size) {
			size_t before = in.pos + out.pos;

			left = ZSTD_decompressStream(context, &out, &in);
			if (ZSTD_isError(left))
				return no_frame(err, ZSTD_getErrorName(left));
			if (left && in.pos + out.pos == before)
				return no_frame(err, "it is cut");
		}
		made += out.pos;
		if (made > r->raw_bytes)
			return no_frame(err, "it is longer than it says");
		if (left == 0 && (made != r->raw_bytes || in.pos != in.size))
			return no_frame(err, "it has another length than it says");
		rc = out.pos ? sink(data, piece, out.pos, err) : 0;
	}
	return rc;
}

int css_old_reader_inflate(struct css_old_reader *reader, css_old_sink_fn sink, void *data,
			   struct csa_err *err)
{
	ZSTD_DCtx *context = ZSTD_createDCtx();
	void *piece = malloc(PIECE_BYTES);
	int rc;

	if (!context || !piece ||
	    ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, WINDOW_LOG)))
		rc = csa_fail(err, CSA_E_NOMEM, "no memory for a chunk");
	else
		rc = inflate(reader, context, piece, sink, data, err);
	free(piece);
	ZSTD_freeDCtx(context);
	return rc;
}

void css_old_reader_next(struct css_old_reader *r)
{
	(void)css_budget_hold(r->budget, r->capacity, 0, NULL);
	free(r->body);
	r->body = NULL;
	r->capacity = 0;
	r->has_header = false;
	r->filled = 0;
}

bool css_old_reader_is_between(const struct css_old_reader *r)
{
	return r->is_greeted && !r->has_header && r->filled == 0;
}
