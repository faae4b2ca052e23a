/* SPDX-License-Identifier: MIT */
#include "perfetto_events.h"

#include <string.h>

#include "perfetto_fields.h"
#include "protobuf_writer.h"
#include "word_reader.h"

#define FLUSH_BYTES 65536

void csa_perfetto_flush(struct csa_perfetto *p)
{
	fwrite(p->bytes.data, 1, p->bytes.length, p->out);
	if (!p->bytes.failed)
		csa_buf_clear(&p->bytes);
}

size_t csa_perfetto_begin_packet(struct csa_perfetto *p)
{
	return csa_proto_begin(&p->bytes, TRACE_PACKET);
}

void csa_perfetto_end_packet(struct csa_perfetto *p, size_t packet)
{
	csa_proto_end(&p->bytes, packet);
	if (p->bytes.length >= FLUSH_BYTES)
		csa_perfetto_flush(p);
}

/* What the packet of an event begins with. */
static void put_event_head(struct csa_perfetto *p, uint64_t ns)
{
	csa_proto_uint(&p->bytes, PACKET_TIMESTAMP, ns - p->last_ns);
	csa_proto_uint(&p->bytes, PACKET_SEQUENCE_ID, p->sequence);
	csa_proto_uint(&p->bytes, PACKET_SEQUENCE_FLAGS, SEQ_NEEDS_STATE);
	p->last_ns = ns;
}

static uint8_t *put_field(uint8_t *at, unsigned field, uint64_t value)
{
	at = csa_put_varint(at, (uint64_t)field << 3);
	return csa_put_varint(at, value);
}

/* An enter or exit without anything special, of which there are millions: shorter than 128 bytes. */
static void put_plain(struct csa_perfetto *p, uint64_t ns, enum event_type type,
		      const struct csa_perfetto_row *row)
{
	uint8_t packet[128];
	uint8_t event[64];
	uint8_t *at = packet + 2;
	uint8_t *end = put_field(event, EVENT_TYPE, type);

	if (row)
		end = put_field(end, EVENT_NAME_IID, row->iid);
	if (row && row->has_place)
		end = put_field(end, EVENT_PLACE_IID, row->iid);
	at = put_field(at, PACKET_TIMESTAMP, ns - p->last_ns);
	at = put_field(at, PACKET_SEQUENCE_ID, p->sequence);
	*at++ = PACKET_TRACK_EVENT << 3 | 2;
	*at++ = (uint8_t)(end - event);
	memcpy(at, event, (size_t)(end - event));
	at += end - event;
	at = put_field(at, PACKET_SEQUENCE_FLAGS, SEQ_NEEDS_STATE);
	packet[0] = TRACE_PACKET << 3 | 2;
	packet[1] = (uint8_t)(at - packet - 2);
	csa_buf_add(&p->bytes, packet, (size_t)(at - packet));
	p->last_ns = ns;
	if (p->bytes.length >= FLUSH_BYTES)
		csa_perfetto_flush(p);
}

/* The name of a row, and where its function is defined. */
static void put_interned_row(struct csa_perfetto *p, const struct csa_row_name *name, uint32_t iid)
{
	size_t interned = csa_proto_begin(&p->bytes, PACKET_INTERNED_DATA);
	size_t entry = csa_proto_begin(&p->bytes, INTERNED_EVENT_NAMES);

	csa_proto_uint(&p->bytes, ENTRY_IID, iid);
	csa_proto_string(&p->bytes, ENTRY_NAME, name->function);
	csa_proto_end(&p->bytes, entry);
	if (name->file) {
		entry = csa_proto_begin(&p->bytes, INTERNED_PLACES);
		csa_proto_uint(&p->bytes, ENTRY_IID, iid);
		csa_proto_string(&p->bytes, ENTRY_NAME, name->file);
		csa_proto_string(&p->bytes, ENTRY_FUNCTION, name->function);
		csa_proto_uint(&p->bytes, ENTRY_LINE, name->line);
		csa_proto_end(&p->bytes, entry);
	}
	csa_proto_end(&p->bytes, interned);
}

