/* SPDX-License-Identifier: MIT */
#include "html_calls.h"

#include <string.h>

#include "histogram.h"
#include "vec.h"

#define RECORD_BYTES_MAX 42u /* head 6, flags 1, three times 10 each, row 5 */
#define BUCKETS          (64u * CSA_HISTOGRAM_CHUNKS)

/* A record. Calls stand in the order in which they ended, so whoever called comes after. */
struct kept {
	uint64_t exit_ns;
	uint64_t length_ns;
	uint64_t duration_ns;
	uint32_t row;
	uint32_t depth;
	uint8_t flags; /* CSA_HTML_ODD: by the two times */
};

/* Where the reading or writing of a track stands: what the next record is relative to. */
struct place {
	uint8_t *p;
	uint64_t exit_ns;
	uint32_t depth;
};

uint8_t *csa_html_add_varint(uint8_t *p, uint64_t value)
{
	while (value >= 0x80) {
		*p++ = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	*p++ = (uint8_t)value;
	return p;
}

static uint64_t take_varint(uint8_t **p)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (**p & 0x80) {
		value |= (uint64_t)(*(*p)++ & 0x7f) << shift;
		shift += 7;
	}
	return value | (uint64_t) * (*p)++ << shift;
}

/* Bit 0: flags follow; bit 1: the sign of the step; above: the step from the depth before. */
static void put(struct place *to, const struct kept *call)
{
	bool is_up = call->depth < to->depth;
	uint64_t step = is_up ? to->depth - call->depth : call->depth - to->depth;

	to->p = csa_html_add_varint(to->p, step << 2 | (uint64_t)is_up << 1 | (call->flags != 0));
	if (call->flags)
		*to->p++ = call->flags;
	to->p = csa_html_add_varint(to->p, call->exit_ns - to->exit_ns);
	to->p = csa_html_add_varint(to->p, call->length_ns);
	to->p = csa_html_add_varint(to->p, call->row);
	if (call->flags & CSA_HTML_ODD)
		to->p = csa_html_add_varint(to->p, call->duration_ns);
	to->exit_ns = call->exit_ns;
	to->depth = call->depth;
}

static void take(struct place *from, struct kept *call)
{
	uint64_t head = take_varint(&from->p);
	uint32_t step = (uint32_t)(head >> 2);

	from->depth = head & 2 ? from->depth - step : from->depth + step;
	call->flags = head & 1 ? *from->p++ : 0;
	from->exit_ns += take_varint(&from->p);
	call->length_ns = take_varint(&from->p);
	call->row = (uint32_t)take_varint(&from->p);
	call->duration_ns = call->flags & CSA_HTML_ODD ? take_varint(&from->p) : call->length_ns;
	call->exit_ns = from->exit_ns;
	call->depth = from->depth;
}

void csa_html_calls_release(struct csa_html_calls *calls)
{
	for (uint32_t i = 0; i < calls->tracks.count; i++) {
		free(calls->tracks.items[i].bytes.items);
		free(calls->tracks.items[i].stretches);
	}
	free(calls->tracks.items);
	*calls = (struct csa_html_calls){ .limit = calls->limit };
}

bool csa_html_calls_thread(struct csa_html_calls *calls, const struct csa_call_thread *thread)
{
	if (!CSA_VEC_ROOM(&calls->tracks, 1))
		return false;
	calls->tracks.items[calls->tracks.count] = (struct csa_html_track){ .thread = *thread };
	calls->tracks.items[calls->tracks.count++].thread.name = NULL;
	return true;
}

static uint64_t lowest_of(unsigned bucket)
{
	unsigned shift = bucket < 128 ? 0 : bucket / 64 - 1;

	return (uint64_t)(bucket - 64 * shift) << shift;
}

static void count_lengths(const struct csa_html_calls *calls, uint32_t counts[BUCKETS])
{
	for (uint32_t i = 0; i < calls->tracks.count; i++) {
		const struct csa_html_bytes *bytes = &calls->tracks.items[i].bytes;
		struct place from = { .p = bytes->items };
		struct kept call;

		while (from.p < bytes->items + bytes->count) {
			take(&from, &call);
			counts[csa_histogram_bucket(call.length_ns)]++;
		}
	}
}

