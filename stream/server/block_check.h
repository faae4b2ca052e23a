/* SPDX-License-Identifier: MIT */
/* Whether bytes from the network begin with a block header that contradicts neither itself nor its length. */
#ifndef CSS_BLOCK_CHECK_H
#define CSS_BLOCK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/trace_format.h>

#include "err.h"

/** What the server needs to know of a block, in this machine's order. */
struct css_block_facts {
	uint32_t key; /* of its lane, see lane_table.h */
	uint32_t sequence;
	uint32_t used_bytes;
	uint32_t state;
	uint32_t lost_events;
	uint64_t first_ticks;
};

/**
 * css_block_facts() - of the block at @from, of which @bytes are there.
 * @from: 4-byte aligned
 * @is_foreign: it has to be in the other byte order
 * @err: may be NULL
 *
 * The words are the analyzer's to judge: one wrong block costs itself alone there.
 *
 * Return: 0, or CSA_E_FORMAT.
 */
int css_block_facts(struct css_block_facts *facts, const void *from, size_t bytes, bool is_foreign,
		    struct csa_err *err);

#endif
