/* SPDX-License-Identifier: MIT */
/*
 * Makes one block of a lane 0 block and the lane 1 blocks that belong to it: hooks that interrupted
 * hooks stand where they happened, their frames above those that they interrupted.
 */
#ifndef CSA_LANE_MERGE_H
#define CSA_LANE_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"

/** A block in memory: its header and words. */
struct csa_lane_part {
	const void *block;
	uint32_t bytes;
	bool goes_on; /* of lane 0: a later block of it is there, so that handlers have ended */
};

/** csa_lane_merge_room() - bytes that the merged block can need. */
size_t csa_lane_merge_room(const struct csa_lane_part *host, const struct csa_lane_part *nested,
			   size_t nested_count);

/**
 * csa_lane_merge() - merge by time; what has the same time, lane 0 first.
 * @nested: of one lane 0 block, by sequence
 * @out: csa_lane_merge_room() bytes; a block of lane 0 that may be longer than blocks are
 *
 * An unwound record of lane 1 says how many frames are left in its lane: here, of all. Enters say their call
 * site, 0 when it is not known.
 *
 * Where a block of lane 1 was dropped, the next one names what is open as it begins: enters are made of that
 * at their times, @made of them. What is not open any more, there or where lane 0 goes on, is unwound.
 *
 * Return: the bytes; CSA_E_NOMEM; CSA_E_FORMAT when the parts cannot be read as records, or have addresses of
 * different widths: then each part is to be read by itself.
 */
int64_t csa_lane_merge(const struct csa_lane_part *host, const struct csa_lane_part *nested,
		       size_t nested_count, void *out, uint32_t *made, struct csa_err *err);

#endif
