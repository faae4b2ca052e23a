/* SPDX-License-Identifier: MIT */
/* live.cst: the shared file mapping that threads write their blocks into (docs/decisions/0011). */
#ifndef CSR_LIVE_H
#define CSR_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

/** csr_live_create() - makes live.cst in the process folder. Return: 0 or -errno. */
CSR_HIDDEN int csr_live_create(void);

/**
 * csr_live_window() - a new window: reserved on disk and mapped, every page touched. Windows are never
 * given back: a thread's window serves the next thread of its slot. With TRACE_FULL=wrap and all windows
 * that TRACE_MAX_MB allows in use, the oldest complete one, or when each is some thread's one more.
 *
 * Return: NULL when it could not be made. Where less than TRACE_MIN_FREE_MB is free recording has been
 * stopped.
 */
CSR_HIDDEN struct csf_block *csr_live_window(void);

/**
 * csr_live_exchange() - TRACE_FULL=wrap: keep @full, whose block is complete, until it is the oldest.
 *
 * Return: a closed window: a new one while TRACE_MAX_MB allows it, else the oldest complete one, which
 * is @full itself where there is no other. Signals must be blocked.
 */
CSR_HIDDEN struct csf_block *csr_live_exchange(struct csf_block *full);

/** csr_live_close() - says that there is nothing to read in a window: one store, before others. */
CSR_HIDDEN void csr_live_close(struct csf_block *window);

/** csr_live_header() - NULL before csr_live_create(). */
CSR_HIDDEN struct csf_live *csr_live_header(void);

/* Points to csf_live.request, or to a 0 where there is no live.cst. */
extern CSR_HIDDEN const uint32_t *csr_live_request;

/** csr_live_say_stopped() - to whoever asks the process for something. */
CSR_HIDDEN void csr_live_say_stopped(enum csf_marker marker, uint64_t argument);

/** csr_live_check() - csr_file_check() of live.cst: what csr_live_read() reads is in reach then. */
CSR_HIDDEN int csr_live_check(void);

/** csr_live_read() - bytes of live.cst, without touching what is mapped. Return: are they all there? */
CSR_HIDDEN bool csr_live_read(void *to, uint64_t bytes, uint64_t offset);

/** csr_live_disown() - in a child of fork: private memory takes the place of the parent's windows,
 *  so that a hook that the fork interrupted cannot write into them. */
CSR_HIDDEN void csr_live_disown(void);

#endif
