/* SPDX-License-Identifier: MIT */
#include "slow_path.h"

#include <stdbool.h>
#include <stddef.h>

#include "block.h"
#include "clock.h"
#include "count_mode.h"
#include "fibers.h"
#include "frames.h"
#include "hot.h"
#include "live.h"
#include "process.h"
#include "settings.h"
#include "slots.h"
#include "summary_mode.h"
#include "syscalls.h"

/* Hooks of a muted thread between two looks at its name: a system call of 100 ns costs 0.4 ns a
 * hook then, and a thread that names itself is recorded 256 hooks later at the latest. */
#define MUTED_HOOKS 256u

/* What a hook finds when it looks at its thread. */
enum readiness {
	READY, /* busy is held, there is room: record */
	AGAIN, /* something changed: look again */
	DONE,  /* not to be recorded, or counted as lost */
};

const uint64_t csr_thread_new_words[4] = { CSR_BUSY_NEW };
const uint64_t csr_thread_muted_words[4] = { CSR_BUSY_MUTED };
const uint64_t csr_thread_off_words[4] = { CSR_BUSY_OFF };

static __thread uint32_t muted_hooks __attribute__((tls_model("initial-exec")));

CSR_FN static void record_nothing(const uint64_t *words)
{
	csr_self = csr_primary = (struct csr_thread *)(uintptr_t)words;
}

CSR_FN static bool name_matches(void)
{
	char name[17] = "";

	csr_thread_read_name(name);
	return csr_settings_thread_matches(csr_process.settings.threads, name);
}

/* Signals are blocked. @inherited as in csr_slot_take(). */
CSR_FN static void begin(struct csr_thread *inherited)
{
	struct csr_thread *t;

	if (!inherited && !name_matches()) {
		record_nothing(csr_thread_muted_words);
		return;
	}
	t = csr_slot_take(inherited);
	if (!t) {
		__atomic_fetch_add(&csr_live_header()->lost_threads, 1, __ATOMIC_RELAXED);
		record_nothing(csr_thread_off_words);
		return;
	}
	csr_slot_open(t);
	csr_self = csr_primary = t;
}

CSR_COLD static void begin_thread(void)
{
	uint64_t signals = csr_signals_block();

	if (csr_self->busy == CSR_BUSY_NEW) { /* a handler may have come first */
		/* Off while it starts: a function of the program's may stand in for one of libc's that
		 * a start calls, and its hooks would wait for the start forever. */
		record_nothing(csr_thread_off_words);
		if (csr_process_start())
			begin(NULL);
	}
	csr_signals_restore(signals);
}

/* busy was not 0. */
CSR_FN static enum readiness look_at_busy(struct csr_thread *t, uint64_t cfa)
{
	uint64_t busy = t->busy;

	switch (busy) {
	case CSR_BUSY_OFF:
		return DONE;
	case CSR_BUSY_NEW:
		begin_thread();
		return AGAIN;
	case CSR_BUSY_MUTED:
		if (++muted_hooks % MUTED_HOOKS || !name_matches())
			return DONE;
		record_nothing(csr_thread_new_words);
		return AGAIN;
	default:
		break;
	}
	/* The frame of the interrupted hook's function is gone: a handler jumped out of the hook. */
	if (cfa >= busy && (!csr_on_alternate_stack(cfa) || csr_on_alternate_stack(busy))) {
		t->busy = 0;
		return AGAIN;
	}
	csr_block_lose(t);
	return DONE;
}

CSR_FN static void turn_off(struct csr_thread *t)
{
	t->stop_seen = __atomic_load_n(&csr_process.stop_generation, __ATOMIC_RELAXED);
	if (t->position)
		csr_block_write_marker(t, (enum csf_marker)csr_process.stop_marker,
				       csr_process.stop_argument);
	t->busy = CSR_BUSY_OFF;
}

/* The child of a fork goes on with the shadow stack of its parent, in a capture of its own. */
CSR_FN static void begin_in_child(struct csr_thread *t)
{
	/* A fiber of the parent that is switched to later finds the child's capture. */
	if (csr_process_is_owner() || csr_process_restart_in_child())
		begin(t);
	else
		record_nothing(csr_thread_off_words);
}

CSR_FN static bool is_stopped(const struct csr_thread *t)
{
	return __atomic_load_n(&csr_process.stop_generation, __ATOMIC_RELAXED) != t->stop_seen;
}

CSR_FN static bool has_room(const struct csr_thread *t)
{
	return t->position < t->window_limit &&
	       (!csr_process.is_wide || (t->block->flags & CSF_BLOCK_WIDE));
}

/* A new block where the old one is full or of the wrong form. False: recording was stopped. */
CSR_FN static bool make_room(struct csr_thread *t)
{
	if (csr_process.is_wide)
		t->careful |= CSR_CAREFUL_WIDE;
	if (!has_room(t)) {
		if (!csr_block_finish(t))
			return false;
		csr_block_open(t);
	}
	return true;
}

CSR_COLD static enum readiness prepare_with_signals_blocked(struct csr_thread *t)
{
	if (!t->is_alive) {
		begin_in_child(t);
		return AGAIN;
	}
	if (is_stopped(t) || !make_room(t) || is_stopped(t)) {
		turn_off(t);
		return DONE;
	}
	return READY;
}

