/* SPDX-License-Identifier: MIT */
/*
 * The rules of the shadow stack for frames that were left without an exit hook
 * (docs/decisions/0012). Nothing here writes to the trace: these functions say what the stack should
 * become.
 */
#ifndef CSR_FRAMES_H
#define CSR_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"
#include "thread.h"

#if defined(__x86_64__)
#include "frame_x86_64.h"
#elif defined(__riscv)
#include "frame_riscv.h"
#elif defined(__powerpc__) && !defined(__powerpc64__)
#include "frame_powerpc.h"
#else
#include "frame_generic.h"
#endif

/** What a hook says about itself. */
struct csr_hook {
	uint64_t function;
	uint64_t call_site;
	uint64_t cfa;
	uint64_t hook_ip;
	bool is_exit;
	enum csf_name_kind mark; /* 0; else a moment with a name, neither enter nor exit: function
				  * is the name, and cfa bounds the frames that are gone */
	int64_t value;
};

struct csr_enter_verdict {
	struct csr_frame *top; /* entries above it are gone */
	bool is_inlined;       /* the new frame shares the CFA of *top */
	bool needs_barrier;    /* the hook runs on an alternate stack, *top does not */
};

/**
 * csr_frames_enter() - where the stack ends before the frame of @hook is pushed.
 * Called when top's CFA is not above the hook's.
 */
CSR_HIDDEN struct csr_enter_verdict csr_frames_enter(struct csr_thread *t,
						     const struct csr_hook *hook);

/** csr_frames_exit() - the entry that the exit @hook closes; NULL when there is none. */
CSR_HIDDEN struct csr_frame *csr_frames_exit(struct csr_thread *t, const struct csr_hook *hook);

/** csr_frames_mark() - where the stack ends when a function marks a moment: entries at or below @cfa are
 *  gone, unless @cfa is of another stack or frames are not exact. */
CSR_HIDDEN struct csr_frame *csr_frames_mark(struct csr_thread *t, uint64_t cfa);

/** csr_frames_depth() - calls below and with @frame, which is the top or lies below it: the bottom,
 *  barriers and hidden entries do not count. */
CSR_HIDDEN uint32_t csr_frames_depth(const struct csr_thread *t, const struct csr_frame *frame);

/** csr_frames_recount() - barriers, hidden and CSR_CAREFUL_STACK by the entries: where these are another
 *  thread's, or a hook may have been left between two stores. */
CSR_HIDDEN void csr_frames_recount(struct csr_thread *t);

/**
 * csr_frames_hook_is_gone() - is the hook whose function has the frame @running gone, now that a function
 * with the frame @cfa calls one? It is when that frame lies at or above it on the same stack, or when
 * the alternate stack that it was on is not in use any more: a handler jumped out of it.
 */
CSR_HIDDEN bool csr_frames_hook_is_gone(uint64_t running, uint64_t cfa);

#endif
