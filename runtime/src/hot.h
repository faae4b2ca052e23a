/* SPDX-License-Identifier: MIT */
/*
 * The path of an accepted event: no lock, no call, no system call, no errno.
 *
 * It knows one form only: the processor's counter, narrow words, the ordinary stack. Everything else
 * makes limit 0, so that the one comparison with limit leads out of here. What it cannot do it hands
 * to the slow path whole, as its last act: a call in the middle would make the compiler save five
 * registers in every hook.
 *
 * Order of loads: busy, position, limit; nothing of the control block's first page is read after
 * the comparison, because a child of fork finds that page zeroed (0014). Order of stores:
 * enter = shadow push, words, position, last time, published position, call-site entry; exit =
 * words, position, last time, published position, shadow pop.
 */
#ifndef CSR_HOT_H
#define CSR_HOT_H

#include <stdint.h>

#include "attributes.h"
#include "block.h"
#include "clock.h"
#include "count_mode.h"
#include "frames.h"
#include "slow_path.h"
#include "summary_mode.h"
#include "thread.h"
#include "trigger.h"

CSR_INLINE unsigned csr_hot_site_index(uint64_t function)
{
	return (unsigned)(function >> 4 ^ function >> 14) & (CSR_SITE_ENTRIES - 1);
}

/* Does the block know where the function is called from? True too where call sites are not recorded. */
CSR_INLINE bool csr_hot_knows_site(const struct csr_thread *t, uint64_t function,
				   uint64_t call_site)
{
	const struct csr_site_entry *entry = &t->sites[csr_hot_site_index(function)];

	return (entry->tagged_function == (function | t->site_tag) &&
		entry->call_site == call_site) ||
	       !t->has_call_sites;
}

CSR_INLINE void csr_hot_write_known(struct csr_thread *t, uint64_t *position, uint64_t function,
				    uint64_t now)
{
	position[0] = csr_word(now, csr_word_event(function, CSF_KIND_ENTER));
	csr_block_commit(t, position + 1, now);
}

CSR_INLINE void csr_hot_write_new(struct csr_thread *t, uint64_t *position, uint64_t function,
				  uint64_t call_site, uint64_t now)
{
	struct csr_site_entry *entry = &t->sites[csr_hot_site_index(function)];
	uint64_t tagged = function | t->site_tag;

	position[0] = csr_word(now, csr_word_event(function, CSF_KIND_ENTER_AT));
	position[1] = call_site;
	csr_block_commit(t, position + 2, now);
	CSR_BARRIER();
	entry->tagged_function = 0;
	CSR_BARRIER();
	entry->call_site = call_site;
	CSR_BARRIER();
	entry->tagged_function = tagged;
}

CSR_INLINE void csr_hot_push(struct csr_thread *t, struct csr_frame *top, uint64_t function,
			     uint64_t cfa, uint64_t now, uint64_t site)
{
	top[1].function = function;
	top[1].cfa = cfa;
	top[1].enter_ticks = now;
	top[1].site = site;
	CSR_BARRIER();
	t->top = top + 1;
}

/* How a hook of a thread that is ready begins. Return: the time of its words. */
CSR_INLINE uint64_t csr_hot_take(struct csr_thread *t, uint64_t cfa, uint64_t **position,
				 uint64_t **limit)
{
	uint64_t now;

	t->busy = cfa;
	CSR_BARRIER();
	now = csr_clock_counter();
	*position = t->position;
	*limit = *(uint64_t *const volatile *)&t->limit;
	return now;
}

/* How one ends that has changed nothing but busy: the slow path starts it again from its beginning. */
CSR_INLINE void csr_hot_give_back(struct csr_thread *t)
{
	CSR_BARRIER();
	t->busy = 0;
	CSR_BARRIER();
}

#define CSR_HOT_GIVE_UP(t, slow)                         \
	do {                                             \
		csr_hot_give_back(t);                    \
		slow(function, call_site, cfa, hook_ip); \
		return;                                  \
	} while (0)

/* One test for both; unsigned, so that a step of the clock back counts as a gap (0019). */
#define CSR_HOT_FITS(t, position, limit, now) \
	CSR_LIKELY((position) < (limit) && ((now) - (t)->last_ticks) >> 20 == 0)

/* What is not events mode is found where busy is not 0, so that events pay nothing for it (0028). */
CSR_INLINE void csr_hot_enter(uint64_t function, uint64_t call_site, uint64_t cfa, uint64_t hook_ip)
{
	struct csr_thread *t = csr_self;
	uint64_t busy = t->busy;
	uint64_t *position;
	uint64_t *limit;
	struct csr_frame *top;
	uint64_t now;

	if (CSR_UNLIKELY(busy)) {
		if (busy == CSR_BUSY_COUNT)
			csr_count_enter(function);
		else if (busy == CSR_BUSY_SUMMARY)
			csr_summary_enter(function, call_site, cfa, hook_ip);
		else if (busy != CSR_BUSY_OFF)
			csr_slow_enter(function, call_site, cfa, hook_ip);
		return;
	}
	now = csr_hot_take(t, cfa, &position, &limit);
	top = t->top;
	if (!CSR_HOT_FITS(t, position, limit, now) || CSR_UNLIKELY(top->cfa <= cfa) ||
	    CSR_UNLIKELY(((uintptr_t)(top + 1) & (CSR_STACK_CHUNK - 1)) == 0))
		CSR_HOT_GIVE_UP(t, csr_slow_enter);
	csr_hot_push(t, top, function, cfa, now, csr_frame_site(call_site, hook_ip));
	if (CSR_LIKELY(csr_hot_knows_site(t, function, call_site))) {
		csr_hot_write_known(t, position, function, now);
	} else {
		/* Functions of TRACE_TRIGGER are never known: a call that is known does not pay for them. */
		if (CSR_UNLIKELY(csr_trigger_may_watch(function))) {
			csr_slow_enter_again(function, call_site);
			return;
		}
		csr_hot_write_new(t, position, function, call_site, now);
	}
	CSR_BARRIER();
	t->busy = 0;
}

CSR_INLINE void csr_hot_exit(uint64_t function, uint64_t call_site, uint64_t cfa, uint64_t hook_ip)
{
	struct csr_thread *t = csr_self;
	uint64_t busy = t->busy;
	uint64_t *position;
	uint64_t *limit;
	struct csr_frame *top;
	uint64_t now;

	if (CSR_UNLIKELY(busy)) {
		if (busy <= CSR_BUSY_COUNT) /* or off */
			return;
		if (busy == CSR_BUSY_SUMMARY)
			csr_summary_exit(function, call_site, cfa, hook_ip);
		else
			csr_slow_exit(function, call_site, cfa, hook_ip);
		return;
	}
	now = csr_hot_take(t, cfa, &position, &limit);
	top = t->top;
	if (!CSR_HOT_FITS(t, position, limit, now) ||
	    CSR_UNLIKELY(top->function != function || top->cfa != cfa))
		CSR_HOT_GIVE_UP(t, csr_slow_exit);
	position[0] = csr_word(now, csr_word_event(function, CSF_KIND_EXIT));
	csr_block_commit(t, position + 1, now);
	CSR_BARRIER();
	t->top = top - 1;
	CSR_BARRIER();
	t->busy = 0;
}

#endif
