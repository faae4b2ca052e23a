/* SPDX-License-Identifier: MIT */
#include "wire_reader.h"

#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "byte_order.h"
#include "wire_checksum.h"

int css_inflater_init(struct css_inflater *inflater, struct csa_err *err)
{
	*inflater = (struct css_inflater){ .context = ZSTD_createDCtx(),
					   .raw = malloc(CSF_WIRE_MESSAGE_MAX) };
	if (inflater->context && inflater->raw)
		return 0;
	css_inflater_release(inflater);
	return csa_fail(err, CSA_E_NOMEM, "no memory for decompression");
}

void css_inflater_release(struct css_inflater *inflater)
{
	ZSTD_freeDCtx(inflater->context);
	free(inflater->raw);
	*inflater = (struct css_inflater){ 0 };
}

void css_wire_reader_init(struct css_wire_reader *reader, struct css_message_buffers *buffers,
			  struct css_inflater *inflater)
{
	*reader = (struct css_wire_reader){ .buffers = buffers, .inflater = inflater };
}

void css_wire_reader_release(struct css_wire_reader *reader)
{
	css_wire_reader_next(reader);
}

void css_wire_reader_next(struct css_wire_reader *reader)
{
	css_buffers_put(reader->buffers, reader->large);
	reader->large = NULL;
	reader->body = NULL;
	reader->raw = NULL;
	reader->has_header = false;
	reader->filled = 0;
}

size_t css_wire_reader_want(struct css_wire_reader *reader, void **to)
{
	if (!reader->is_greeted) {
		*to = (char *)&reader->hello + reader->filled;
		return sizeof(reader->hello) - reader->filled;
	}
	if (!reader->has_header) {
		*to = (char *)&reader->sent + reader->filled;
		return sizeof(reader->sent) - reader->filled;
	}
	*to = reader->body + reader->filled;
	return reader->message.stored_bytes - reader->filled;
}

static enum css_wire_event bad(struct csa_err *err, int code, const char *text)
{
	(void)csa_fail(err, code, "%s", text);
	return CSS_WIRE_BAD;
}

static enum css_wire_event take_hello(struct css_wire_reader *reader, struct csa_err *err)
{
	struct csf_wire_hello *hello = &reader->hello;
	bool is_foreign = hello->byte_order == __builtin_bswap32(CSF_WIRE_ORDER);

	if (memcmp(hello->magic, CSF_WIRE_MAGIC, sizeof(hello->magic)) != 0)
		return bad(err, CSA_E_FORMAT, "not a stream of callsight");
	if (hello->byte_order != CSF_WIRE_ORDER && !is_foreign)
		return bad(err, CSA_E_FORMAT, "hello: no byte order");
	hello->version = css_order32(is_foreign, hello->version);
	hello->byte_order = CSF_WIRE_ORDER;
	hello->ring_id[0] = css_order64(is_foreign, hello->ring_id[0]);
	hello->ring_id[1] = css_order64(is_foreign, hello->ring_id[1]);
	hello->pointer_bytes = css_order32(is_foreign, hello->pointer_bytes);
	hello->monotonic_ns = css_order64(is_foreign, hello->monotonic_ns);
	hello->realtime_ns = css_order64(is_foreign, hello->realtime_ns);
	reader->is_foreign = is_foreign;
	reader->is_greeted = true;
	reader->filled = 0;
	if (hello->version == CSF_WIRE_VERSION)
		return CSS_WIRE_HELLO;
	(void)csa_fail(err, CSA_E_UNSUPPORTED, "version of the wire is %u, expected %u",
		       hello->version, CSF_WIRE_VERSION);
	return CSS_WIRE_BAD;
}

