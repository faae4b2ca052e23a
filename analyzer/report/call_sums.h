/* SPDX-License-Identifier: MIT */
/*
 * Adds up a stream of calls (call_stream.h) as the pass over the capture does: of all calls both give
 * the same numbers. Of what a filter left, these are the report's.
 */
#ifndef CSA_CALL_SUMS_H
#define CSA_CALL_SUMS_H

#include "call_stream.h"
#include "row_stats.h"
#include "stack_tree.h"

struct csa_call_sums {
	struct csa_stats stats;
	struct csa_tree tree; /* nodes NULL: not wanted */
	bool has_losses;      /* the process lost events: rows are_at_least */
	uint64_t root_ns;     /* of the thread */
	uint32_t *nodes;      /* of the open calls, when a tree is wanted */
	uint32_t depth;
	uint32_t capacity;
};

/** @wants_tree: also the stacks. Return: 0 or CSA_E_NOMEM; csa_call_sums_release() after both. */
int csa_call_sums_init(struct csa_call_sums *sums, bool wants_tree);
void csa_call_sums_release(struct csa_call_sums *sums);

/** csa_call_sums_add() - the next calls of a thread. Return: 0 or CSA_E_NOMEM. */
int csa_call_sums_add(struct csa_call_sums *sums, const struct csa_call *calls, size_t count);

#endif
