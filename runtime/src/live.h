/* SPDX-License-Identifier: MIT */
/*
 * csf_live of this process, wherever its capture lies: what is said of the process as a whole, and what
 * others ask of it. Memory that outlives the process; the sink gives it (sink.h).
 */
#ifndef CSR_LIVE_H
#define CSR_LIVE_H

#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

/** csr_live_begin() - fills the zeroed @header of a capture that begins. One thread, signals blocked. */
CSR_HIDDEN void csr_live_begin(struct csf_live *header);

/** csr_live_header() - NULL before csr_live_begin(). */
CSR_HIDDEN struct csf_live *csr_live_header(void);

/* Points to csf_live.request, or to a 0 where there is no header. */
extern CSR_HIDDEN const uint32_t *csr_live_request;

/** csr_live_say_stopped() - to whoever asks the process for something. */
CSR_HIDDEN void csr_live_say_stopped(enum csf_marker marker, uint64_t argument);

/** csr_live_leave() - there is no header from now on. A child of fork that begins one of its own is asked
 *  for what was asked of its parent. */
CSR_HIDDEN void csr_live_leave(void);

#endif
