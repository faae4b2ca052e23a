/* SPDX-License-Identifier: MIT */
#include "html_calls.h"

#include <string.h>

#include "histogram.h"
#include "vec.h"

#define RECORD_BYTES_MAX 32u /* head 5, flags 1, two times 10 each, row 5 */
#define BUCKETS          (64u * CSA_HISTOGRAM_CHUNKS)

/* A record. Calls stand in the order in which they ended, so whoever called comes after. */
struct kept {
	uint64_t exit_ns;
	uint64_t duration_ns;
	uint32_t row;
	uint32_t depth;
	uint8_t flags;
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
	to->p = csa_html_add_varint(to->p, call->duration_ns);
	to->p = csa_html_add_varint(to->p, call->row);
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
	call->duration_ns = take_varint(&from->p);
	call->row = (uint32_t)take_varint(&from->p);
	call->exit_ns = from->exit_ns;
	call->depth = from->depth;
}

void csa_html_calls_release(struct csa_html_calls *calls)
{
	for (uint32_t i = 0; i < calls->tracks.count; i++)
		free(calls->tracks.items[i].bytes.items);
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

static void count_durations(const struct csa_html_calls *calls, uint32_t counts[BUCKETS])
{
	for (uint32_t i = 0; i < calls->tracks.count; i++) {
		const struct csa_html_bytes *bytes = &calls->tracks.items[i].bytes;
		struct place from = { .p = bytes->items };
		struct kept call;

		while (from.p < bytes->items + bytes->count) {
			take(&from, &call);
			counts[csa_histogram_bucket(call.duration_ns)]++;
		}
	}
}

/* In place: a record that follows left out ones is not longer than all of them were. */
static void thin_out(struct csa_html_track *track, uint64_t below_ns)
{
	struct place from = { .p = track->bytes.items };
	struct place to = from;
	uint8_t *end = track->bytes.items + track->bytes.count;
	struct kept call;

	track->calls = 0;
	while (from.p < end) {
		take(&from, &call);
		if (call.duration_ns < below_ns)
			continue;
		put(&to, &call);
		track->calls++;
	}
	track->bytes.count = (uint32_t)(to.p - track->bytes.items);
	track->exit_ns = to.exit_ns;
	track->depth = to.depth;
}

/* Leaves half of the room, so that it is not done again soon. */
static void leave_out_shortest(struct csa_html_calls *calls)
{
	uint32_t counts[BUCKETS] = { 0 };
	unsigned bucket = BUCKETS;
	uint64_t kept = 0;
	uint64_t before = calls->count;

	count_durations(calls, counts);
	while (bucket && kept + counts[bucket - 1] <= calls->limit / 2)
		kept += counts[--bucket];
	calls->below_ns = bucket < BUCKETS ? lowest_of(bucket) : UINT64_MAX;
	calls->count = 0;
	for (uint32_t i = 0; i < calls->tracks.count; i++) {
		thin_out(&calls->tracks.items[i], calls->below_ns);
		calls->count += calls->tracks.items[i].calls;
	}
	calls->left_out += before - calls->count;
}

bool csa_html_calls_add(struct csa_html_calls *calls, const struct csa_call *exit)
{
	struct csa_html_track *track = &calls->tracks.items[calls->tracks.count - 1];
	struct place to = { .exit_ns = track->exit_ns, .depth = track->depth };

	if (exit->exit.duration_ns < calls->below_ns) {
		calls->left_out++;
		return true;
	}
	if (!CSA_VEC_ROOM(&track->bytes, RECORD_BYTES_MAX))
		return false;
	to.p = track->bytes.items + track->bytes.count;
	put(&to, &(struct kept){ .exit_ns = exit->ns,
				 .duration_ns = exit->exit.duration_ns,
				 .row = exit->row,
				 .depth = exit->depth,
				 .flags = exit->flags & (uint8_t)~CSA_CALL_OUTERMOST });
	track->bytes.count = (uint32_t)(to.p - track->bytes.items);
	track->exit_ns = to.exit_ns;
	track->depth = to.depth;
	track->calls++;
	if (++calls->count > calls->limit)
		leave_out_shortest(calls);
	return true;
}
