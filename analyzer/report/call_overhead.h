/* SPDX-License-Identifier: MIT */
/*
 * Takes the estimated cost of hooks out of calls. What a call's self time loses is the cost of a hook for
 * itself and one for each in its own time, at most all of it; its duration is then its self time and
 * the durations of its calls. So no time is negative, and self times still add up to durations.
 */
#ifndef CSA_CALL_OVERHEAD_H
#define CSA_CALL_OVERHEAD_H

#include "call_stream.h"

struct csa_call_overhead {
	double hook_ns;     /* of the process */
	uint64_t taken_ns;  /* all */
	uint64_t *child_ns; /* of the calls that are open */
	uint32_t depth;
	uint32_t capacity;
	struct csa_call *calls; /* what was made last */
	size_t call_capacity;
};

/* One of zeros is empty. */
void csa_overhead_release(struct csa_call_overhead *overhead);

/** csa_overhead_take() - the next calls of a thread without it, valid up to the next call; NULL: no memory. */
const struct csa_call *csa_overhead_take(struct csa_call_overhead *overhead,
					 const struct csa_call *calls, size_t count);

#endif
