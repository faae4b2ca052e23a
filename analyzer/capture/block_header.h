/* SPDX-License-Identifier: MIT */
/* Whether 576 bytes, in this machine's order, are a block header that this reader understands. */
#ifndef CSA_BLOCK_HEADER_H
#define CSA_BLOCK_HEADER_H

#include <stdint.h>

#include <callsight/trace_format.h>

#include "err.h"

#define CSA_BLOCK_FLAGS_KNOWN \
	(CSF_BLOCK_WIDE | CSF_BLOCK_NO_CALLSITES | CSF_BLOCK_HOOK_FRAMES | CSF_BLOCK_INHERITED)

/**
 * csa_block_check() - refuse a header with an impossible field.
 *
 * Return: 0; CSA_E_FORMAT, with what was found and expected; CSA_E_UNSUPPORTED for another
 * version or unknown flags.
 */
int csa_block_check(const struct csf_block *header, struct csa_err *err);

/** csa_block_frames() - how many of header->frames are used. */
static inline unsigned csa_block_frames(const struct csf_block *header)
{
	return header->depth < CSF_BLOCK_FRAMES ? header->depth : CSF_BLOCK_FRAMES;
}

#endif