/* Stretches become longer, in pairs, until the last one holds @ns. */
static void lengthen_stretches(struct csa_html_track *track, uint64_t ns)
{
	while (ns >> track->stretch_shift >= CSA_HTML_STRETCHES) {
		for (size_t i = 0; i < CSA_HTML_STRETCHES / 2; i++)
			track->stretches[i] = track->stretches[2 * i] + track->stretches[2 * i + 1];
		for (unsigned i = CSA_HTML_STRETCHES / 2; i < CSA_HTML_STRETCHES; i++)
			track->stretches[i] = 0;
		track->stretch_shift++;
	}
}

/* Return: false: no memory. */
static bool leave_out(struct csa_html_calls *calls, struct csa_html_track *track, uint64_t ns)
{
	if (__builtin_expect(!track->stretches, 0)) {
		track->stretches = calloc(CSA_HTML_STRETCHES, sizeof(*track->stretches));
		if (!track->stretches)
			return false;
	}
	if (__builtin_expect(ns >> track->stretch_shift >= CSA_HTML_STRETCHES, 0))
		lengthen_stretches(track, ns);
	track->stretches[ns >> track->stretch_shift]++;
	track->left_out++;
	calls->left_out++;
	return true;
}

/* In place: a record that follows left out ones is not longer than all of them were. */
static bool thin_out(struct csa_html_calls *calls, struct csa_html_track *track)
{
	struct place from = { .p = track->bytes.items };
	struct place to = from;
	uint8_t *end = track->bytes.items + track->bytes.count;
	struct kept call;

	track->calls = 0;
	while (from.p < end) {
		take(&from, &call);
		if (call.length_ns >= calls->below_ns) {
			put(&to, &call);
			track->calls++;
		} else if (!leave_out(calls, track, call.exit_ns)) {
			return false;
		}
	}
	track->bytes.count = (uint32_t)(to.p - track->bytes.items);
	track->exit_ns = to.exit_ns;
	track->depth = to.depth;
	calls->count += track->calls;
	return true;
}

/* Leaves half of the room, so that it is not done again soon. Return: false: no memory. */
static bool leave_out_shortest(struct csa_html_calls *calls)
{
	uint32_t counts[BUCKETS] = { 0 };
	unsigned bucket = BUCKETS;
	uint64_t kept = 0;

	count_lengths(calls, counts);
	while (bucket && kept + counts[bucket - 1] <= calls->limit / 2)
		kept += counts[--bucket];
	calls->below_ns = bucket < BUCKETS ? lowest_of(bucket) : UINT64_MAX;
	calls->count = 0;
	for (uint32_t i = 0; i < calls->tracks.count; i++) {
		if (!thin_out(calls, &calls->tracks.items[i]))
			return false;
	}
	return true;
}

bool csa_html_calls_add(struct csa_html_calls *calls, uint64_t begin_ns,
			const struct csa_call *exit)
{
	struct csa_html_track *track = &calls->tracks.items[calls->tracks.count - 1];
	struct place to = { .exit_ns = track->exit_ns, .depth = track->depth };
	uint64_t length_ns = exit->ns - begin_ns;
	uint8_t flags = exit->flags & (uint8_t)~CSA_CALL_OUTERMOST;

	if (exit->exit.duration_ns != length_ns)
		flags |= CSA_HTML_ODD;
	if (length_ns < calls->below_ns)
		return leave_out(calls, track, exit->ns);
	if (!CSA_VEC_ROOM(&track->bytes, RECORD_BYTES_MAX))
		return false;
	to.p = track->bytes.items + track->bytes.count;
	put(&to, &(struct kept){ .exit_ns = exit->ns,
				 .length_ns = length_ns,
				 .duration_ns = exit->exit.duration_ns,
				 .row = exit->row,
				 .depth = exit->depth,
				 .flags = flags });
	track->bytes.count = (uint32_t)(to.p - track->bytes.items);
	track->exit_ns = to.exit_ns;
	track->depth = to.depth;
	track->calls++;
	return ++calls->count <= calls->limit || leave_out_shortest(calls);
}
