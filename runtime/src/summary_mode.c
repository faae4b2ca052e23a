/* SPDX-License-Identifier: MIT */
#include "summary_mode.h"

#include <stdbool.h>
#include <stddef.h>

#include "clock.h"
#include "pause.h"
#include "shadow_stack.h"
#include "slow_path.h"
#include "syscalls.h"
#include "tally.h"

enum close_kind { CLOSE_EXIT, CLOSE_UNWOUND, CLOSE_OPEN };

CSR_INLINE void push(struct csr_thread *t, struct csr_frame *top, struct csr_row *row,
		     const struct csr_hook *hook, uint64_t now)
{
	struct csf_tally_frame *extra = csr_tally_frame(t, top + 1);

	extra->enter_ticks = now;
	extra->child_ticks = 0;
	extra->child_count = 0;
	top[1].function = hook->function;
	top[1].cfa = hook->cfa;
	top[1].site = csr_frame_site(hook->call_site, hook->hook_ip);
	CSR_BARRIER();
	extra->row = (uintptr_t)row;
	CSR_BARRIER();
	t->top = top + 1;
	CSR_BARRIER();
	row->numbers->entered++;
}

/* @counter: of the histogram, or NULL. */
CSR_INLINE void close_top(struct csr_thread *t, struct csr_frame *top, struct csr_row *row,
			  uint64_t duration, uint64_t *counter)
{
	struct csf_tally_frame *extra = csr_tally_frame(t, top);
	struct csf_summary_row *n = row->numbers;
	uint64_t others = n->entered - n->leaving - 1;

	n->leaving++;
	CSR_BARRIER();
	n->total += duration;
	n->self += duration - extra->child_ticks;
	n->children += extra->child_count;
	if (CSR_UNLIKELY(others))
		n->nested += duration;
	if (CSR_UNLIKELY(duration > n->max))
		n->max = duration;
	if (counter) {
		if (CSR_UNLIKELY(duration < n->min))
			n->min = duration;
		(*counter)++;
	}
	extra[-1].child_ticks += duration;
	extra[-1].child_count++;
	CSR_BARRIER();
	n->ended++;
	CSR_BARRIER();
	extra->row = 0;
	t->top = top - 1;
}

/* The slow path starts the hook again from its beginning. */
#define GIVE_UP(t, slow)                                 \
	do {                                             \
		CSR_BARRIER();                           \
		(t)->running = 0;                        \
		CSR_BARRIER();                           \
		slow(function, call_site, cfa, hook_ip); \
		return;                                  \
	} while (0)

CSR_FN void csr_summary_enter(uint64_t function, uint64_t call_site, uint64_t cfa, uint64_t hook_ip)
{
	const struct csr_hook hook = { function, call_site, cfa, hook_ip, false, 0, 0 };
	struct csr_thread *t = csr_self;
	struct csr_frame *top;
	struct csr_row *row;
	uint64_t now;

	if (CSR_UNLIKELY(t->running)) {
		csr_slow_enter(function, call_site, cfa, hook_ip);
		return;
	}
	t->running = cfa;
	CSR_BARRIER();
	now = csr_clock_counter();
	top = t->top;
	row = csr_tally_find(t->tally.index, function);
	if (CSR_UNLIKELY(!row || top->cfa <= cfa) || CSR_UNLIKELY(csr_pause_of_process()) ||
	    CSR_UNLIKELY(((uintptr_t)(top + 1) & (CSR_STACK_CHUNK - 1)) == 0))
		GIVE_UP(t, csr_slow_enter);
	push(t, top, row, &hook, now);
	CSR_BARRIER();
	t->running = 0;
}

/* The exit of the innermost frame that the hot path leaves to others: its octave is new, it was entered
 * before the capture, or the clock stepped back. running is held. */
CSR_COLD CSR_ALIGNS_STACK static void finish_exit(struct csr_thread *t, uint64_t now);

