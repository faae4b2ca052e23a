/* SPDX-License-Identifier: MIT */
/*
 * Records the calls of a block while it is matched; call_list.h gives them their depth. Private to
 * block_match.c and word_slow.c. There is room for two calls a word and one an inherited frame: a word
 * is at most one call, beside frames of this block that an unwound word closes.
 */
#ifndef CSA_CALL_RECORD_H
#define CSA_CALL_RECORD_H

#include "block_match.h"
#include "call_list.h"

static inline void csa_record_call(struct csa_matcher *m, const struct csa_call *call)
{
	m->result->calls[m->result->call_count++] = *call;
}

static inline void csa_record_exit(struct csa_matcher *m, uint64_t ns, uint64_t duration_ns,
				   uint64_t self_ns, const struct csa_match_frame *frame,
				   unsigned flags)
{
	m->result->calls[m->result->call_count++] = (struct csa_call){
		.ns = ns,
		.row = frame->row->row,
		.kind = CSA_CALL_EXIT,
		.flags = (uint8_t)flags,
		.exit = { .duration_ns = duration_ns, .self_ns = self_ns, .hooks = frame->children }
	};
}

#endif
