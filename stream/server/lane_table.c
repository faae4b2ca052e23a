/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* getrandom() is hidden by -std=c11 alone */
#include "lane_table.h"

#include <stdlib.h>
#include <sys/random.h>

void css_lanes_init(struct css_lane_table *lanes)
{
	*lanes = (struct css_lane_table){ 0 };
	/* Without one the places can be known: slow, not wrong. */
	if (getrandom(&lanes->seed, sizeof(lanes->seed), GRND_NONBLOCK) < 0)
		lanes->seed = 1;
}

void css_lanes_release(struct css_lane_table *lanes)
{
	free(lanes->slots);
	lanes->slots = NULL;
	lanes->capacity = 0;
	lanes->count = 0;
}

uint64_t css_lanes_bytes(const struct css_lane_table *lanes)
{
	return (uint64_t)lanes->capacity * sizeof(*lanes->slots);
}

static uint32_t mix(uint32_t key, uint32_t seed)
{
	key ^= seed;
	key ^= key >> 16;
	key *= 0x85ebca6bu;
	key ^= key >> 13;
	key *= 0xc2b2ae35u;
	key ^= seed >> 7;
	return key ^ key >> 16;
}

/* The place of @key, or the free one where it would go. There is a free one. */
static struct css_lane *find(const struct css_lane_table *lanes, uint32_t key)
{
	uint32_t at = mix(key, lanes->seed);

	for (;; at++) {
		struct css_lane *slot = &lanes->slots[at & (lanes->capacity - 1)];

		if (slot->key == key || slot->key == 0)
			return slot;
	}
}

bool css_lanes_has(const struct css_lane_table *lanes, uint32_t key, uint32_t sequence)
{
	const struct css_lane *slot;

	if (lanes->count == 0)
		return false;
	slot = find(lanes, key);
	return slot->key && slot->sequence >= sequence;
}

static int grow(struct css_lane_table *lanes)
{
	struct css_lane_table old = *lanes;
	uint32_t capacity = old.capacity ? 2 * old.capacity : 16;

	if (capacity == 0)
		return -1;
	lanes->slots = calloc(capacity, sizeof(*lanes->slots));
	if (!lanes->slots) {
		*lanes = old;
		return -1;
	}
	lanes->capacity = capacity;
	for (uint32_t i = 0; i < old.capacity; i++)
		if (old.slots[i].key)
			*find(lanes, old.slots[i].key) = old.slots[i];
	free(old.slots);
	return 0;
}

int css_lanes_set(struct css_lane_table *lanes, uint32_t key, uint32_t sequence)
{
	struct css_lane *slot;

	if (lanes->count >= lanes->capacity / 4 * 3 && grow(lanes) < 0)
		return -1;
	slot = find(lanes, key);
	lanes->count += slot->key == 0;
	*slot = (struct css_lane){ key, sequence };
	return 0;
}
