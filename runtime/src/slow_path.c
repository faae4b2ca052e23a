/* SPDX-License-Identifier: MIT */
#include "slow_path.h"

#include <stdbool.h>
#include <stddef.h>

#include "block.h"
#include "careful.h"
#include "count_mode.h"
#include "fibers.h"
#include "frames.h"
#include "live.h"
#include "nested.h"
#include "pause.h"
#include "process.h"
#include "settings.h"
#include "slots.h"
#include "summary_mode.h"
#include "syscalls.h"
#include "tally.h"
#include "thread_name.h"

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

	csr_thread_name_read(csr_self, name);
	return csr_settings_thread_matches(csr_process.settings.threads, name);
}

/* callsight_pause() before the thread's first hook that is recorded. */
static __thread bool wants_pause __attribute__((tls_model("initial-exec")));

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
	if (!inherited)
		t->wants_pause = wants_pause;
	csr_slot_open(t);
	csr_self = t;
	/* A child of fork on a stack that was switched to: when its thread's own comes, it begins that one as
	 * well, with the shadow stack that it has in the parent. */
	if (!t->stack_low)
		csr_primary = t;
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
CSR_FN static enum readiness look_at_busy(struct csr_thread *t, const struct csr_hook *hook)
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
	return csr_nested_run(t, hook) ? AGAIN : DONE;
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

CSR_COLD static enum readiness prepare_with_signals_blocked(struct csr_thread *t)
{
	if (!t->is_alive) {
		begin_in_child(t);
		return AGAIN;
	}
	if (is_stopped(t) || !csr_block_make_room(t) || !csr_pause_apply(t) || is_stopped(t)) {
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
	if (t->is_alive && !is_stopped(t) && csr_block_has_room(t) && !csr_pause_is_due(t))
		return READY;
	signals = csr_signals_block();
	result = prepare_with_signals_blocked(t);
	csr_signals_restore(signals);
	return result;
}

/* An alternate stack was left, or the thread has just looked around: the hot path may take over, unless a stop just
 * came. */
CSR_FN static void take_hot_path(struct csr_thread *t)
{
	if (!t->careful && t->position >= t->limit && !t->is_paused && !is_stopped(t))
		csr_block_set_limit(t);
}

/* Not only where the hook led here: the thread may just have begun. */
CSR_FN static void run_in_mode(struct csr_thread *t, const struct csr_hook *hook)
{
	if (hook->mark)
		return;
	if (csr_pause_is_due(t)) {
		uint64_t signals = csr_signals_block();

		csr_pause_apply(t);
		csr_signals_restore(signals);
	}
	if (t->bottom)
		csr_summary_slow(t, hook);
	else if (t->is_paused)
		t->tally.first->paused_hooks++;
	else if (!hook->is_exit)
		csr_count_enter(hook->function);
}

CSR_FN static void run(const struct csr_hook *hook)
{
	enum readiness readiness;

	do {
		struct csr_thread *t = csr_self;

		if (!csr_busy_is_rest(t->busy)) {
			readiness = look_at_busy(t, hook);
			continue;
		}
		if (t != csr_primary && !csr_fiber_holds(t, hook->cfa)) {
			csr_self = csr_primary;
			readiness = AGAIN;
			continue;
		}
		if (t->busy && t->tally.first) {
			run_in_mode(t, hook);
			return;
		}
		t->busy = hook->cfa;
		CSR_BARRIER();
		readiness = prepare(t);
		if (readiness == READY) {
			csr_careful_record(t, hook);
			take_hot_path(t);
			CSR_BARRIER();
			t->busy = csr_pause_rest(t);
		}
	} while (readiness == AGAIN);
}

CSR_FN void csr_slow_want_pause(bool wanted)
{
	struct csr_thread *t;

	if (csr_self->busy == CSR_BUSY_NEW)
		begin_thread();
	t = csr_self;
	if (t != csr_primary && !csr_fiber_holds(t, (uintptr_t)__builtin_frame_address(0)))
		t = csr_self = csr_primary;
	wants_pause = wanted;
	if (!csr_thread_records(t))
		return;
	t->wants_pause = wanted;
	/* In a child of fork, and behind a hook that runs, the next one does it. */
	if (!t->is_alive || !csr_pause_is_due(t))
		return;
	if (csr_busy_is_rest(t->busy) &&
	    (t->tally.first || (!is_stopped(t) && csr_block_make_room(t) && !is_stopped(t))))
		csr_pause_apply(t);
	else
		__atomic_store_n(&t->limit, NULL, __ATOMIC_RELAXED);
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_mark(enum csf_name_kind kind, uint64_t name, int64_t value,
					     uint64_t cfa)
{
	const struct csr_hook hook = { .function = name, .cfa = cfa, .mark = kind, .value = value };

	run(&hook);
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_begin(void)
{
	struct csr_thread *t = csr_fiber_recorder();
	uint64_t signals;

	if (t->busy == CSR_BUSY_NEW) {
		begin_thread();
	} else if (csr_thread_records(t) && !t->is_alive) {
		signals = csr_signals_block();
		begin_in_child(t);
		csr_signals_restore(signals);
	}
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_enter(uint64_t function, uint64_t call_site, uint64_t cfa,
					      uint64_t hook_ip)
{
	const struct csr_hook hook = { function, call_site, cfa, hook_ip, false, 0, 0 };

	run(&hook);
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_enter_again(uint64_t function, uint64_t call_site)
{
	struct csr_thread *t = csr_self;
	const struct csr_frame *frame = t->top;
	uint64_t cfa = frame->cfa;
	/* The frame has its low half; the hook is called in the module that the function is in. */
	int32_t distance = (int32_t)((uint32_t)(frame->site >> 32) - (uint32_t)function);

	/* A child of fork, behind the handler that made it: to its capture the frame is open already. */
	if (t->busy != cfa)
		return;
	t->top--;
	CSR_BARRIER();
	t->busy = 0;
	CSR_BARRIER();
	csr_slow_enter(function, call_site, cfa, function + (uint64_t)(int64_t)distance);
}

CSR_COLD CSR_ALIGNS_STACK void csr_slow_exit(uint64_t function, uint64_t call_site, uint64_t cfa,
					     uint64_t hook_ip)
{
	const struct csr_hook hook = { function, call_site, cfa, hook_ip, true, 0, 0 };

	/* The first hook of a thread that is an exit: there is nothing that it could end. */
	if (csr_self->busy != CSR_BUSY_NEW)
		run(&hook);
}
