/* SPDX-License-Identifier: MIT */
#include "nested.h"

#include <stddef.h>

#include "block.h"
#include "careful.h"
#include "pause.h"
#include "process.h"
#include "shadow_stack.h"
#include "sink.h"
#include "slots.h"
#include "syscalls.h"

/* The control block of lane 1 for the thread that @t serves now. NULL when memory is short. */
CSR_FN static struct csr_thread *prepare(struct csr_thread *t)
{
	struct csr_thread *n = t->nested;

	if (!n) {
		n = csr_thread_new(CSR_MODE_EVENTS);
		if (!n)
			return NULL;
		n->outer = t;
		n->slot = t->slot;
		t->nested = n;
	}
	if (!n->block)
		n->block = csr_sink->window();
	if (!n->block)
		return NULL;
	if (n->serial != t->serial) {
		/* Of the thread that had the slot before, when its own block could not be written. */
		if (!csr_block_finish(n))
			return NULL;
		n->serial = t->serial;
		n->tid = t->tid;
		n->sequence = 0;
		n->top = n->bottom;
		n->barriers = 0;
		n->hidden = 0;
		n->is_too_deep = false;
		n->due = NULL;
	}
	n->careful = CSR_CAREFUL_NESTED;
	n->stop_seen = t->stop_seen;
	return n;
}

CSR_FN static bool is_stopped(const struct csr_thread *t)
{
	return __atomic_load_n(&csr_process.stop_generation, __ATOMIC_RELAXED) != t->stop_seen;
}

/*
 * A handler left the hook for good: what it had open is gone with it, and so is the function of the
 * hook. How far the hook came does not matter once the reader is told what is open: the frame may be
 * pushed and its word not written, or the other way round. This goes into the margin of the block,
 * since a new one would name a frame that nobody saw entering.
 */
CSR_FN static void clear(struct csr_thread *t)
{
	struct csr_thread *n = t->nested;
	struct csr_frame *frame = t->top;

	if (n && n->serial == t->serial && n->position && n->top != n->bottom)
		csr_careful_pop(n, n->bottom);
	if (t->position && !is_stopped(t)) {
		while (frame->cfa <= t->busy)
			frame--;
		if (t->barriers || t->hidden || t->is_paused)
			csr_frames_recount(t);
		csr_careful_drop(t, frame);
		csr_block_write_unwound(t, csr_frames_depth(t, frame));
	}
	t->busy = csr_pause_rest(t);
}

CSR_FN static void record(struct csr_thread *t, const struct csr_hook *hook)
{
	struct csr_thread *n = t->position ? prepare(t) : NULL;
	/* A resume that is asked for from outside waits for lane 0, as does a pause. */
	bool is_paused = t->wants_pause || t->is_paused;

	if (!n || !csr_block_make_room(n)) {
		if (is_paused)
			t->paused_hooks++;
		else
			csr_block_lose(t);
		return;
	}
	/* What the handler asked for holds at once, though the markers stand in lane 0. */
	n->is_paused = is_paused;
	/* Always with its call site: what a word without one refers to is lane 0's. */
	n->site_tag += UINT64_C(1) << 48;
	csr_careful_record(n, hook);
	t->paused_hooks += n->paused_hooks;
	n->paused_hooks = 0;
}

CSR_COLD bool csr_nested_run(struct csr_thread *t, const struct csr_hook *hook)
{
	uint64_t signals = csr_signals_block();
	bool was_gone = csr_frames_hook_is_gone(t->busy, hook->cfa);

	if (was_gone)
		clear(t);
	else if (!is_stopped(t))
		record(t, hook);
	csr_signals_restore(signals);
	return was_gone;
}

CSR_FN void csr_nested_inherit(struct csr_thread *t, const struct csr_thread *nested)
{
	const struct csr_frame *frame;

	if (!nested->bottom || nested->top == nested->bottom ||
	    nested->serial != nested->outer->serial)
		return;
	frame = nested->bottom + 1;
	/* On a stack of its own a handler's frames may have any address. */
	if (frame->cfa >= t->top->cfa && csr_stack_has_room(t))
		*++t->top = (struct csr_frame){ .cfa = UINT64_MAX };
	for (; frame <= nested->top && csr_stack_has_room(t); frame++)
		*++t->top = *frame;
}
