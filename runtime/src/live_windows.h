/* SPDX-License-Identifier: MIT */
/* live.cst: the shared file mapping that threads write their blocks into (docs/decisions/0011). */
#ifndef CSR_LIVE_WINDOWS_H
#define CSR_LIVE_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

/** csr_live_windows_create() - makes live.cst in the process folder, with its header. Return: 0 or -errno. */
CSR_HIDDEN int csr_live_windows_create(void);

/** csr_live_windows_new() - csr_sink.window. With TRACE_FULL=wrap and all windows that TRACE_MAX_MB allows
 *  in use, the oldest complete one, or when each is some thread's one more. */
CSR_HIDDEN struct csf_block *csr_live_windows_new(void);

/**
 * csr_live_windows_exchange() - TRACE_FULL=wrap: keep @full, whose block is complete, until it is the oldest.
 *
 * Return: a closed window: a new one while TRACE_MAX_MB allows it, else the oldest complete one, which
 * is @full itself where there is no other. Signals must be blocked.
 */
CSR_HIDDEN struct csf_block *csr_live_windows_exchange(struct csf_block *full);

/** csr_live_windows_check() - csr_file_check() of live.cst: what csr_live_windows_read() reads is in reach then. */
CSR_HIDDEN int csr_live_windows_check(void);

/** csr_live_windows_read() - bytes of live.cst, without touching what is mapped. Return: are they all there? */
CSR_HIDDEN bool csr_live_windows_read(void *to, uint64_t bytes, uint64_t offset);

/** csr_live_windows_disown() - in a child of fork: private memory takes the place of the parent's windows,
 *  so that a hook that the fork interrupted cannot write into them. */
CSR_HIDDEN void csr_live_windows_disown(void);

#endif
