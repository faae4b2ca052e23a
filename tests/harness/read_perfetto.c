/* SPDX-License-Identifier: MIT */
/*
 * A Perfetto trace as its trace processor reads it: sequences with their state, clock and interned
 * names; tracks described before they are used; events of all sequences sorted by time with the order
 * of the file where it is equal; an end closes the innermost slice of its track. Numbers of fields:
 * google/perfetto, protos/perfetto/trace. Stricter than the original: what is not known is an error.
 */
#define _GNU_SOURCE /* strndup */
#include "export_spans.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "perfetto_tracks.h"
#include "proto_reader.h"

struct sequence {
	bool is_cleared;
	uint64_t clock_ns;
	bool has_clock;
	uint64_t default_track;
	char **names; /* by iid */
	size_t name_count;
	bool *places;
	size_t place_count;
};

struct event {
	uint64_t ns;
	size_t order;
	unsigned type;
	uint64_t track;
	char *name;
	char *category;
	int64_t value;
	bool began_before, unwound, open, cut;
};

struct reader {
	struct t_spans *spans;
	struct t_tracks tracks;
	struct sequence *sequences; /* by id */
	size_t sequence_count;
	struct event *events;
	size_t event_count;
	size_t event_room;
	size_t attributes;
};

struct packet {
	uint64_t timestamp;
	bool has_timestamp;
	uint64_t sequence;
	uint64_t flags;
	struct t_proto event, track, interned, defaults, clocks, attributes;
};

static void *grow(void *items, size_t count, size_t size)
{
	void *grown = realloc(items, count * size);

	if (!grown)
		abort();
	return grown;
}

static bool bad(struct reader *r, const char *what, uint64_t number)
{
	return t_spans_fail(r->spans, "%s (%" PRIu64 ")", what, number);
}

static bool add_place(struct reader *r, struct sequence *sequence, uint64_t iid)
{
	for (; sequence->place_count <= iid; sequence->place_count++) {
		sequence->places = grow(sequence->places, sequence->place_count + 1, sizeof(bool));
		sequence->places[sequence->place_count] = false;
	}
	if (sequence->places[iid])
		return bad(r, "a place interned twice", iid);
	sequence->places[iid] = true;
	return true;
}

/* Takes the name. */
static bool add_name(struct reader *r, struct sequence *sequence, uint64_t iid, char *name)
{
	for (; sequence->name_count <= iid; sequence->name_count++) {
		sequence->names = grow(sequence->names, sequence->name_count + 1, sizeof(char *));
		sequence->names[sequence->name_count] = NULL;
	}
	if (sequence->names[iid]) {
		free(name);
		return bad(r, "a name interned twice", iid);
	}
	sequence->names[iid] = name;
	return true;
}

static bool read_entry(struct reader *r, struct sequence *sequence, struct t_proto body,
		       bool is_place)
{
	struct t_proto_field f;
	struct t_proto name = { 0 };
	uint64_t iid = 0;

	while (t_proto_next(&body, &f)) {
		if (f.number == 1)
			iid = f.value;
		else if (f.number == 2)
			name = f.body;
	}
	if (iid == 0 || iid > 1000000 || !name.at)
		return bad(r, "interned without number or text", iid);
	return is_place ? add_place(r, sequence, iid)
			: add_name(r, sequence, iid, t_proto_text(name));
}

static bool read_interned(struct reader *r, struct sequence *sequence, struct t_proto body)
{
	struct t_proto_field f;

	while (t_proto_next(&body, &f)) {
		if (f.number != 2 && f.number != 4)
			return bad(r, "unknown interned data", f.number);
		if (!read_entry(r, sequence, f.body, f.number == 4))
			return false;
	}
	return true;
}

/* The sequence's own clock begins where the snapshot says. */
static bool read_clocks(struct reader *r, struct sequence *sequence, struct t_proto body)
{
	struct t_proto_field clock;

	while (t_proto_next(&body, &clock)) {
		struct t_proto_field f;
		uint64_t values[4] = { 0 };

		while (t_proto_next(&clock.body, &f))
			values[f.number < 4 ? f.number : 0] = f.value;
		if (values[1] < 64)
			continue;
		if (!sequence || values[1] > 127 || !values[3])
			return bad(r, "a clock that is not the sequence's", values[1]);
		sequence->clock_ns = values[2];
		sequence->has_clock = true;
	}
	return true;
}

