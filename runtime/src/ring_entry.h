/* SPDX-License-Identifier: MIT */
/* The entry of this process image in the ring: taking it, filling it. */
#ifndef CSR_RING_ENTRY_H
#define CSR_RING_ENTRY_H

#include <stdint.h>

#include "attributes.h"
#include "ring_object.h"

/** csr_ring_entry() - entry number @index. */
CSR_HIDDEN struct csf_ring_process *csr_ring_entry(const struct csr_ring *ring, uint32_t index);

/**
 * csr_ring_entry_take() - takes a free entry, whose number it stores in @index, says in it who this process
 * is, and sets csr_process.name. It is still said to be incomplete. Return: 0, -CSR_RING_CROWDED, or -CSR_RING_ENDED.
 */
CSR_HIDDEN int csr_ring_entry_take(const struct csr_ring *ring, uint32_t *index);

/** csr_ring_entry_publish() - from now on the client takes what the process writes. */
CSR_HIDDEN void csr_ring_entry_publish(const struct csr_ring *ring, uint32_t index);

/** csr_ring_entry_give() - gives the entry back that was not published, with its windows. */
CSR_HIDDEN void csr_ring_entry_give(const struct csr_ring *ring, uint32_t index);

#endif
