/* SPDX-License-Identifier: MIT */
#include "fibers.h"

#include <stddef.h>

#include "api.h"
#include "live.h"
#include "slots.h"
#include "slow_path.h"
#include "syscalls.h"
#include "wide_atomic.h"

CSR_FN static void give_stack(struct csr_thread *t, struct csr_stack stack, enum csr_switch by)
{
	t->stack_low = stack.low;
	t->stack_high = stack.high;
	/* A hook of the thread's own stack shows by its CFA only if that stack lies above. */
	if (by == CSR_SWITCH_SEEN && stack.high > (uintptr_t)__builtin_frame_address(0))
		t->careful |= CSR_CAREFUL_FIBER;
	else
		t->bottom->cfa = stack.high + 1;
	csr_slot_open(t);
}

/* Where it is remembered that the stack could not be recorded: slots are not tried for it again and again. A
 * stack that has the same place is tried then, too; relaxed, since a wrong answer costs that only. */
CSR_FN static uint64_t *refusal_of(uint64_t low)
{
	static uint64_t refused[1024];

	return &refused[(low >> 12 ^ low >> 22) % 1024];
}

CSR_FN static struct csr_thread *make_fiber(struct csr_stack stack, enum csr_switch by)
{
	uint64_t *refusal = refusal_of(stack.low);
	uint64_t signals;
	struct csr_thread *t;

	if (csr_address_load(refusal, __ATOMIC_RELAXED) == stack.low)
		return NULL;
	signals = csr_signals_block();
	t = csr_slot_take(NULL);
	if (t) {
		give_stack(t, stack, by);
	} else {
		__atomic_fetch_add(&csr_live_header()->lost_threads, 1, __ATOMIC_RELAXED);
		csr_address_store(refusal, stack.low, __ATOMIC_RELAXED);
	}
	csr_signals_restore(signals);
	return t;
}

/* Does the calling thread record calls, and does no hook of it run? */
CSR_FN static bool can_switch(void)
{
	const struct csr_thread *t = csr_fiber_recorder();

	return csr_thread_records(t) && t->is_alive && csr_busy_is_rest(t->busy) && !t->running &&
	       t->bottom /* count mode: stacks make no difference */;
}

CSR_FN void csr_fiber_select(struct csr_stack stack, enum csr_switch by)
{
	struct csr_thread *t;

	/* Its own stack comes first: what runs on the other one would be taken for it. */
	csr_slow_begin();
	if (!can_switch())
		return;
	if (!stack.low) {
		csr_self = csr_primary;
		return;
	}
	t = csr_slot_of_stack(stack.low);
	if (!t)
		t = make_fiber(stack, by);
	if (!t)
		/* It is said that the stack is lost. Where the end of a fiber is not told its hooks find the
		 * thread's own stack, as without this file: nothing would ever be recorded again. */
		t = by == CSR_SWITCH_TOLD ? (struct csr_thread *)(uintptr_t)csr_thread_off_words
					  : csr_primary;
	csr_self = t;
}

CSR_FN CSR_ALIGNS_STACK void callsight_rt_fiber_switch(const void *stack, size_t bytes)
{
	uint64_t low = (uint64_t)(uintptr_t)stack;

	csr_fiber_select((struct csr_stack){ low, low + bytes }, CSR_SWITCH_TOLD);
}

CSR_FN CSR_ALIGNS_STACK void callsight_rt_fiber_end(const void *stack)
{
	uint64_t *refusal = refusal_of((uint64_t)(uintptr_t)stack);
	struct csr_thread *t;
	uint64_t signals;

	if (!stack || !can_switch())
		return;
	if (csr_address_load(refusal, __ATOMIC_RELAXED) == (uint64_t)(uintptr_t)stack)
		csr_address_store(refusal, 0, __ATOMIC_RELAXED);
	signals = csr_signals_block();
	t = csr_slot_of_stack((uint64_t)(uintptr_t)stack);
	if (t) {
		if (csr_self == t)
			csr_self = csr_primary;
		csr_slot_end(t);
	}
	csr_signals_restore(signals);
}
