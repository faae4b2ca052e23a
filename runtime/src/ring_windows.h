/* SPDX-License-Identifier: MIT */
/* Windows of the ring: numbers that processes share, memory behind them. */
#ifndef CSR_RING_WINDOWS_H
#define CSR_RING_WINDOWS_H

#include <stdint.h>

#include "attributes.h"
#include "ring_object.h"

/**
 * csr_ring_window() - a window of zeros for process entry @process, whose number goes into @index: one that is free,
 * or the object grows. Readers do not look at it before csr_ring_window_publish().
 *
 * Any thread, signals blocked. Return: NULL when there is no number, no room or no address space.
 */
CSR_HIDDEN void *csr_ring_window(struct csr_ring *ring, uint32_t process, uint32_t *index);

/** csr_ring_window_publish() - what is in window @index is of @kind from now on. */
CSR_HIDDEN void csr_ring_window_publish(const struct csr_ring *ring, uint32_t process,
					uint32_t index, enum csf_ring_window kind);

#endif
