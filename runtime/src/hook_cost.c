/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "hook_cost.h"

#include <stddef.h>
#include <sys/mman.h>

#include "block.h"
#include "clock.h"
#include "hooks.h"
#include "mapping.h"
#include "process.h"
#include "shadow_stack.h"
#include "slots.h"
#include "syscalls.h"
#include "tally.h"

#define CALLS   256u /* 512 hooks and, with call sites, at most 6 KiB of words */
#define BATCHES 4u   /* the first one warms caches; the best of the others counts */

/* Where the hooks of the measurement write: like a window, but private. */
CSR_FN static bool open_scratch(struct csr_thread *t)
{
	t->block = csr_map_private(CSF_BLOCK_BYTES, MAP_POPULATE);
	if (!t->block)
		return false;
	t->has_call_sites = csr_process.settings.has_call_sites;
	t->careful = (csr_clock_get()->is_counter ? 0u : CSR_CAREFUL_CLOCK) |
		     (csr_process.is_wide ? CSR_CAREFUL_WIDE : 0u);
	t->block->flags = csr_process.is_wide ? CSF_BLOCK_WIDE : 0;
	t->window_limit =
		(uint64_t *)(void *)((char *)t->block + CSF_BLOCK_BYTES) - CSR_BLOCK_MARGIN;
	return true;
}

CSR_FN static bool open_table(struct csr_thread *t, enum csr_mode mode)
{
	if (!csr_tally_give_scratch(t))
		return false;
	t->busy = mode == CSR_MODE_COUNT        ? CSR_BUSY_COUNT
		  : csr_clock_get()->is_counter ? CSR_BUSY_SUMMARY
						: CSR_BUSY_CAREFUL;
	return true;
}

CSR_FN static void measure_events(struct csr_thread *t)
{
	t->position = (uint64_t *)(void *)((char *)t->block + CSF_BLOCK_HEADER_BYTES);
	t->limit = t->careful ? NULL : t->window_limit;
	t->last_ticks = csr_clock_read();
}

CSR_FN static double measure_batch(struct csr_thread *t)
{
	/* Any addresses do; the hooks take this function's frame for the traced one. */
	char *function = (char *)(uintptr_t)&csr_hook_cost_measure;
	uint64_t before;

	if (t->block)
		measure_events(t);
	before = csr_clock_ns(1 /* CLOCK_MONOTONIC */);
	for (unsigned i = 0; i < CALLS; i++) {
		__wrap___cyg_profile_func_enter(function, function + 8);
		__wrap___cyg_profile_func_exit(function, function + 8);
	}
	return (double)(csr_clock_ns(1) - before) / (2.0 * CALLS);
}

CSR_FN double csr_hook_cost_measure(enum csr_mode mode)
{
	struct csr_thread *kept = csr_self;
	struct csr_thread *t = csr_thread_new(mode);
	double best = 0;

	if (!t)
		return 0;
	if (mode == CSR_MODE_EVENTS ? open_scratch(t) : open_table(t, mode)) {
		csr_self = t;
		for (unsigned i = 0; i < BATCHES; i++) {
			double ns = measure_batch(t);

			if (i == 1 || (i > 1 && ns < best))
				best = ns;
		}
		csr_self = kept;
	}
	if (t->block)
		csr_sys(SYS_munmap, t->block, CSF_BLOCK_BYTES);
	csr_tally_drop(t);
	csr_stack_drop(t);
	csr_sys(SYS_munmap, t, sizeof(*t));
	return best;
}
