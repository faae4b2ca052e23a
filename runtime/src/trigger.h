/* SPDX-License-Identifier: MIT */
/*
 * TRACE_TRIGGER: functions whose calls are looked at when they end, and how long a call may take before a snapshot is
 * written (docs/decisions/0033).
 *
 * A watched function is never in the cache of call sites, so that its enters miss it; only a miss compares the
 * address, with one range around all watched functions. The slow path marks the frame, and the mark leads the exit
 * to the slow path too.
 */
#ifndef CSR_TRIGGER_H
#define CSR_TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "thread.h"

struct csr_trigger {
	const char *name; /* of the function, as in TRACE_TRIGGER */
	uint64_t limit_ns;
	uint64_t limit_ticks;
	bool is_found; /* in a module, at some time */
};

/** Around the addresses of all watched functions; without any it holds none. */
struct csr_trigger_range {
	uint64_t low;
	uint64_t span;
};

extern CSR_HIDDEN struct csr_trigger_range csr_trigger_range;

/** csr_trigger_may_watch() - false: @function is not watched. */
CSR_INLINE bool csr_trigger_may_watch(uint64_t function)
{
	return function - csr_trigger_range.low <= csr_trigger_range.span;
}

/** csr_trigger_of() - what @function is watched for, or NULL. */
CSR_HIDDEN const struct csr_trigger *csr_trigger_of(uint64_t function);

/** csr_trigger_check() - a call of @function from @enter_ticks to @now has ended: is a snapshot due? Then t->due. */
CSR_HIDDEN void csr_trigger_check(struct csr_thread *t, uint64_t function, uint64_t enter_ticks,
				  uint64_t now);

/** csr_trigger_start() - takes TRACE_TRIGGER; a bad value is said on stderr. Once, signals blocked. */
CSR_HIDDEN void csr_trigger_start(void);

/** csr_trigger_say_missing() - names functions that no module has yet, on stderr. */
CSR_HIDDEN void csr_trigger_say_missing(void);

/* For modules.c, under its lock: what was loaded at @path, and what is gone. */
CSR_HIDDEN void csr_trigger_add_module(const char *path, uint64_t bias);
CSR_HIDDEN void csr_trigger_remove_module(uint64_t start, uint64_t end);

#endif
