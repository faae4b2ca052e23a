/* SPDX-License-Identifier: MIT */
/*
 * The block that a thread writes: opening it, the hand-over to the sink in five steps
 * (docs/decisions/0011), and the words that only slow paths write.
 */
#ifndef CSR_BLOCK_H
#define CSR_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"
#include "thread.h"

/* Words that a slow path may write beyond window_limit: a full time (2), an unwound record (1), a
 * wide enter with call site (3), a marker (2), a thread name or a user mark (3). */
#define CSR_BLOCK_MARGIN 16u

/* Words after which a thread takes the slow path, to look at csf_live.request. */
#define CSR_LOOK_WORDS 1024

/**
 * csr_word() - the first word of a record.
 * @bits: what lies below the time: (function & mask) << 2 | kind, or the parts of an extended word
 */
CSR_INLINE uint64_t csr_word(uint64_t ticks, uint64_t bits)
{
	return ticks << CSF_TIME_SHIFT | bits;
}

CSR_INLINE uint64_t csr_word_event(uint64_t function, uint64_t kind)
{
	return (function & CSF_ADDRESS_MASK) << CSF_ADDRESS_SHIFT | kind;
}

CSR_INLINE uint64_t csr_word_extended(enum csf_ext_type type, uint64_t length, uint64_t payload)
{
	return (payload & CSF_EXT_PAYLOAD_MASK) << CSF_EXT_PAYLOAD_SHIFT |
	       length << CSF_EXT_LENGTH_SHIFT | (uint64_t)type << CSF_EXT_TYPE_SHIFT |
	       CSF_KIND_EXTENDED;
}

/**
 * csr_block_commit() - publishes words that were stored at t->position and below @next.
 * The order is what a reader after SIGKILL relies on: words, position, last time, published
 * position.
 */
CSR_INLINE void csr_block_commit(struct csr_thread *t, uint64_t *next, uint64_t ticks)
{
	CSR_BARRIER();
	t->position = next;
	CSR_BARRIER();
	t->last_ticks = ticks;
	/* release: pairs with the acquire of a live reader; a plain store on x86-64 */
	__atomic_store_n(&t->block->used_bytes, (uint32_t)((char *)next - (char *)t->block),
			 __ATOMIC_RELEASE);
}

/** csr_block_open() - a new block in the thread's window; the window must be free. */
CSR_HIDDEN void csr_block_open(struct csr_thread *t);

/** csr_block_set_limit() - where the thread next looks at what is asked of it: at once when something
 *  is (0018), or when it has no hot path. */
CSR_HIDDEN void csr_block_set_limit(struct csr_thread *t);

/**
 * csr_block_finish() - hands the open block to the sink and frees the window. True when there was
 * nothing to write or it was written; with TRACE_FULL=wrap the block stays in its window and the
 * thread has another one. True as well when the sink has no room: the next block in the window says what
 * was lost. On false the block stays open, where a reader finds it, and recording has been
 * stopped with the reason.
 */
CSR_HIDDEN bool csr_block_finish(struct csr_thread *t);

/** csr_block_offer() - the same for a block that may as well stay open: on false it does, and recording has been
 *  stopped or the sink has no room. */
CSR_HIDDEN bool csr_block_offer(struct csr_thread *t);

/** csr_block_abandon() - of a thread that is gone: its open blocks are lost, and counted in csf_live. */
CSR_HIDDEN void csr_block_abandon(struct csr_thread *t);

/** csr_block_has_room() - for one hook with all that may come with it. */
CSR_HIDDEN bool csr_block_has_room(const struct csr_thread *t);

/** csr_block_make_room() - a new block where there is none, or where the old one is full or of the
 *  wrong form. False: recording was stopped. Signals must be blocked. */
CSR_HIDDEN bool csr_block_make_room(struct csr_thread *t);

/** csr_block_bridge() - a full-time word when @ticks does not continue in 20 bits; its @ticks. */
CSR_HIDDEN void csr_block_bridge(struct csr_thread *t, uint64_t ticks);

CSR_HIDDEN void csr_block_write_marker(struct csr_thread *t, enum csf_marker marker,
				       uint64_t argument);
CSR_HIDDEN void csr_block_write_unwound(struct csr_thread *t, uint32_t depth_left);
CSR_HIDDEN void csr_block_write_unmatched(struct csr_thread *t, uint64_t function);
CSR_HIDDEN void csr_block_write_mark(struct csr_thread *t, enum csf_name_kind kind, uint64_t name,
				     int64_t value);
/* The thread's name if it is not the one that was written last. */
CSR_HIDDEN void csr_block_write_name(struct csr_thread *t);

/** csr_block_lose() - one hook was not recorded. */
CSR_HIDDEN void csr_block_lose(struct csr_thread *t);

#endif
