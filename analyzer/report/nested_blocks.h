/* SPDX-License-Identifier: MIT */
/* Which lane 1 blocks of a capture belong to which lane 0 block. */
#ifndef CSA_NESTED_BLOCKS_H
#define CSA_NESTED_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture_dir.h"
#include "err.h"

struct csa_nested_blocks {
	const struct csa_capture *capture;
	/*
	 * By block: of lane 1, and its lane 0 block is there. Where one was dropped (TRACE_SHM), the next one of
	 * lane 0 has its sequence; what is older than that is of the one that was dropped.
	 */
	bool *has_host;
};

/** csa_nested_blocks_init() - Return: 0 or CSA_E_NOMEM. Release it in every case. */
int csa_nested_blocks_init(struct csa_nested_blocks *nested, const struct csa_capture *capture);
void csa_nested_blocks_release(struct csa_nested_blocks *nested);

/** csa_nested_blocks_find() - those of a block: from the result on, *@count of them. */
size_t csa_nested_blocks_find(const struct csa_nested_blocks *nested, size_t block, size_t *count);

#endif
