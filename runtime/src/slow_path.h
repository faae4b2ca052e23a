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

CSR_HIDDEN void csr_slow_enter(uint64_t function, uint64_t call_site, uint64_t cfa,
			       uint64_t hook_ip);
CSR_HIDDEN void csr_slow_exit(uint64_t function, uint64_t call_site, uint64_t cfa,
			      uint64_t hook_ip);

/** csr_slow_want_pause() - is the calling thread to be paused? Signals must be blocked. */
CSR_HIDDEN void csr_slow_want_pause(bool wanted);

#endif
