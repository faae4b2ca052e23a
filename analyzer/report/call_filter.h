/* SPDX-License-Identifier: MIT */
/*
 * A stage between the calls of a capture and a sink: passes on what a filter shows, and keeps the
 * promises of call_stream.h.
 *
 * Time first: what reaches over an edge is cut there. Then functions: a call is shown when it or a caller
 * has a name that was asked for. Then depth, counted from the outermost call shown; then duration, of
 * what is left of a call. Each call is counted once, by the first that leaves it out. The time of calls
 * that are too deep or too short is their caller's.
 *
 * An enter waits until its call is known to be long enough; marks within it wait with it. So memory
 * depends on the stack and on the marks of one min_duration.
 */
#ifndef CSA_CALL_FILTER_H
#define CSA_CALL_FILTER_H

#include "call_list.h"

/** A call that is open. */
struct csa_filter_frame {
	struct csa_call enter;
	uint64_t order;    /* of its enter among held calls */
	uint64_t child_ns; /* of calls below it that are shown */
	uint32_t inner;    /* hooks in its own time, of calls that the stage saw end */
	uint32_t extra;    /* beside those that its exit names */
	bool is_inside;    /* it or a caller has a name that was asked for */
	bool is_shallow;   /* and is not too deep */
};

struct csa_filter_stage {
	const struct csa_call_filter *filter;
	const struct csa_call_ops *ops; /* of the next stage */
	void *state;
	struct csa_call_filtered counts;
	const struct csa_report *report;
	struct csa_call_thread thread;
	char thread_name[64];
	bool has_begun; /* the thread, for the next stage: when there is something of it */
	bool is_left_out;
	bool is_past_from;
	bool is_past_to;
	bool has_failed; /* memory ran out */
	struct csa_filter_frame *frames;
	uint32_t depth;
	uint32_t capacity;
	uint32_t passed;  /* frames from the outermost on whose enters do not wait */
	uint32_t shallow; /* frames that are */
	uint32_t held;    /* part of them whose enters wait */
	uint64_t order;
	uint32_t *active; /* shallow frames, by row */
	uint8_t *asked;   /* by row: 0 not looked at, 1 no, 2 yes */
	uint32_t row_count;
	struct csa_filter_mark {
		struct csa_call call;
		uint64_t order;
	} * marks; /* that wait */
	uint32_t mark_count;
	uint32_t mark_capacity;
	uint32_t mark_first;
	struct csa_call_list out;
};

/** The stage as a sink; its state is a struct csa_filter_stage. */
extern const struct csa_call_ops csa_filter_ops;

/** csa_filter_shows_all() - a filter that leaves nothing out. */
bool csa_filter_shows_all(const struct csa_call_filter *filter);

void csa_filter_init(struct csa_filter_stage *stage, const struct csa_call_filter *filter,
		     const struct csa_call_ops *ops, void *state);
void csa_filter_release(struct csa_filter_stage *stage);

#endif
