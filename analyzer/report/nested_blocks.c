/* SPDX-License-Identifier: MIT */
#include "nested_blocks.h"

#include <stdlib.h>

#include "native_order.h"

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

/* Those that name , also the older ones. */
static size_t find_all(const struct csa_capture *c, size_t block, size_t *count)
{
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

size_t csa_nested_blocks_find(const struct csa_nested_blocks *nested, size_t block, size_t *count)
{
	size_t first = find_all(nested->capture, block, count);

	for (; *count && !nested->has_host[first]; first++)
		--*count;
	return first;
}

static bool read_first_ticks(const struct csa_capture *c, size_t block, uint64_t *ticks)
{
	const struct csa_block_ref *ref = &c->blocks[block];
	struct csf_block header;

	if (csa_block_read_header(c->files[ref->file].fd, &header, sizeof(header), ref->offset,
				  NULL) != (ssize_t)sizeof(header))
		return false;
	*ticks = header.first_ticks;
	return true;
}

/* How many of @count blocks from @first on began before block @host, which says that others were dropped. */
static size_t count_older(const struct csa_capture *c, size_t host, size_t first, size_t count)
{
	uint64_t host_ticks;
	uint64_t ticks;
	size_t older = 0;

	if (!(c->blocks[host].flags & CSA_REF_LOST) || !read_first_ticks(c, host, &host_ticks))
		return 0;
	while (older < count && read_first_ticks(c, first + older, &ticks) && ticks < host_ticks)
		older++;
	return older;
}

int csa_nested_blocks_init(struct csa_nested_blocks *nested, const struct csa_capture *capture)
{
	*nested = (struct csa_nested_blocks){ .capture = capture };
	nested->has_host = calloc(capture->block_count + 1, sizeof(*nested->has_host));
	if (!nested->has_host)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < capture->block_count; i++) {
		size_t count;
		size_t first = find_all(capture, i, &count);
		size_t older = count ? count_older(capture, i, first, count) : 0;

		for (size_t k = older; k < count; k++)
			nested->has_host[first + k] = true;
	}
	return 0;
}

void csa_nested_blocks_release(struct csa_nested_blocks *nested)
{
	free(nested->has_host);
	*nested = (struct csa_nested_blocks){ 0 };
}