CSR_FN void csr_summary_exit(uint64_t function, uint64_t call_site, uint64_t cfa, uint64_t hook_ip)
{
	struct csr_thread *t = csr_self;
	struct csr_frame *top;
	struct csf_tally_frame *extra;
	struct csr_row *row;
	uint64_t duration;
	uint64_t *octave = NULL;
	unsigned bucket;
	uint64_t now;

	if (CSR_UNLIKELY(t->running)) {
		csr_slow_exit(function, call_site, cfa, hook_ip);
		return;
	}
	t->running = cfa;
	CSR_BARRIER();
	now = csr_clock_counter();
	top = t->top;
	if (CSR_UNLIKELY(top->function != function || top->cfa != cfa))
		GIVE_UP(t, csr_slow_exit);
	extra = csr_tally_frame(t, top);
	duration = now - extra->enter_ticks;
	bucket = csr_tally_bucket(duration);
	row = (struct csr_row *)(uintptr_t)extra->row;
	/* 0 only in a child of fork, behind a handler that made it: the frames were taken away. */
	if (CSR_LIKELY((uintptr_t)row > CSF_FRAME_FOREIGN))
		octave = row->octaves[bucket >> 6];
	if (CSR_UNLIKELY(!octave || (int64_t)(duration - extra->child_ticks) < 0)) {
		finish_exit(t, now);
		return;
	}
	t->tally.first->last_ticks = now;
	close_top(t, top, row, duration, &octave[bucket & 63]);
	CSR_BARRIER();
	t->running = 0;
}

/* --- The slow path. running is held. --- */

CSR_FN static void close_frame(struct csr_thread *t, uint64_t now, enum close_kind kind)
{
	struct csf_tally_frame *extra = csr_tally_frame(t, t->top);
	struct csr_row *row = (struct csr_row *)(uintptr_t)extra->row;
	uint64_t duration = now - extra->enter_ticks;
	uint64_t *counter = NULL;

	if (extra->row <= CSF_FRAME_FOREIGN) { /* or a barrier: time passes through it */
		t->barriers -= t->top->function == 0;
		extra[-1].child_ticks += extra->child_ticks;
		extra[-1].child_count += extra->child_count;
		extra->row = 0;
		t->top--;
		return;
	}
	if ((int64_t)(duration - extra->child_ticks) < 0) {
		duration = extra->child_ticks;
		t->tally.first->clock_steps++;
	}
	if (kind != CLOSE_OPEN) {
		unsigned bucket = csr_tally_bucket(duration);

		if (!row->octaves[bucket >> 6]) {
			uint64_t signals = csr_signals_block();

			csr_tally_add_octave(t, row, bucket >> 6);
			csr_signals_restore(signals);
		}
		counter = &row->octaves[bucket >> 6][bucket & 63];
	}
	row->numbers->unwound += kind == CLOSE_UNWOUND;
	row->numbers->left_open += kind == CLOSE_OPEN;
	row->numbers->open_total += kind == CLOSE_OPEN ? duration : 0;
	close_top(t, t->top, row, duration, counter);
}

CSR_FN static void pop_to(struct csr_thread *t, struct csr_frame *top, uint64_t now,
			  enum close_kind kind)
{
	bool had_barriers = t->barriers != 0;

	while (t->top != top)
		close_frame(t, now, kind);
	if (had_barriers && t->barriers == 0) {
		t->careful &= ~(unsigned)CSR_CAREFUL_STACK;
		csr_tally_set_busy(t);
	}
}

CSR_FN static void push_barrier(struct csr_thread *t)
{
	t->top[1] = (struct csr_frame){ .cfa = UINT64_MAX };
	*csr_tally_frame(t, t->top + 1) = (struct csf_tally_frame){ .row = CSF_FRAME_FOREIGN };
	CSR_BARRIER();
	t->top++;
	t->barriers++;
	t->careful |= CSR_CAREFUL_STACK;
	csr_tally_set_busy(t);
}

/* Entered while the thread is paused: no call, time passes through it. */
CSR_FN static void push_hidden(struct csr_thread *t, const struct csr_hook *hook)
{
	t->top[1] = (struct csr_frame){ hook->function, hook->cfa, 0,
					csr_frame_site(hook->call_site, hook->hook_ip) };
	*csr_tally_frame(t, t->top + 1) = (struct csf_tally_frame){ .row = CSF_FRAME_FOREIGN };
	CSR_BARRIER();
	t->top++;
}

CSR_FN static struct csr_row *find_or_add(struct csr_thread *t, uint64_t function)
{
	struct csr_row *row = csr_tally_find(t->tally.index, function);
	uint64_t signals;

	if (row)
		return row;
	signals = csr_signals_block();
	row = csr_tally_add(t, function);
	csr_signals_restore(signals);
	return row;
}

