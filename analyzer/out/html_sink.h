/* SPDX-License-Identifier: MIT */
/*
 * What the page needs of single calls, gathered while they are read: the calls of the timeline, the
 * call tree of each thread, marks. Memory is bounded whatever the capture holds; what found no room
 * is counted.
 *
 * Invariants: the stack has the open calls of the last track; node is that of the innermost, or the
 * track's; marks stand in the order of tracks.
 */
#ifndef CSA_HTML_SINK_H
#define CSA_HTML_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "call_stream.h"
#include "html_calls.h"
#include "stack_tree.h"

#define CSA_HTML_MARKS_MAX 100000u

/** A point or a gap of a track. */
struct csa_html_mark {
	uint64_t ns;
	uint64_t from_ns;  /* lost: the last thing before it; else ns */
	uint64_t argument; /* of a marker; lost: events; a value: two's complement */
	const char *name;  /* of the program; NULL: none */
	uint32_t kind;     /* of the program's name, or the marker */
	uint8_t call_kind; /* CSA_CALL_USER, CSA_CALL_MARKER, CSA_CALL_LOST */
};

struct csa_html_sink {
	struct csa_html_calls calls;
	struct csa_tree tree; /* below the root one node a track, its row the track's number */
	struct csa_html_stack {
		struct csa_html_open {
			uint64_t ns;
			uint32_t caller; /* its node of the tree */
		} * items;
		uint32_t count;
		uint32_t capacity;
	} stack;
	struct csa_html_marks {
		struct csa_html_mark *items;
		uint32_t count;
		uint32_t capacity;
	} marks;
	uint64_t marks_left_out;
	uint64_t last_ns; /* of the track */
	uint32_t node;
};

/** csa_html_sink_init() - Return: false: no memory. */
bool csa_html_sink_init(struct csa_html_sink *sink, uint64_t calls_max);
void csa_html_sink_release(struct csa_html_sink *sink);

/* For struct csa_call_ops. */
int csa_html_sink_thread(void *sink, const struct csa_call_thread *thread);
int csa_html_sink_calls(void *sink, const struct csa_call *calls, size_t count);

#endif
