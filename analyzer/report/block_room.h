/* SPDX-License-Identifier: MIT */
/* Reads a block with those of lane 1 that belong into it (lane_merge.h). Private to match_pipeline.c. */
#ifndef CSA_BLOCK_ROOM_H
#define CSA_BLOCK_ROOM_H

#include "nested_blocks.h"

/** The memory of a worker for a block, and for those of lane 1 that are merged into it. */
struct csa_block_room {
	char *block;
	char *parts; /* blocks of lane 1 */
	char *merged;
	size_t part_capacity; /* blocks */
	size_t merged_capacity;
	uint32_t made; /* enters in the block that was read last which are in none of its parts */
};

/** Return: 0 or CSA_E_NOMEM; csa_block_room_release() after both. */
int csa_block_room_init(struct csa_block_room *room);
void csa_block_room_release(struct csa_block_room *room);

/**
 * csa_block_room_read() - block @block of the capture, merged.
 * @bytes: it, in @room
 * @left_out: why a part of lane 1 was left out, if one was; code 0: none
 *
 * Return: its length; CSA_E_NOMEM; others of csa_capture_read_block().
 */
int64_t csa_block_room_read(struct csa_block_room *room, const struct csa_nested_blocks *nested,
			    size_t block, void **bytes, struct csa_err *left_out,
			    struct csa_err *err);

#endif
