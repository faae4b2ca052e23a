/* SPDX-License-Identifier: MIT */
#include "ring_cells.h"

#include <stddef.h>

/* Whole lines of the cache: a cell is larger than a block by what the last one is too long. */
#define LINE_WORDS 8u

CSR_FN struct csf_ring_cell *csr_ring_cell_take(const struct csr_ring *ring, uint32_t process)
{
	uint32_t busy = CSF_CELL_BUSY | process << CSF_CELL_PROCESS_SHIFT;
	/* The client frees them in the order in which they were taken: the next one is free before others. */
	uint32_t first = __atomic_load_n(&ring->header->next_ticket, __ATOMIC_RELAXED);

	for (uint32_t i = 0; i < ring->cell_count; i++) {
		struct csf_ring_cell *cell = &ring->cells[(first + i) % ring->cell_count];
		uint32_t free = CSF_CELL_FREE;

		/* acquire: pairs with the client's release when it has read what was there */
		if (__atomic_load_n(&cell->state, __ATOMIC_RELAXED) == free &&
		    __atomic_compare_exchange_n(&cell->state, &free, busy, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return cell;
	}
	return NULL;
}

/* Both begin at multiples of a page. */
CSR_FN static void copy(char *to, const struct csf_block *block, uint32_t bytes)
{
	uint64_t *t = (uint64_t *)(void *)to;
	const uint64_t *f = (const uint64_t *)(const void *)block;

	for (uint32_t i = 0; i < bytes / sizeof(*t); i += LINE_WORDS) {
		for (uint32_t k = 0; k < LINE_WORDS; k++)
			t[i + k] = f[i + k];
		CSR_BARRIER(); /* or the compiler turns the loop into a call of memcpy */
	}
}

CSR_FN void csr_ring_cell_put(const struct csr_ring *ring, uint32_t process,
			      struct csf_ring_cell *cell, const struct csf_block *block)
{
	/* release: who sees the ticket gone sees that the blocks which the thread handed over before are FULL */
	cell->ticket = __atomic_fetch_add(&ring->header->next_ticket, 1, __ATOMIC_ACQ_REL);
	cell->bytes = block->used_bytes;
	copy(ring->blocks + (size_t)(cell - ring->cells) * CSF_BLOCK_BYTES, block,
	     block->used_bytes);
	/* release: pairs with the acquire of the client */
	__atomic_store_n(&cell->state, CSF_CELL_FULL | process << CSF_CELL_PROCESS_SHIFT,
			 __ATOMIC_RELEASE);
}

CSR_FN void csr_ring_cell_give(struct csf_ring_cell *cell)
{
	/* release: pairs with the acquire of whoever takes it */
	__atomic_store_n(&cell->state, CSF_CELL_FREE, __ATOMIC_RELEASE);
}