static size_t begin_annotation(struct csa_perfetto *p, const char *name)
{
	size_t annotation = csa_proto_begin(&p->bytes, EVENT_ANNOTATIONS);

	csa_proto_string(&p->bytes, ANNOTATION_NAME, name);
	return annotation;
}

static void put_flags(struct csa_perfetto *p, const struct csa_call *call)
{
	static const struct {
		uint8_t flag;
		uint8_t kind;
		const char *name;
	} words[] = {
		{ CSA_CALL_FOREIGN, CSA_CALL_ENTER, "began_before" },
		{ CSA_CALL_RESUME, CSA_CALL_ENTER, "resume" },
		{ CSA_CALL_UNWOUND, CSA_CALL_EXIT, "unwound" },
		{ CSA_CALL_OPEN, CSA_CALL_EXIT, "open" },
		{ CSA_CALL_CUT, CSA_CALL_EXIT, "cut" },
		{ CSA_CALL_LOSSY, CSA_CALL_EXIT, "events_lost" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t annotation;

		if (!(call->flags & words[i].flag) || call->kind != words[i].kind)
			continue;
		annotation = begin_annotation(p, words[i].name);
		csa_proto_uint(&p->bytes, ANNOTATION_BOOL, 1);
		csa_proto_end(&p->bytes, annotation);
	}
}

/* With a new name, or flags to tell of. */
static void put_special(struct csa_perfetto *p, const struct csa_call *call,
			const struct csa_perfetto_row *row, bool is_new)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t event;

	put_event_head(p, call->ns);
	if (row && is_new)
		put_interned_row(p, &p->report->table.rows[call->row], row->iid);
	event = csa_proto_begin(&p->bytes, PACKET_TRACK_EVENT);
	csa_proto_uint(&p->bytes, EVENT_TYPE, row ? TYPE_BEGIN : TYPE_END);
	if (row)
		csa_proto_uint(&p->bytes, EVENT_NAME_IID, row->iid);
	if (row && row->has_place)
		csa_proto_uint(&p->bytes, EVENT_PLACE_IID, row->iid);
	put_flags(p, call);
	csa_proto_end(&p->bytes, event);
	csa_perfetto_end_packet(p, packet);
}

static int put_enter(struct csa_perfetto *p, const struct csa_call *call)
{
	struct csa_perfetto_row *row = csa_perfetto_row(&p->names, call->row);
	bool is_new;

	if (!row)
		return CSA_E_NOMEM;
	is_new = row->sequence != p->sequence;
	if (is_new) {
		*row = (struct csa_perfetto_row){
			.sequence = p->sequence,
			.iid = ++p->names.last_iid,
			.has_place = p->report->table.rows[call->row].file != NULL,
		};
	}
	if (is_new || (call->flags & (CSA_CALL_FOREIGN | CSA_CALL_RESUME)))
		put_special(p, call, row, is_new);
	else
		put_plain(p, call->ns, TYPE_BEGIN, row);
	return 0;
}

static void put_exit(struct csa_perfetto *p, const struct csa_call *call)
{
	if (call->flags & (CSA_CALL_UNWOUND | CSA_CALL_OPEN | CSA_CALL_CUT | CSA_CALL_LOSSY))
		put_special(p, call, NULL, false);
	else
		put_plain(p, call->ns, TYPE_END, NULL);
}

/* Counters belong to the process: its threads set the same value. */
static void put_counter_track(struct csa_perfetto *p, struct csa_perfetto_name *name)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t track = csa_proto_begin(&p->bytes, PACKET_TRACK_DESCRIPTOR);

	name->track_uuid = ++p->last_uuid;
	name->counter_owner = p->process + 1;
	csa_proto_uint(&p->bytes, TRACK_UUID, name->track_uuid);
	csa_proto_uint(&p->bytes, TRACK_PARENT, p->process_uuid);
	csa_proto_string(&p->bytes, TRACK_NAME, name->text);
	csa_proto_end(&p->bytes, csa_proto_begin(&p->bytes, TRACK_COUNTER));
	csa_proto_end(&p->bytes, track);
	csa_perfetto_end_packet(p, packet);
}