/* busy is held. */
CSR_FN static enum readiness prepare(struct csr_thread *t)
{
	enum readiness result;
	uint64_t signals;

	/* An inlined call or a careful form does not pay for system calls. */
	if (t->is_alive && !is_stopped(t) && has_room(t))
		return READY;
	signals = csr_signals_block();
	result = prepare_with_signals_blocked(t);
	csr_signals_restore(signals);
	return result;
}

/* Pops down to @top; what ends there without an exit hook is recorded as unwound. */
CSR_FN static void pop_to(struct csr_thread *t, struct csr_frame *top)
{
	uint32_t left;

	if (top == t->top)
		return;
	for (const struct csr_frame *frame = t->top; frame != top; frame--)
		t->barriers -= frame->function == 0;
	if (t->barriers == 0)
		t->careful &= ~(unsigned)CSR_CAREFUL_STACK;
	left = csr_frames_depth(t, top);
	t->top = top;
	if (left < t->inherited)
		t->inherited = left;
	csr_block_write_unwound(t, left);
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

CSR_FN static void careful_enter(struct csr_thread *t, const struct csr_hook *hook)
{
	uint64_t site = hook->call_site;
	uint64_t now;

	if (t->top->cfa <= hook->cfa || t->barriers) {
		struct csr_enter_verdict verdict = csr_frames_enter(t, hook);

		pop_to(t, verdict.top);
		if (verdict.needs_barrier)
			push_barrier(t);
		if (verdict.is_inlined)
			site = hook->hook_ip | CSF_CALLSITE_INLINED;
	}
	if (t->top + 1 >= t->stack_end) {
		if (!t->is_too_deep)
			csr_block_write_marker(t, CSF_MARKER_TOO_DEEP, csr_frames_depth(t, t->top));
		t->is_too_deep = true;
		csr_block_lose(t);
		return;
	}
	now = csr_clock_read();
	csr_block_bridge(t, now);
	csr_hot_push(t, t->top, hook->function, hook->cfa, now,
		     csr_frame_site(hook->call_site, hook->hook_ip));
	if (t->careful & CSR_CAREFUL_WIDE)
		write_wide(t, hook->function,
			   t->has_call_sites ? CSF_KIND_ENTER_AT : CSF_KIND_ENTER, site, now);
	else
		csr_hot_write_enter(t, t->position, hook->function, site, now);
}

CSR_FN static void careful_exit(struct csr_thread *t, const struct csr_hook *hook)
{
	struct csr_frame *frame = t->top;
	uint64_t now;

	if (frame->function != hook->function || frame->cfa != hook->cfa)
		frame = csr_frames_exit(t, hook);
	if (!frame) {
		/* Its enter did not fit on the shadow stack, or is older than the capture. */
		if (t->is_too_deep && t->top->cfa > hook->cfa)
			csr_block_lose(t);
		else
			csr_block_write_unmatched(t, hook->function);
		return;
	}
	pop_to(t, frame);
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
}

CSR_FN static void record(struct csr_thread *t, const struct csr_hook *hook)
{
	if (hook->is_exit)
		careful_exit(t, hook);
	else
		careful_enter(t, hook);
	/* The alternate stack was left: the hot path may take over, unless a stop just came. */
	if (!t->careful && !t->limit && !is_stopped(t))
		csr_block_set_limit(t, t->window_limit);
}

/* Not only where the hook led here: the thread may just have begun. */
CSR_FN static void run_in_mode(struct csr_thread *t, const struct csr_hook *hook)
{
	if (t->busy != CSR_BUSY_COUNT)
		csr_summary_slow(t, hook);
	else if (!hook->is_exit)
		csr_count_enter(hook->function);
}

CSR_FN static void run(const struct csr_hook *hook)
{
	enum readiness readiness;

	do {
		struct csr_thread *t = csr_self;

		if (t->busy && !csr_busy_is_mode(t->busy)) {
			readiness = look_at_busy(t, hook->cfa);
			continue;
		}
		if (t != csr_primary && !csr_fiber_holds(t, hook->cfa)) {
			csr_self = csr_primary;
			readiness = AGAIN;
			continue;
		}
		if (t->busy) {
			run_in_mode(t, hook);
			return;
		}
		t->busy = hook->cfa;
		CSR_BARRIER();
		readiness = prepare(t);
		if (readiness == READY) {
			record(t, hook);
			CSR_BARRIER();
			t->busy = 0;
		}
	} while (readiness == AGAIN);
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_enter(uint64_t function, uint64_t call_site, uint64_t cfa,
					      uint64_t hook_ip)
{
	const struct csr_hook hook = { function, call_site, cfa, hook_ip, false };

	run(&hook);
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_exit(uint64_t function, uint64_t call_site, uint64_t cfa,
					     uint64_t hook_ip)
{
	const struct csr_hook hook = { function, call_site, cfa, hook_ip, true };

	/* The first hook of a thread that is an exit: there is nothing that it could end. */
	if (csr_self->busy != CSR_BUSY_NEW)
		run(&hook);
}
