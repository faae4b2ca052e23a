/* SPDX-License-Identifier: MIT */
/* Handing a block to the client of the ring: into a cell that is free, or not at all. */
#ifndef CSR_RING_CELLS_H
#define CSR_RING_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "ring_object.h"

/**
 * csr_ring_put() - copies @block into a cell for process entry @process.
 *
 * Waits for nobody and makes no system call. Killed in the middle, the cell says whose it was, and the block is still
 * in its window. Any thread, signals blocked. Return: false when no cell is free.
 */
CSR_HIDDEN bool csr_ring_put(const struct csr_ring *ring, uint32_t process,
			     const struct csf_block *block);

#endif