static void put_value(struct csa_perfetto *p, const struct csa_call *call,
		      struct csa_perfetto_name *name)
{
	size_t packet;
	size_t event;

	if (name->counter_owner != p->process + 1)
		put_counter_track(p, name);
	packet = csa_perfetto_begin_packet(p);
	put_event_head(p, call->ns);
	event = csa_proto_begin(&p->bytes, PACKET_TRACK_EVENT);
	csa_proto_uint(&p->bytes, EVENT_TYPE, TYPE_COUNTER);
	csa_proto_uint(&p->bytes, EVENT_TRACK_UUID, name->track_uuid);
	csa_proto_int(&p->bytes, EVENT_COUNTER_VALUE, call->user.value);
	csa_proto_end(&p->bytes, event);
	csa_perfetto_end_packet(p, packet);
}

static void put_mark(struct csa_perfetto *p, const struct csa_call *call,
		     struct csa_perfetto_name *name)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t event;

	put_event_head(p, call->ns);
	if (name->sequence != p->sequence) {
		name->sequence = p->sequence;
		name->iid = ++p->names.last_iid;
		put_interned_row(p, &(struct csa_row_name){ .function = name->text }, name->iid);
	}
	event = csa_proto_begin(&p->bytes, PACKET_TRACK_EVENT);
	csa_proto_uint(&p->bytes, EVENT_TYPE, TYPE_INSTANT);
	csa_proto_uint(&p->bytes, EVENT_NAME_IID, name->iid);
	csa_proto_string(&p->bytes, EVENT_CATEGORIES,
			 name->kind == CSF_NAME_FRAME ? "frame" : "mark");
	csa_proto_end(&p->bytes, event);
	csa_perfetto_end_packet(p, packet);
}

static int put_user(struct csa_perfetto *p, const struct csa_call *call)
{
	struct csa_perfetto_name *name = csa_perfetto_name(&p->names, call->user.name);

	if (!name)
		return CSA_E_NOMEM;
	if (call->user.name->kind == CSF_NAME_VALUE)
		put_value(p, call, name);
	else
		put_mark(p, call, name);
	return 0;
}

static void put_number(struct csa_perfetto *p, const char *name, uint64_t value)
{
	size_t annotation = begin_annotation(p, name);

	csa_proto_uint(&p->bytes, ANNOTATION_UINT, value);
	csa_proto_end(&p->bytes, annotation);
}

static void put_of_capture(struct csa_perfetto *p, const struct csa_call *call)
{
	bool is_marker = call->kind == CSA_CALL_MARKER;
	const char *text =
		is_marker ? csa_marker_text(call->marker.marker) : "something is missing here";
	size_t packet = csa_perfetto_begin_packet(p);
	size_t event;

	put_event_head(p, call->ns);
	event = csa_proto_begin(&p->bytes, PACKET_TRACK_EVENT);
	csa_proto_uint(&p->bytes, EVENT_TYPE, TYPE_INSTANT);
	csa_proto_string(&p->bytes, EVENT_CATEGORIES, "capture");
	csa_proto_string(&p->bytes, EVENT_NAME, text ? text : csa_marker_kind(call->marker.marker));
	if (is_marker) {
		put_number(p, "argument", call->marker.argument);
	} else {
		put_number(p, "events", call->lost.events);
		put_number(p, "blocks", call->lost.blocks);
	}
	csa_proto_end(&p->bytes, event);
	csa_perfetto_end_packet(p, packet);
}

int csa_perfetto_call(struct csa_perfetto *p, const struct csa_call *call)
{
	switch (call->kind) {
	case CSA_CALL_ENTER:
		return put_enter(p, call);
	case CSA_CALL_EXIT:
		put_exit(p, call);
		return 0;
	case CSA_CALL_USER:
		return put_user(p, call);
	case CSA_CALL_MARKER:
	case CSA_CALL_LOST:
		put_of_capture(p, call);
		return 0;
	default:
		return 0;
	}
}
