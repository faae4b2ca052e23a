/* SPDX-License-Identifier: MIT */
#include "careful.h"

#include <stdbool.h>
#include <stddef.h>

#include "block.h"
#include "clock.h"
#include "hot.h"
#include "shadow_stack.h"
#include "snapshot.h"
#include "trigger.h"

CSR_FN uint32_t csr_careful_drop(struct csr_thread *t, struct csr_frame *top)
{
	uint32_t before;
	uint32_t left;

	if (top == t->top)
		return 0;
	before = csr_frames_depth(t, t->top);
	left = csr_frames_depth(t, top);
	for (const struct csr_frame *frame = t->top; frame != top; frame--) {
		if (frame->function & CSR_FRAME_WATCHED)
			csr_trigger_check(t, frame->function & CSR_FRAME_FUNCTION,
					  frame->enter_ticks, csr_clock_read());
		t->barriers -= frame->function == 0;
		t->hidden -= (frame->function & CSR_FRAME_HIDDEN) != 0;
	}
	if (t->barriers == 0)
		t->careful &= ~(unsigned)CSR_CAREFUL_STACK;
	t->top = top;
	if (left < t->inherited)
		t->inherited = left;
	return before - left;
}

CSR_FN void csr_careful_pop(struct csr_thread *t, struct csr_frame *top)
{
	if (csr_careful_drop(t, top))
		csr_block_write_unwound(t, csr_frames_depth(t, top));
}

CSR_FN static void push_barrier(struct csr_thread *t)
{
	csr_hot_push(t, t->top, 0, UINT64_MAX, t->last_ticks, 0);
	t->barriers++;
	t->careful |= CSR_CAREFUL_STACK;
	t->limit = NULL;
}

CSR_FN static void write_wide(struct csr_thread *t, uint64_t function, uint64_t kind, uint64_t site,
			      uint64_t now)
{
	uint64_t *word = t->position;

	*word++ = csr_word(now, csr_word_event(function, kind));
	*word++ = function;
	if (kind == CSF_KIND_ENTER_AT)
		*word++ = site;
	csr_block_commit(t, word, now);
}

/* With its call site, and not into the cache of call sites: see trigger.h. */
CSR_FN static void write_watched(struct csr_thread *t, uint64_t function, uint64_t site,
				 uint64_t now)
{
	t->position[0] = csr_word(now, csr_word_event(function, CSF_KIND_ENTER_AT));
	t->position[1] = site;
	csr_block_commit(t, t->position + 2, now);
}

CSR_FN static void careful_enter(struct csr_thread *t, const struct csr_hook *hook)
{
	uint64_t site = hook->call_site;
	uint64_t mark = 0;
	uint64_t now;

	if (t->top->cfa <= hook->cfa || t->barriers) {
		struct csr_enter_verdict verdict = csr_frames_enter(t, hook);

		csr_careful_pop(t, verdict.top);
		if (verdict.needs_barrier)
			push_barrier(t);
		if (verdict.is_inlined)
			site = hook->hook_ip | CSF_CALLSITE_INLINED;
	}
	if (t->is_paused)
		t->paused_hooks++;
	if (!csr_stack_has_room(t)) {
		if (t->is_paused)
			return;
		if (!t->is_too_deep)
			csr_block_write_marker(t, CSF_MARKER_TOO_DEEP, csr_frames_depth(t, t->top));
		t->is_too_deep = true;
		csr_block_lose(t);
		return;
	}
	if (t->is_paused) {
		t->hidden++;
		csr_hot_push(t, t->top, hook->function | CSR_FRAME_HIDDEN, hook->cfa, 0,
			     csr_frame_site(hook->call_site, hook->hook_ip));
		return;
	}
	if (csr_trigger_may_watch(hook->function) && csr_trigger_of(hook->function))
		mark = CSR_FRAME_WATCHED;
	now = csr_clock_read();
	csr_block_bridge(t, now);
	csr_hot_push(t, t->top, hook->function | mark, hook->cfa, now,
		     csr_frame_site(hook->call_site, hook->hook_ip));
	if (t->careful & CSR_CAREFUL_WIDE)
		write_wide(t, hook->function,
			   t->has_call_sites ? CSF_KIND_ENTER_AT : CSF_KIND_ENTER, site, now);
	else if (mark)
		write_watched(t, hook->function, site, now);
	else if (csr_hot_knows_site(t, hook->function, site))
		csr_hot_write_known(t, t->position, hook->function, now);
	else
		csr_hot_write_new(t, t->position, hook->function, site, now);
}

CSR_FN static void careful_exit(struct csr_thread *t, const struct csr_hook *hook)
{
	struct csr_frame *frame = t->top;
	uint64_t now;

	if (frame->function != hook->function || frame->cfa != hook->cfa)
		frame = csr_frames_exit(t, hook);
	if (t->is_paused && (!frame || !csr_frame_is_call(frame)))
		t->paused_hooks++;
	if (!frame) {
		/* Its enter did not fit on the shadow stack, or is older than the capture. */
		if (t->is_paused)
			return;
		if (t->is_too_deep && t->top->cfa > hook->cfa)
			csr_block_lose(t);
		else
			csr_block_write_unmatched(t, hook->function);
		return;
	}
	csr_careful_pop(t, frame);
	if (!csr_frame_is_call(frame)) {
		csr_careful_drop(t, frame - 1);
		return;
	}
	now = csr_clock_read();
	csr_block_bridge(t, now);
	if (t->careful & CSR_CAREFUL_WIDE) {
		write_wide(t, hook->function, CSF_KIND_EXIT, 0, now);
	} else {
		t->position[0] = csr_word(now, csr_word_event(hook->function, CSF_KIND_EXIT));
		csr_block_commit(t, t->position + 1, now);
	}
	CSR_BARRIER();
	t->top = frame - 1;
	if (frame->function & CSR_FRAME_WATCHED)
		csr_trigger_check(t, hook->function, frame->enter_ticks, now);
}

CSR_FN static void careful_mark(struct csr_thread *t, const struct csr_hook *hook)
{
	if (t->is_paused)
		return;
	csr_careful_pop(t, csr_frames_mark(t, hook->cfa));
	csr_block_write_mark(t, hook->mark, hook->function, hook->value);
}

CSR_FN void csr_careful_record(struct csr_thread *t, const struct csr_hook *hook)
{
	if (hook->mark)
		careful_mark(t, hook);
	else if (hook->is_exit)
		careful_exit(t, hook);
	else
		careful_enter(t, hook);
	if (t->due)
		csr_snapshot_take(t);
}
