/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "slots.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>

#include "block.h"
#include "frames.h"
#include "mapping.h"
#include "nested.h"
#include "pause.h"
#include "process.h"
#include "shadow_stack.h"
#include "sink.h"
#include "summary_mode.h"
#include "syscalls.h"
#include "tally.h"
#include "text.h"
#include "thread_name.h"

enum slot_state {
	SLOT_FREE = 0,
	SLOT_USED,
	SLOT_ENDING, /* its thread runs its last destructors */
	SLOT_ENDED,  /* of a fiber that is over; or there was no memory for it */
	SLOT_TAKING,
};

struct slot {
	uint32_t state; /* enum slot_state, atomic */
	struct csr_thread *thread;
};

static struct slot slots[CSR_SLOT_COUNT];
static uint32_t slots_used; /* slots that were ever taken; atomic, only grows */

/* By the stack of a fiber, the slot where it was found last; a hint, looked at before it is used. */
#define HINT_COUNT 1024u
static uint16_t slot_hints[HINT_COUNT];
static pthread_key_t exit_key;
static bool has_exit_key;

CSR_FN struct csr_thread *csr_thread_new(enum csr_mode mode)
{
	struct csr_thread *t = csr_map_private(sizeof(struct csr_thread), MAP_NORESERVE);

	if (!t)
		return NULL;
	/* Refused by kernels before 4.14: there the child handler of pthread_atfork() does it. */
	csr_sys(SYS_madvise, t, CSR_PAGE, CSR_MADV_WIPEONFORK);
	t->is_alive = 1;
	if (mode != CSR_MODE_COUNT && !csr_stack_make(t, mode == CSR_MODE_SUMMARY)) {
		csr_sys(SYS_munmap, t, sizeof(struct csr_thread));
		return NULL;
	}
	return t;
}

/* A function of the program's may stand in for libc's: its hooks are no calls of the program here. */
CSR_FN static void ask_for_round(uintptr_t round)
{
	struct csr_thread *self = csr_self;
	uint64_t signals = csr_signals_block();

	csr_self = (struct csr_thread *)(uintptr_t)csr_thread_off_words;
	pthread_setspecific(exit_key, (void *)round);
	csr_self = self;
	csr_signals_restore(signals);
}

/* The last round of key destructors: the thread's own code can hardly run after it. */
CSR_FN static void mark_ending(void *round)
{
	struct csr_thread *t = csr_primary;
	uintptr_t next = (uintptr_t)round + 1;

	if (next < PTHREAD_DESTRUCTOR_ITERATIONS) {
		ask_for_round(next);
		return;
	}
	if (!csr_thread_records(t))
		return;
	if (t->tally.first && csr_busy_is_rest(t->busy) && t->is_alive) {
		csr_tally_write_name(t);
		__atomic_store_n(&slots[t->slot].state, SLOT_ENDING, __ATOMIC_RELEASE);
		return;
	}
	if (t->busy > CSR_BUSY_NEW) /* a handler ended the thread in the middle of a hook */
		t->busy = csr_pause_rest(t);
	if (!csr_busy_is_rest(t->busy) || !t->is_alive)
		return;
	t->busy = UINT64_MAX; /* a hook that interrupts this one is nested */
	csr_block_write_name(t);
	t->busy = csr_pause_rest(t);
	__atomic_store_n(&slots[t->slot].state, SLOT_ENDING, __ATOMIC_RELEASE);
}

CSR_FN void csr_slots_watch_exit(void)
{
	if (!has_exit_key && pthread_key_create(&exit_key, mark_ending) == 0)
		/* Values of later keys live in memory that pthread_setspecific() allocates. */
		has_exit_key = exit_key < 32;
}

CSR_FN static bool is_gone(uint32_t tid)
{
	if (tid == (uint32_t)csr_sys(SYS_gettid))
		return true; /* the number was given to us: its last owner is gone */
	return csr_sys(SYS_tgkill, csr_process.pid, tid, 0) == -ESRCH;
}