static bool read_defaults(struct reader *r, struct sequence *sequence, struct t_proto body)
{
	struct t_proto_field f;
	struct t_proto_field inner;

	while (t_proto_next(&body, &f)) {
		if (f.number == 58 && f.value < 64)
			return bad(r, "a default clock that counts nothing", f.value);
		if (f.number == 11 && t_proto_next(&f.body, &inner) && inner.number == 11)
			sequence->default_track = inner.value;
	}
	return true;
}

static bool read_annotation(struct reader *r, struct event *event, struct t_proto body)
{
	struct t_proto_field f;
	char *name = NULL;

	while (t_proto_next(&body, &f)) {
		if (f.number == 10)
			name = t_proto_text(f.body);
	}
	if (!name)
		return bad(r, "an annotation without a name", 0);
	event->began_before |= strcmp(name, "began_before") == 0;
	event->unwound |= strcmp(name, "unwound") == 0;
	event->open |= strcmp(name, "open") == 0;
	event->cut |= strcmp(name, "cut") == 0;
	free(name);
	return true;
}

static bool read_event_field(struct reader *r, const struct sequence *sequence, struct event *event,
			     const struct t_proto_field *f)
{
	switch (f->number) {
	case 4:
		return read_annotation(r, event, f->body);
	case 9:
		event->type = (unsigned)f->value;
		return true;
	case 10:
		if (f->value >= sequence->name_count || !sequence->names[f->value])
			return bad(r, "a name that is not interned", f->value);
		event->name = strdup(sequence->names[f->value]);
		return true;
	case 11:
		event->track = f->value;
		return true;
	case 22:
		event->category = t_proto_text(f->body);
		return true;
	case 23:
		event->name = t_proto_text(f->body);
		return true;
	case 30:
		event->value = (int64_t)f->value;
		return true;
	case 34:
		return (f->value < sequence->place_count && sequence->places[f->value]) ||
		       bad(r, "a place that is not interned", f->value);
	default:
		return bad(r, "unknown field of an event", f->number);
	}
}

static bool read_event(struct reader *r, const struct packet *packet)
{
	struct sequence *sequence = &r->sequences[packet->sequence];
	struct t_proto body = packet->event;
	struct t_proto_field f;
	struct event *event;

	if (!sequence->is_cleared || !(packet->flags & 2))
		return bad(r, "an event without the state of its sequence", packet->sequence);
	if (!packet->has_timestamp || !sequence->has_clock)
		return bad(r, "an event without a time", packet->sequence);
	if (r->event_count == r->event_room) {
		r->event_room = r->event_room ? 2 * r->event_room : 1024;
		r->events = grow(r->events, r->event_room, sizeof(*r->events));
	}
	sequence->clock_ns += packet->timestamp;
	event = &r->events[r->event_count];
	*event = (struct event){
		.track = sequence->default_track,
		.order = r->event_count++,
		.ns = sequence->clock_ns,
	};
	while (t_proto_next(&body, &f)) {
		if (!read_event_field(r, sequence, event, &f))
			return false;
	}
	return t_tracks_find(&r->tracks, event->track) ||
	       bad(r, "an event on a track that is not known", event->track);
}

static bool load_packet(struct reader *r, struct packet *packet, struct t_proto body)
{
	struct t_proto_field f;

	while (t_proto_next(&body, &f)) {
		switch (f.number) {
		case 6:
			packet->clocks = f.body;
			break;
		case 8:
			packet->timestamp = f.value;
			packet->has_timestamp = true;
			break;
		case 10:
			packet->sequence = f.value;
			break;
		case 11:
			packet->event = f.body;
			break;
		case 12:
			packet->interned = f.body;
			break;
		case 13:
			packet->flags = f.value;
			break;
		case 59:
			packet->defaults = f.body;
			break;
		case 60:
			packet->track = f.body;
			break;
		case 87:
			break;
		case 126:
			packet->attributes = f.body;
			break;
		default:
			return bad(r, "unknown field of a packet", f.number);
		}
	}
	if (body.is_broken || packet->sequence > 1000000)
		return bad(r, "a packet that is no message", packet->sequence);
	while (r->sequence_count <= packet->sequence) {
		r->sequences = grow(r->sequences, r->sequence_count + 1, sizeof(*r->sequences));
		r->sequences[r->sequence_count++] = (struct sequence){ 0 };
	}
	return true;
}

