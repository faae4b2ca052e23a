/* SPDX-License-Identifier: MIT */
/*
 * What a program says about itself: scopes, which are activations like those of functions, moments
 * with a name, and the wish to have everything in the block files.
 */
#include "api.h"

#include "hooks.h"
#include "hot.h"
#include "pause.h"
#include "process.h"
#include "syscalls.h"

/*
 * The header passes the frame and the call site of the function that the scope is in, and calls from within
 * it: to the shadow stack a scope is an inlined call.
 */
#if CSR_FRAME_IS_EXACT
CSR_FN void callsight_rt_scope_enter(const void *name, const void *frame, const void *call_site)
{
	csr_hot_enter((uintptr_t)name, (uint64_t)(uintptr_t)call_site, CSR_CFA_OF_FRAME(frame),
		      (uint64_t)(uintptr_t)__builtin_return_address(0));
}

CSR_FN void callsight_rt_scope_exit(const void *name, const void *frame, const void *call_site)
{
	csr_hot_exit((uintptr_t)name, (uint64_t)(uintptr_t)call_site, CSR_CFA_OF_FRAME(frame),
		     (uint64_t)(uintptr_t)__builtin_return_address(0));
}
#else
/* Frames are compared by the hook's own, so it must be the hook's: these are jumps. */
CSR_FN void callsight_rt_scope_enter(const void *name, const void *frame, const void *call_site)
{
	(void)frame;
	__wrap___cyg_profile_func_enter((void *)(uintptr_t)name, (void *)(uintptr_t)call_site);
}

CSR_FN void callsight_rt_scope_exit(const void *name, const void *frame, const void *call_site)
{
	(void)frame;
	__wrap___cyg_profile_func_exit((void *)(uintptr_t)name, (void *)(uintptr_t)call_site);
}
#endif

/* A callee of the function that calls the API has this CFA at most: what lies there is gone. Not where
 * frames are compared by the hook's own: that of the function itself may lie there, too. */
#define CFA_OF_CALLEES() ((uint64_t)(uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *))

/* The same path as a hook's, with the same order of loads and stores (hot.h). */
CSR_INLINE void mark(enum csf_name_kind kind, const void *name, int64_t value, uint64_t cfa)
{
	struct csr_thread *t = csr_self;
	uint64_t busy = t->busy;
	uint64_t *position;
	uint64_t *limit;
	uint64_t now;

	if (CSR_UNLIKELY(busy)) {
		/* A pause may be over: what `callsight ctl` asks for is seen on the slow path. */
		if (busy != CSR_BUSY_OFF && (busy == CSR_BUSY_PAUSED || !csr_busy_is_rest(busy)))
			csr_slow_mark(kind, (uintptr_t)name, value, cfa);
		return;
	}
	now = csr_hot_take(t, cfa, &position, &limit);
	if (!CSR_HOT_FITS(t, position, limit, now) ||
	    (CSR_FRAME_IS_EXACT && CSR_UNLIKELY(t->top->cfa <= cfa))) {
		csr_hot_give_back(t);
		csr_slow_mark(kind, (uintptr_t)name, value, cfa);
		return;
	}
	position[0] = csr_word(now, csr_word_extended(CSF_EXT_USER_MARK,
						      kind == CSF_NAME_VALUE ? 2 : 1, kind));
	position[1] = (uintptr_t)name;
	if (kind == CSF_NAME_VALUE)
		position[2] = (uint64_t)value;
	csr_block_commit(t, position + (kind == CSF_NAME_VALUE ? 3 : 2), now);
	CSR_BARRIER();
	t->busy = 0;
}

CSR_FN void callsight_rt_mark(const void *name)
{
	mark(CSF_NAME_MARK, name, 0, CFA_OF_CALLEES());
}

CSR_FN void callsight_rt_frame(const void *name)
{
	mark(CSF_NAME_FRAME, name, 0, CFA_OF_CALLEES());
}

CSR_FN void callsight_rt_value(const void *name, long long value)
{
	mark(CSF_NAME_VALUE, name, value, CFA_OF_CALLEES());
}

CSR_FN CSR_ALIGNS_STACK void callsight_rt_flush(void)
{
	struct csr_thread *t = csr_self;
	uint64_t signals;

	/* In a child of fork the capture is the parent's until a hook makes one. */
	if (!csr_thread_records(t) || !csr_busy_is_rest(t->busy) || !t->is_alive ||
	    csr_process.settings.is_wrap || t->tally.first)
		return;
	t->busy = CFA_OF_CALLEES();
	CSR_BARRIER();
	signals = csr_signals_block();
	/* After a stop, and on failure, the next hook ends recording. */
	if (t->position && t->block->used_bytes > CSF_BLOCK_HEADER_BYTES && csr_block_offer(t))
		csr_block_open(t);
	csr_signals_restore(signals);
	CSR_BARRIER();
	t->busy = csr_pause_rest(t);
}
