/* SPDX-License-Identifier: MIT */
/*
 * Handing blocks to the client of the ring, by cells that are free. Waits for nobody and makes no system call. Killed in
 * the middle, a cell says whose it was, and the block is still in its window. Any thread, signals blocked.
 */
#ifndef CSR_RING_CELLS_H
#define CSR_RING_CELLS_H

#include <stdint.h>

#include "attributes.h"
#include "ring_object.h"

/** csr_ring_cell_take() - a cell for process entry @process; NULL when none is free. */
CSR_HIDDEN struct csf_ring_cell *csr_ring_cell_take(const struct csr_ring *ring, uint32_t process);

/** csr_ring_cell_put() - hands over @block in a @cell that was taken. Blocks of a thread, and of its lanes, come in the
 *  order of these calls. */
CSR_HIDDEN void csr_ring_cell_put(const struct csr_ring *ring, uint32_t process,
				  struct csf_ring_cell *cell, const struct csf_block *block);

/** csr_ring_cell_give() - gives back a cell that was taken. */
CSR_HIDDEN void csr_ring_cell_give(struct csf_ring_cell *cell);

#endif
