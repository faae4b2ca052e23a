/* SPDX-License-Identifier: MIT */
#include "block_room.h"

#include <stdlib.h>

#include "lane_merge.h"

int csa_block_room_init(struct csa_block_room *room)
{
	*room = (struct csa_block_room){ .block = malloc(CSF_BLOCK_BYTES) };
	return room->block ? 0 : CSA_E_NOMEM;
}

void csa_block_room_release(struct csa_block_room *room)
{
	free(room->block);
	free(room->parts);
	free(room->merged);
	*room = (struct csa_block_room){ 0 };
}

static bool grow(char **bytes, size_t *capacity, size_t wanted, size_t unit)
{
	char *larger;

	if (wanted <= *capacity)
		return true;
	larger = realloc(*bytes, wanted * unit);
	if (!larger)
		return false;
	*bytes = larger;
	*capacity = wanted;
	return true;
}

static bool goes_on(const struct csa_capture *c, size_t block)
{
	const struct csa_block_ref *next = &c->blocks[block + 1];

	return block + 1 < c->block_count && next->lane == 0 &&
	       next->thread_serial == c->blocks[block].thread_serial;
}

/*
 * Merges what interrupted hooks of the block into it. *@bytes is then the merged block. Parts that
 * cannot be read or merged are left out.
 */
static int64_t merge_nested(struct csa_block_room *room, const struct csa_nested_blocks *nested,
			    size_t block, int length, void **bytes, struct csa_err *left_out)
{
	const struct csa_capture *c = nested->capture;
	struct csa_lane_part host = { room->block, (uint32_t)length, goes_on(c, block) };
	struct csa_lane_part *parts;
	int64_t merged = CSA_E_NOMEM;
	size_t count;
	size_t read_count = 0;
	size_t first = csa_nested_blocks_find(nested, block, &count);

	if (count == 0)
		return length;
	parts = calloc(count, sizeof(*parts));
	if (!parts || !grow(&room->parts, &room->part_capacity, count, CSF_BLOCK_BYTES))
		goto out;
	for (size_t i = 0; i < count; i++) {
		char *part = room->parts + read_count * CSF_BLOCK_BYTES;
		int bytes_read = csa_capture_read_block(c, &c->blocks[first + i], part, left_out);

		if (bytes_read > 0)
			parts[read_count++] =
				(struct csa_lane_part){ part, (uint32_t)bytes_read, false };
	}
	if (!grow(&room->merged, &room->merged_capacity,
		  csa_lane_merge_room(&host, parts, read_count), 1))
		goto out;
	merged = csa_lane_merge(&host, parts, read_count, room->merged, &room->made, left_out);
	if (merged > 0)
		*bytes = room->merged;
	else if (merged != CSA_E_NOMEM)
		merged = length;
	if (merged == length)
		room->made = 0;
out:
	free(parts);
	return merged;
}

int64_t csa_block_room_read(struct csa_block_room *room, const struct csa_nested_blocks *nested,
			    size_t block, void **bytes, struct csa_err *left_out,
			    struct csa_err *err)
{
	const struct csa_capture *c = nested->capture;
	int length = csa_capture_read_block(c, &c->blocks[block], room->block, err);

	*bytes = room->block;
	room->made = 0;
	if (length < 0)
		return length;
	return merge_nested(room, nested, block, length, bytes, left_out);
}
