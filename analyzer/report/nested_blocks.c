/* SPDX-License-Identifier: MIT */
#include "nested_blocks.h"

#include <stdlib.h>

/* Blocks are sorted by thread, lane, sequence: a thread's lane 1 follows its lane 0. */
static const struct csa_lane *lane_1_of(const struct csa_capture *c, const struct csa_lane *lane)
{
	const struct csa_lane *next = lane + 1;

	if (next == c->lanes + c->lane_count || next->thread_serial != lane->thread_serial ||
	    lane->lane != 0 || next->lane != 1)
		return NULL;
	return next;
}

static const struct csa_lane *lane_of(const struct csa_capture *c, size_t block)
{
	size_t low = 0;
	size_t high = c->lane_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->lanes[middle].first <= block)
			low = middle + 1;
		else
			high = middle;
	}
	return &c->lanes[low - 1];
}

/* In lane 1 blocks belong to later and later blocks of lane 0. */
static size_t first_of(const struct csa_capture *c, const struct csa_lane *lane, uint32_t sequence)
{
	size_t low = lane->first;
	size_t high = lane->first + lane->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->blocks[middle].lane0_sequence < sequence)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t csa_nested_blocks_find(const struct csa_nested_blocks *nested, size_t block, size_t *count)
{
	const struct csa_capture *c = nested->capture;
	const struct csa_lane *lane_1 = lane_1_of(c, lane_of(c, block));
	uint32_t sequence = c->blocks[block].sequence;
	size_t first;
	size_t end;

	*count = 0;
	if (!lane_1 || c->blocks[block].lane != 0)
		return block;
	first = first_of(c, lane_1, sequence);
	for (end = first;
	     end < lane_1->first + lane_1->count && c->blocks[end].lane0_sequence == sequence;)
		end++;
	*count = end - first;
	return first;
}

int csa_nested_blocks_init(struct csa_nested_blocks *nested, const struct csa_capture *capture)
{
	*nested = (struct csa_nested_blocks){ .capture = capture };
	nested->has_host = calloc(capture->block_count + 1, sizeof(*nested->has_host));
	if (!nested->has_host)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < capture->block_count; i++) {
		size_t count;
		size_t first = csa_nested_blocks_find(nested, i, &count);

		while (count--)
			nested->has_host[first + count] = true;
	}
	return 0;
}

void csa_nested_blocks_release(struct csa_nested_blocks *nested)
{
	free(nested->has_host);
	*nested = (struct csa_nested_blocks){ 0 };
}