CSR_FN static void careful_enter(struct csr_thread *t, const struct csr_hook *hook)
{
	struct csr_row *row;

	if (t->top->cfa <= hook->cfa || t->barriers) {
		struct csr_enter_verdict verdict = csr_frames_enter(t, hook);

		pop_to(t, verdict.top, csr_clock_read(), CLOSE_UNWOUND);
		if (verdict.needs_barrier)
			push_barrier(t);
	}
	if (t->is_paused) {
		t->tally.first->paused_hooks++;
		if (csr_stack_has_room(t))
			push_hidden(t, hook);
		return;
	}
	row = csr_stack_has_room(t) ? find_or_add(t, hook->function) : NULL;
	if (!row) {
		t->is_too_deep = true;
		t->tally.first->lost_events++;
		return;
	}
	push(t, t->top, row, hook, csr_clock_read());
}

CSR_FN static void careful_exit(struct csr_thread *t, const struct csr_hook *hook)
{
	struct csf_table *table = t->tally.first;
	struct csr_frame *frame = t->top;
	uint64_t now = csr_clock_read();

	if (frame->function != hook->function || frame->cfa != hook->cfa)
		frame = csr_frames_exit(t, hook);
	if (t->is_paused && (!frame || csr_tally_frame(t, frame)->row == CSF_FRAME_FOREIGN))
		table->paused_hooks++;
	if (!frame) {
		if (t->is_paused)
			return;
		if (t->is_too_deep && t->top->cfa > hook->cfa)
			table->lost_events++; /* so was its enter */
		else
			table->unmatched++;
		return;
	}
	pop_to(t, frame, now, CLOSE_UNWOUND);
	close_frame(t, now, CLOSE_EXIT);
	table->last_ticks = now;
}

CSR_COLD CSR_ALIGNS_STACK static void finish_exit(struct csr_thread *t, uint64_t now)
{
	close_frame(t, now, CLOSE_EXIT);
	t->tally.first->last_ticks = now;
	CSR_BARRIER();
	t->running = 0;
}

CSR_FN static uint64_t activations(const struct csr_thread *t, const struct csr_row *row)
{
	uint64_t count = 0;

	for (const struct csr_frame *frame = t->top; frame != t->bottom; frame--)
		count += csr_tally_frame(t, frame)->row == (uintptr_t)row;
	return count;
}

/* A handler jumped out of a hook: whatever it had done of its stores is made whole. */
CSR_FN static void repair(struct csr_thread *t)
{
	struct csf_tally_frame *extra = csr_tally_frame(t, t->top);
	struct csr_row *row = (struct csr_row *)(uintptr_t)extra->row;

	extra[1].row = 0; /* an enter that got no further */
	if (t->top == t->bottom || extra->row == CSF_FRAME_FOREIGN)
		return;
	if (!row) { /* an exit that was all but done */
		t->top--;
	} else if (row->numbers->leaving != row->numbers->ended) {
		row->numbers->ended = row->numbers->leaving;
		t->tally.first->torn++;
		extra->row = 0;
		t->top--;
	} else {
		row->numbers->entered = row->numbers->ended + activations(t, row);
	}
}

CSR_FN void csr_summary_slow(struct csr_thread *t, const struct csr_hook *hook)
{
	uint64_t running = t->running;

	if (running) {
		if (!csr_frames_hook_is_gone(running, hook->cfa)) {
			if (t->is_paused)
				t->tally.first->paused_hooks++;
			else
				t->tally.first->lost_events++;
			return;
		}
		repair(t);
	}
	t->running = hook->cfa;
	CSR_BARRIER();
	if (hook->is_exit)
		careful_exit(t, hook);
	else
		careful_enter(t, hook);
	CSR_BARRIER();
	t->running = 0;
}

CSR_FN void csr_summary_end_thread(struct csr_thread *t)
{
	uint64_t now = t->tally.first->last_ticks;
	const struct csf_tally_frame *innermost;

	if (t->running)
		repair(t);
	t->running = 0;
	innermost = csr_tally_frame(t, t->top);
	if (t->top != t->bottom && innermost->enter_ticks > now)
		now = innermost->enter_ticks;
	pop_to(t, t->bottom, now, CLOSE_OPEN);
}
