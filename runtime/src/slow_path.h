/* SPDX-License-Identifier: MIT */
/*
 * A hook that cannot just write its words: the thread's first, a full window, a gap that 20 bits
 * cannot hold, frames that were left or inlined, a clock or form that the hot path does not know, a
 * stop, a fork, a hook within a hook. Does the whole hook, from its beginning.
 */
#ifndef CSR_SLOW_PATH_H
#define CSR_SLOW_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

CSR_HIDDEN void csr_slow_enter(uint64_t function, uint64_t call_site, uint64_t cfa,
			       uint64_t hook_ip);
/** csr_slow_enter_again() - an enter whose frame was pushed, and nothing else done: by the slow path, with what
 *  the frame says. So the hot path need not keep it. */
CSR_HIDDEN void csr_slow_enter_again(uint64_t function, uint64_t call_site);
CSR_HIDDEN void csr_slow_exit(uint64_t function, uint64_t call_site, uint64_t cfa,
			      uint64_t hook_ip);

/** csr_slow_want_pause() - is the calling thread to be paused? Signals must be blocked. */
CSR_HIDDEN void csr_slow_want_pause(bool wanted);
/** csr_slow_mark() - a moment with a name; events mode only. */
CSR_HIDDEN void csr_slow_mark(enum csf_name_kind kind, uint64_t name, int64_t value, uint64_t cfa);

/** csr_slow_begin() - what the first hook of a thread, or of a child of fork, does before it records. */
CSR_HIDDEN void csr_slow_begin(void);

#endif
