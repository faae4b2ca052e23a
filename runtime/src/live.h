/* SPDX-License-Identifier: MIT */
/* live.cst: the shared file mapping that threads write their blocks into (docs/decisions/0011). */
#ifndef CSR_LIVE_H
#define CSR_LIVE_H

#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

/** csr_live_create() - makes live.cst in the process folder. Return: 0 or -errno. */
CSR_HIDDEN int csr_live_create(void);

/**
 * csr_live_window() - a new window: reserved on disk and mapped, every page touched. Windows are never
 * given back: a thread's window serves the next thread of its slot. Return: NULL when it could not be
 * made.
 */
CSR_HIDDEN struct csf_block *csr_live_window(void);

/** csr_live_header() - NULL before csr_live_create(). */
CSR_HIDDEN struct csf_live *csr_live_header(void);

/** csr_live_disown() - in a child of fork: private memory takes the place of the parent's windows,
 *  so that a hook that the fork interrupted cannot write into them. */
CSR_HIDDEN void csr_live_disown(void);

#endif
