/* SPDX-License-Identifier: MIT */
/*
 * The numbers of one thread in the modes summary and count: rows of functions in summary.cst, and
 * in private memory the index that finds them.
 *
 * Only the thread itself writes them, and the thread that takes over the slot of a dead one. Rows,
 * cells and old indexes are never taken away: what an interrupted hook has found stays valid.
 */
#ifndef CSR_TALLY_H
#define CSR_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/summary_format.h"
#include "thread.h"

/** What a hook of summary mode needs of a function. */
struct csr_row {
	struct csf_summary_row *numbers;
	uint32_t number;
	uint64_t *octaves[CSF_OCTAVES]; /* NULL: none yet */
};

struct csr_index_entry {
	uint64_t function; /* 0: empty */
	void *row;         /* struct csr_row, or in count mode the counter */
};

/**
 * Open addressing, at most half full. One object, so that a hook sees size and entries of one time. Behind
 * the entries lie CSR_INDEX_SPILL more: a search never turns round at the end, and the last is empty.
 */
struct csr_index {
	uint64_t mask; /* number of entries - 1, times the size of one */
	uint64_t count;
	struct csr_index_entry entries[];
};

#define CSR_INDEX_SPILL 32u

CSR_INLINE struct csr_index_entry *csr_tally_first_entry(const struct csr_index *index,
							 uint64_t function)
{
	uint64_t hash = (function * UINT64_C(0x9E3779B97F4A7C15)) >> 32;

	return (struct csr_index_entry *)((uintptr_t)index->entries +
					  (uintptr_t)(hash & index->mask));
}

/** csr_tally_find() - what belongs to @function; NULL: nothing yet. */
CSR_INLINE void *csr_tally_find(const struct csr_index *index, uint64_t function)
{
	const struct csr_index_entry *entry = csr_tally_first_entry(index, function);

	while (CSR_UNLIKELY(entry->function != function)) {
		if (!entry->function)
			return NULL;
		entry++;
	}
	return entry->row;
}

/** csr_tally_frame() - what summary mode keeps beside an entry of the shadow stack. */
CSR_INLINE struct csf_tally_frame *csr_tally_frame(const struct csr_thread *t,
						   const struct csr_frame *frame)
{
	return (struct csf_tally_frame *)((uintptr_t)frame + (uintptr_t)t->tally.extra_offset);
}

/** csr_tally_bucket() - histogram bucket of a duration (summary_format.h). */
CSR_INLINE unsigned csr_tally_bucket(uint64_t ticks)
{
	unsigned shift = 57u - (unsigned)__builtin_clzll(ticks | 64);

	return shift * 64 + (unsigned)(ticks >> shift);
}

/**
 * csr_tally_give() - the first window, an index and the row of the rest for the slot of @t; once a slot.
 * Signals must be blocked. Return: false when there is no room or no memory.
 */
CSR_HIDDEN bool csr_tally_give(struct csr_thread *t, unsigned slot);

/** csr_tally_give_scratch() - the same in private memory, to measure; csr_tally_drop() takes it back. */
CSR_HIDDEN bool csr_tally_give_scratch(struct csr_thread *t);
CSR_HIDDEN void csr_tally_drop(struct csr_thread *t);

/** csr_tally_open() - the thread that now has the slot records: tid, name, clocks. Sets busy. */
CSR_HIDDEN void csr_tally_open(struct csr_thread *t);

/** csr_tally_set_busy() - busy as the mode and t->careful want it. */
CSR_HIDDEN void csr_tally_set_busy(struct csr_thread *t);

/** csr_tally_write_name() - the name that the calling thread has now. */
CSR_HIDDEN void csr_tally_write_name(struct csr_thread *t);

/**
 * csr_tally_add() - what belongs to a function that has nothing yet; the row of the rest when there is
 * no room. Signals must be blocked. Return: NULL only when memory for the index is short.
 */
CSR_HIDDEN void *csr_tally_add(struct csr_thread *t, uint64_t function);

/** csr_tally_add_octave() - counters for an octave; without room they lie in private memory, and the row
 *  says that they are missing. Signals must be blocked. */
CSR_HIDDEN void csr_tally_add_octave(struct csr_thread *t, struct csr_row *row, unsigned octave);

#endif
