/* SPDX-License-Identifier: MIT */
/*
 * Makes the windows that threads write into: room in the file system, address space, pages that are there. It is
 * the dearest thing that a hook may have to do beside writing a block (docs/decisions/0034).
 */
#ifndef CSR_WINDOWS_H
#define CSR_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"
#include "file.h"

/** Where windows lie. */
struct csr_window_place {
	const struct csr_file *file; /* checked, and not shorter than offset */
	uint64_t offset;             /* of the first */
	uint64_t
		wanted; /* that will be made in the end. Below it room is taken ahead, 1 MiB at a time. */
	bool leaves_free; /* TRACE_MIN_FREE_MB holds */
};

/**
 * csr_windows_make() - window number @index of @place: mapped, zeroed, every page touched.
 * @is_low: set when the reason for NULL is that less than TRACE_MIN_FREE_MB would be left
 *
 * Signals must be blocked; several threads may make windows of different numbers at a time.
 * Return: NULL when there is no room, no address space or no number left.
 */
CSR_HIDDEN struct csf_block *csr_windows_make(const struct csr_window_place *place, uint32_t index,
					      bool *is_low);

/** csr_windows_disown() - in a child of fork: private memory takes the place of all windows. */
CSR_HIDDEN void csr_windows_disown(void);

#endif
