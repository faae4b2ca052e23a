/* SPDX-License-Identifier: MIT */
/*
 * summary.cst: the shared file mapping that the modes summary and count keep their numbers in. It grows
 * by windows, up to TRACE_MAX_MB; what lies in a window is tally.h's.
 */
#ifndef CSR_TALLY_FILE_H
#define CSR_TALLY_FILE_H

#include <stdint.h>

#include "attributes.h"
#include "callsight/summary_format.h"

/** csr_tally_file_create() - makes summary.cst in the process folder. Return: 0 or -errno. */
CSR_HIDDEN int csr_tally_file_create(void);

/**
 * csr_tally_file_window() - a new window, zeroed, reserved on disk and mapped; windows are never given
 * back. Signals must be blocked.
 * @offset: set to its place in the file
 *
 * Return: NULL when TRACE_MAX_MB is used up, the disk is full or there is no file.
 */
CSR_HIDDEN struct csf_table *csr_tally_file_window(uint64_t *offset);

/**
 * csr_tally_file_put() - maps @bytes of the file from @offset on in the place of the private memory at
 * @at. Return: 0 or -errno; then nothing has changed.
 */
CSR_HIDDEN int csr_tally_file_put(void *at, uint64_t bytes, uint64_t offset);

/** csr_tally_file_disown() - in a child of fork: empty private memory takes the place of all that is
 *  mapped, so that a hook that the fork interrupted cannot write into the parent's file. */
CSR_HIDDEN void csr_tally_file_disown(void);

#endif