static bool read_packet(struct reader *r, struct t_proto body)
{
	struct packet packet = { 0 };
	struct sequence *sequence;

	if (!load_packet(r, &packet, body))
		return false;
	sequence = packet.sequence ? &r->sequences[packet.sequence] : NULL;
	if (sequence && packet.flags & 1) {
		if (sequence->name_count)
			return bad(r, "two threads in one sequence", packet.sequence);
		sequence->is_cleared = true;
	}
	if ((packet.defaults.at && !sequence) || (packet.interned.at && !sequence))
		return bad(r, "state without a sequence", 0);
	r->attributes += packet.attributes.at != NULL;
	return (!packet.defaults.at || read_defaults(r, sequence, packet.defaults)) &&
	       (!packet.interned.at || read_interned(r, sequence, packet.interned)) &&
	       (!packet.clocks.at || read_clocks(r, sequence, packet.clocks)) &&
	       (!packet.track.at || t_tracks_read(&r->tracks, packet.track)) &&
	       (!packet.event.at || read_event(r, &packet));
}

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left;
	const struct event *b = right;

	if (a->ns != b->ns)
		return a->ns < b->ns ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static bool play_instant(struct reader *r, const struct event *e)
{
	const char *category = e->category ? e->category : "";

	if (!e->name)
		return bad(r, "an instant without a name", e->track);
	r->spans->marks += strcmp(category, "mark") == 0;
	r->spans->frames += strcmp(category, "frame") == 0;
	r->spans->capture_events += strcmp(category, "capture") == 0;
	return true;
}

static bool play_event(struct reader *r, const struct event *e)
{
	const struct t_track *track = t_tracks_find(&r->tracks, e->track);
	struct t_span *span;

	if ((e->type == 4) != (track->kind == T_TRACK_COUNTER) ||
	    (e->type != 4 && track->kind != T_TRACK_THREAD))
		return bad(r, "an event of the wrong type for its track", e->type);
	if (e->type == 1) {
		if (!e->name)
			return bad(r, "a slice without a name", e->track);
		span = t_spans_enter(r->spans, track->thread, e->ns, e->name);
		if (span)
			span->began_before = e->began_before;
		return span != NULL;
	}
	if (e->type == 2) {
		span = t_spans_exit(r->spans, track->thread, e->ns);
		if (!span)
			return false;
		span->unwound = e->unwound;
		span->open = e->open;
		span->cut = e->cut;
		return true;
	}
	if (e->type == 3)
		return play_instant(r, e);
	r->spans->values++;
	r->spans->last_value = e->value;
	return e->type == 4 || bad(r, "unknown type of event", e->type);
}

static void release(struct reader *r)
{
	t_tracks_release(&r->tracks);
	for (size_t i = 0; i < r->event_count; i++) {
		free(r->events[i].name);
		free(r->events[i].category);
	}
	for (size_t i = 0; i < r->sequence_count; i++) {
		for (size_t k = 0; k < r->sequences[i].name_count; k++)
			free(r->sequences[i].names[k]);
		free(r->sequences[i].names);
		free(r->sequences[i].places);
	}
	free(r->events);
	free(r->sequences);
}

bool t_read_perfetto(struct t_spans *spans, const char *bytes, size_t count)
{
	struct t_proto file = { (const uint8_t *)bytes, (const uint8_t *)bytes + count, false };
	struct reader r = { .spans = spans, .tracks = { .spans = spans } };
	struct t_proto_field f;
	bool is_good = true;

	while (is_good && t_proto_next(&file, &f))
		is_good = f.number == 1 ? read_packet(&r, f.body) : bad(&r, "no packet", f.number);
	if (is_good && (file.is_broken || r.attributes != 1))
		is_good = bad(&r, "no trace, or not one packet of attributes", r.attributes);
	if (is_good && r.event_count)
		qsort(r.events, r.event_count, sizeof(*r.events), compare_events);
	for (size_t i = 0; is_good && i < r.event_count; i++)
		is_good = play_event(&r, &r.events[i]);
	is_good = is_good && t_spans_close(spans);
	if (is_good)
		t_tracks_name_threads(&r.tracks);
	t_spans_sort(spans);
	release(&r);
	return is_good;
}