CSR_FN static bool try_take(struct slot *slot, uint32_t from)
{
	/* acquire: pairs with the release in mark_ending(); what the thread wrote is seen */
	return __atomic_compare_exchange_n(&slot->state, &from, SLOT_TAKING, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Threads that are gone whose last block a sink without room leaves in its window. With more of them the oldest
 * blocks are lost: chosen to be as many windows as the default ring has cells. */
#define KEPT_MAX 256u

/* Is the thread of the slot gone, so that somebody else may have it? */
CSR_FN static bool is_left(const struct slot *slot, uint32_t state)
{
	if (state == SLOT_ENDED)
		return true;
	/* A fiber may go on in another thread than the one that made it. */
	return state == (has_exit_key ? SLOT_ENDING : SLOT_USED) && !slot->thread->stack_low &&
	       is_gone(slot->thread->tid);
}

/*
 * A slot of a thread that is gone; its last block is handed over, or lost when @may_lose. NULL when there is none.
 * @kept: how many there are whose blocks the sink has no room for.
 */
CSR_FN static struct slot *take_over(bool may_lose, uint32_t *kept)
{
	uint32_t count = __atomic_load_n(&slots_used, __ATOMIC_ACQUIRE);

	*kept = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct slot *slot = &slots[i];
		uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);

		if (!is_left(slot, state))
			continue;
		if (*kept) { /* where there was no room for one there is none for another */
			++*kept;
			continue;
		}
		if (!try_take(slot, state))
			continue;
		if (is_left(slot, state) && slot->thread && may_lose)
			csr_block_abandon(slot->thread);
		if (is_left(slot, state) && (!slot->thread || csr_block_offer(slot->thread)))
			return slot;
		*kept += is_left(slot, state);
		__atomic_store_n(&slot->state, state, __ATOMIC_RELEASE);
	}
	return NULL;
}