static int check_header(const struct css_wire_reader *reader, struct csa_err *err)
{
	const struct csf_wire_message *m = &reader->message;
	bool is_empty = m->type == CSF_WIRE_END || m->type == CSF_WIRE_PING;

	if (m->type < CSF_WIRE_PROCESS || m->type > CSF_WIRE_PING)
		return csa_fail(err, CSA_E_FORMAT, "message of the unknown type %u", m->type);
	if (m->number != reader->last_number + 1)
		return csa_fail(err, CSA_E_FORMAT, "message has the number %u, expected %u",
				m->number, reader->last_number + 1);
	if (m->process >= CSF_WIRE_PROCESSES)
		return csa_fail(err, CSA_E_FORMAT, "message %u: process number is %u", m->number,
				m->process);
	if (m->raw_bytes > CSF_WIRE_MESSAGE_MAX || m->stored_bytes > m->raw_bytes ||
	    (m->stored_bytes == 0) != (m->raw_bytes == 0) || (is_empty && m->raw_bytes))
		return csa_fail(err, CSA_E_FORMAT, "message %u: impossible length, %u stored as %u",
				m->number, m->raw_bytes, m->stored_bytes);
	return 0;
}

static enum css_wire_event take_header(struct css_wire_reader *reader, struct csa_err *err)
{
	const struct csf_wire_message *sent = &reader->sent;
	bool is_foreign = reader->is_foreign;

	reader->message = (struct csf_wire_message){
		.type = css_order32(is_foreign, sent->type),
		.number = css_order32(is_foreign, sent->number),
		.process = css_order32(is_foreign, sent->process),
		.raw_bytes = css_order32(is_foreign, sent->raw_bytes),
		.stored_bytes = css_order32(is_foreign, sent->stored_bytes),
		.checksum = css_order32(is_foreign, sent->checksum),
	};
	if (check_header(reader, err) < 0)
		return CSS_WIRE_BAD;
	reader->has_header = true;
	reader->filled = 0;
	if (reader->message.stored_bytes <= sizeof(reader->small)) {
		reader->body = reader->small;
		return CSS_WIRE_MORE;
	}
	reader->large = css_buffers_get(reader->buffers);
	reader->body = reader->large;
	if (!reader->body)
		return bad(err, CSA_E_NOMEM, "no memory for a message");
	return CSS_WIRE_MORE;
}

/* One frame that fills its bytes, and raw_bytes in it; the output cannot grow beyond what was said. */
static int inflate(struct css_wire_reader *reader, struct csa_err *err)
{
	const struct csf_wire_message *m = &reader->message;
	size_t frame = ZSTD_findFrameCompressedSize(reader->body, m->stored_bytes);
	size_t raw;

	if (frame != m->stored_bytes)
		return csa_fail(err, CSA_E_FORMAT, "message %u: not one zstd frame", m->number);
	raw = ZSTD_decompressDCtx(reader->inflater->context, reader->inflater->raw, m->raw_bytes,
				  reader->body, m->stored_bytes);
	if (ZSTD_isError(raw))
		return csa_fail(err, CSA_E_FORMAT, "message %u: %s", m->number,
				ZSTD_getErrorName(raw));
	if (raw != m->raw_bytes)
		return csa_fail(err, CSA_E_FORMAT, "message %u: %zu bytes, %u were said", m->number,
				raw, m->raw_bytes);
	reader->raw = reader->inflater->raw;
	return 0;
}

static enum css_wire_event take_body(struct css_wire_reader *reader, struct csa_err *err)
{
	const struct csf_wire_message *m = &reader->message;

	if (css_wire_checksum(&reader->sent, reader->body, m->stored_bytes, reader->is_foreign) !=
	    m->checksum) {
		(void)csa_fail(err, CSA_E_IO, "message %u: wrong checksum", m->number);
		return CSS_WIRE_BAD;
	}
	reader->raw = reader->body;
	if (m->stored_bytes < m->raw_bytes && inflate(reader, err) < 0)
		return CSS_WIRE_BAD;
	reader->last_number = m->number;
	return CSS_WIRE_MESSAGE;
}

enum css_wire_event css_wire_reader_took(struct css_wire_reader *reader, size_t bytes,
					 struct csa_err *err)
{
	enum css_wire_event event = CSS_WIRE_MORE;

	reader->filled += bytes;
	if (!reader->is_greeted)
		return reader->filled < sizeof(reader->hello) ? CSS_WIRE_MORE
							      : take_hello(reader, err);
	if (!reader->has_header) {
		if (reader->filled < sizeof(reader->sent))
			return CSS_WIRE_MORE;
		event = take_header(reader, err);
	}
	if (event == CSS_WIRE_MORE && reader->filled == reader->message.stored_bytes)
		event = take_body(reader, err);
	return event;
}
