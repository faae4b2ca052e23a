/* SPDX-License-Identifier: MIT */
/* used_bytes and state of a block: stored so that a kill, or a reader, finds the old pair or the new one. */
#ifndef CSR_BLOCK_STATE_H
#define CSR_BLOCK_STATE_H

#include "attributes.h"
#include "callsight/trace_format.h"
#include "wide_atomic.h"

#if CSR_HAS_WIDE_ATOMICS
/* The two are one aligned field of 8 bytes. */
CSR_INLINE void csr_block_publish(struct csf_block *block, uint32_t used, uint32_t state)
{
	struct {
		uint32_t used;
		uint32_t state;
	} both = { used, state };
	uint64_t word;

	__builtin_memcpy(&word, &both, sizeof(word));
	__atomic_store_n((uint64_t *)(void *)&block->used_bytes, word, __ATOMIC_RELEASE);
}
#else
/* While the state says closed nobody looks at used_bytes: it is closed first and opened last. */
CSR_INLINE void csr_block_publish(struct csf_block *block, uint32_t used, uint32_t state)
{
	if (state & 1) {
		__atomic_store_n(&block->used_bytes, used, __ATOMIC_RELAXED);
		__atomic_store_n(&block->state, state, __ATOMIC_RELEASE);
	} else {
		__atomic_store_n(&block->state, state, __ATOMIC_RELEASE);
		__atomic_store_n(&block->used_bytes, used, __ATOMIC_RELEASE);
	}
}
#endif

#endif
