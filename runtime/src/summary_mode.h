/* SPDX-License-Identifier: MIT */
/*
 * What the hooks do with TRACE_MODE=summary: a shadow stack as in events mode, and at the exit the
 * numbers of the function's row.
 *
 * Order of stores, which a reader after SIGKILL relies on (docs/format/summary.md): enter = frame, its
 * row, top, entered; exit = leaving, the row's times, ended, the frame's row, top.
 */
#ifndef CSR_SUMMARY_MODE_H
#define CSR_SUMMARY_MODE_H

#include <stdint.h>

#include "attributes.h"
#include "frames.h"
#include "thread.h"

/* The whole hook of a thread whose busy is CSR_BUSY_SUMMARY. */
CSR_HIDDEN void csr_summary_enter(uint64_t function, uint64_t call_site, uint64_t cfa,
				  uint64_t hook_ip);
CSR_HIDDEN void csr_summary_exit(uint64_t function, uint64_t call_site, uint64_t cfa,
				 uint64_t hook_ip);

/** csr_summary_slow() - the same by the slow path; also for CSR_BUSY_CAREFUL. */
CSR_HIDDEN void csr_summary_slow(struct csr_thread *t, const struct csr_hook *hook);

/** csr_summary_end_thread() - what a thread that is gone left open ends with its last hook. */
CSR_HIDDEN void csr_summary_end_thread(struct csr_thread *t);

#endif