CSR_FN static struct slot *take_fresh(void)
{
	uint32_t index = __atomic_load_n(&slots_used, __ATOMIC_RELAXED);

	do {
		if (index >= CSR_SLOT_COUNT)
			return NULL;
	} while (!__atomic_compare_exchange_n(&slots_used, &index, index + 1, false,
					      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	__atomic_store_n(&slots[index].state, SLOT_TAKING, __ATOMIC_RELAXED);
	return &slots[index];
}

/* The state of a thread that has not recorded yet; memory and window stay. */
CSR_FN static void reset(struct csr_thread *t)
{
	t->position = NULL;
	t->limit = NULL;
	if (t->bottom)
		t->bottom->cfa = UINT64_MAX;
	t->top = t->bottom;
	t->stack_low = 0;
	t->stack_high = 0;
	t->careful = csr_process.is_wide ? CSR_CAREFUL_WIDE : 0;
	t->barriers = 0;
	t->hidden = 0;
	t->wants_pause = false;
	t->is_paused = false;
	t->paused_hooks = 0;
	t->due = NULL;
	csr_zero(t->snapshots, sizeof(t->snapshots));
	t->inherited = 0;
	t->is_too_deep = false;
	t->sequence = 0;
	t->name[0] = '\0';
	t->busy = 0;
	for (unsigned i = 0; i < CSR_SITE_ENTRIES; i++)
		t->sites[i].tagged_function = 0;
}

CSR_FN static void adopt_stack(struct csr_thread *t, const struct csr_thread *inherited)
{
	if (!inherited->bottom)
		return;
	csr_stack_adopt(t, inherited);
	if (inherited->nested)
		csr_nested_inherit(t, inherited->nested);
	csr_frames_recount(t);
	t->stack_low = inherited->stack_low;
	t->stack_high = inherited->stack_high;
	t->careful |= inherited->careful & CSR_CAREFUL_FIBER;
	t->inherited = csr_frames_depth(t, t->top);
}

/* What the hooks of the thread write into: a window of live.cst, or in the other modes a table. */
CSR_FN static bool give_medium(struct csr_thread *t, unsigned slot)
{
	if (csr_process.settings.mode != CSR_MODE_EVENTS)
		return csr_tally_give(t, slot);
	if (!t->block)
		t->block = csr_sink->window();
	return t->block != NULL;
}

/* A control block and what its hooks write into. Without memory the next one tries again; what failed otherwise
 * fails again: then the slot stays TAKING. */
CSR_FN static bool equip(struct slot *slot)
{
	if (!slot->thread)
		slot->thread = csr_thread_new(csr_process.settings.mode);
	if (!slot->thread) {
		/* release: pairs with the acquire in try_take() */
		__atomic_store_n(&slot->state, SLOT_ENDED, __ATOMIC_RELEASE);
		return false;
	}
	return give_medium(slot->thread, (unsigned)(slot - slots));
}

CSR_FN static bool is_stopped(void)
{
	return __atomic_load_n(&csr_process.stop_marker, __ATOMIC_RELAXED) != 0;
}

CSR_FN static struct slot *find_slot(void)
{
	uint32_t kept;
	struct slot *slot = take_over(false, &kept);

	if (!slot && kept <= KEPT_MAX)
		slot = take_fresh();
	if (slot && equip(slot))
		return slot;
	slot = kept && !is_stopped() ? take_over(true, &kept) : NULL;
	return slot && equip(slot) ? slot : NULL;
}

CSR_FN void csr_slot_open(struct csr_thread *t)
{
	if (csr_process.settings.mode == CSR_MODE_EVENTS)
		csr_block_open(t);
	else
		csr_tally_open(t);
}

CSR_FN struct csr_thread *csr_slot_take(struct csr_thread *inherited)
{
	struct slot *slot;
	struct csr_thread *t;

	/* After a stop a thread gets no window: many short ones would fill the disk with them. */
	if (is_stopped())
		return NULL;
	slot = find_slot();
	if (!slot)
		return NULL;
	t = slot->thread;
	if (csr_process.settings.mode == CSR_MODE_SUMMARY)
		csr_summary_end_thread(t); /* what its last thread left open */
	reset(t);
	if (inherited) {
		adopt_stack(t, inherited);
		t->wants_pause = inherited->wants_pause;
	}
	csr_thread_name_adopt(t, inherited ? inherited : csr_primary);
	t->slot = (unsigned)(slot - slots);
	t->tid = (uint32_t)csr_sys(SYS_gettid);
	t->serial = 1 + __atomic_fetch_add(&csr_process.next_serial, 1, __ATOMIC_RELAXED);
	t->stop_seen = __atomic_load_n(&csr_process.stop_generation, __ATOMIC_RELAXED);
	if (has_exit_key)
		pthread_setspecific(exit_key, (void *)1);
	__atomic_store_n(&slot->state, SLOT_USED, __ATOMIC_RELEASE);
	return t;
}

CSR_FN static bool is_of_stack(uint32_t index, uint64_t low)
{
	return __atomic_load_n(&slots[index].state, __ATOMIC_ACQUIRE) == SLOT_USED &&
	       slots[index].thread->stack_low == low;
}

CSR_FN struct csr_thread *csr_slot_of_stack(uint64_t low)
{
	uint16_t *hint = &slot_hints[(low >> 12 ^ low >> 22) % HINT_COUNT];
	uint32_t count = __atomic_load_n(&slots_used, __ATOMIC_ACQUIRE);
	uint32_t index = __atomic_load_n(hint, __ATOMIC_RELAXED);

	if (index < count && is_of_stack(index, low))
		return slots[index].thread;
	for (index = 0; index < count; index++) {
		if (!is_of_stack(index, low))
			continue;
		/* relaxed: whatever value another thread reads here, it looks at the slot */
		__atomic_store_n(hint, (uint16_t)index, __ATOMIC_RELAXED);
		return slots[index].thread;
	}
	return NULL;
}

CSR_FN void csr_slot_end(struct csr_thread *t)
{
	struct slot *slot = &slots[t->slot];

	/* In a child of fork it is the parent's. */
	if (!t->is_alive || !try_take(slot, SLOT_USED))
		return;
	if (csr_process.settings.mode == CSR_MODE_SUMMARY)
		csr_summary_end_thread(t);
	else
		csr_block_offer(
			t); /* where it stays open, whoever takes the slot offers it again */
	/* release: pairs with the acquire in try_take() */
	__atomic_store_n(&slot->state, SLOT_ENDED, __ATOMIC_RELEASE);
}

CSR_FN void csr_slots_hurry(void)
{
	uint32_t count;

	/* Pairs with the fence in csr_block_set_limit(). */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	count = __atomic_load_n(&slots_used, __ATOMIC_ACQUIRE);
	for (uint32_t i = 0; i < count; i++) {
		if (slots[i].thread)
			__atomic_store_n(&slots[i].thread->limit, NULL, __ATOMIC_RELAXED);
	}
}

CSR_FN void csr_slots_forget(void)
{
	for (uint32_t i = 0; i < slots_used; i++) {
		slots[i].state = SLOT_FREE;
		slots[i].thread = NULL;
	}
	slots_used = 0;
}
