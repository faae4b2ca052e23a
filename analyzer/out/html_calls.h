/* SPDX-License-Identifier: MIT */
/*
 * The calls that the page's timeline shows, a few bytes each (docs/decisions, "calls in the page"). No more
 * are kept than a page can hold: when there are, the shortest go, of all threads alike.
 *
 * A call's length is the distance of its ends, by which it is drawn and kept; it is also its duration,
 * but where the clock stepped back and for calls that began before the capture.
 *
 * Invariants: count is the number of records in all tracks; each is at least below_ns long; whoever
 * made a kept call is kept, since it is as long at least; tracks are only added.
 */
#ifndef CSA_HTML_CALLS_H
#define CSA_HTML_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "call_stream.h"

#define CSA_HTML_CALLS_MAX 3000000u /* some 20 MB of text; a browser takes a second to read them */
#define CSA_HTML_ODD       0x80u /* in a record's flags: the duration follows, it is not the length */
#define CSA_HTML_STRETCHES 512u /* of a track, to show where calls were left out */

/** A thread of the stream, or a lane of it. */
struct csa_html_track {
	struct csa_call_thread thread; /* its name is not kept */
	uint32_t depth;                /* of the last kept call */
	uint64_t exit_ns;
	uint64_t calls; /* records */
	uint64_t left_out;
	uint64_t *stretches; /* calls left out by their end; NULL: none, else CSA_HTML_STRETCHES */
	unsigned stretch_shift; /* of a time: the number of its stretch */
	size_t marks;           /* how many of all marks are this track's */
	struct csa_html_bytes {
		uint8_t *items;
		uint32_t count;
		uint32_t capacity;
	} bytes;
};

struct csa_html_calls {
	struct csa_html_tracks {
		struct csa_html_track *items;
		uint32_t count;
		uint32_t capacity;
	} tracks;
	uint64_t limit;
	uint64_t count;
	uint64_t left_out; /* of all tracks */
	uint64_t below_ns; /* shorter calls are left out */
};

/** csa_html_add_varint() - 7 bits a byte, the lowest first, bit 7 set in all but the last. Return: behind it. */
uint8_t *csa_html_add_varint(uint8_t *p, uint64_t value);

/* Begin with {.limit = ...}. */
void csa_html_calls_release(struct csa_html_calls *calls);

/** csa_html_calls_thread() - what follows is of @thread. Return: false: no memory. */
bool csa_html_calls_thread(struct csa_html_calls *calls, const struct csa_call_thread *thread);

/** csa_html_calls_add() - a call of the last track, by its exit. Return: false: no memory. */
bool csa_html_calls_add(struct csa_html_calls *calls, uint64_t begin_ns,
			const struct csa_call *exit);

#endif
