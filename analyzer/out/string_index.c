/* SPDX-License-Identifier: MIT */
#include "string_index.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 256 /* slots are twice as many */

static uint32_t hash(const char *text)
{
	uint32_t value = 2166136261u; /* FNV-1a */

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 16777619u;
	return value;
}

/* Where @text is, or where there is room for it. */
static uint32_t *find_slot(const struct csa_string_index *index, const char *text)
{
	uint32_t slot = hash(text) & index->slot_mask;

	while (index->slots[slot] && strcmp(index->items[index->slots[slot] - 1], text) != 0)
		slot = (slot + 1) & index->slot_mask;
	return &index->slots[slot];
}

static bool grow(struct csa_string_index *index)
{
	uint32_t capacity = index->capacity ? index->capacity * 2 : FIRST_CAPACITY;
	const char **items = realloc(index->items, capacity * sizeof(*items));
	uint32_t *slots;

	if (!items)
		return false;
	index->items = items;
	slots = calloc(2ull * capacity, sizeof(*slots));
	if (!slots)
		return false;
	free(index->slots);
	index->slots = slots;
	index->slot_mask = 2 * capacity - 1;
	index->capacity = capacity;
	for (uint32_t i = 0; i < index->count; i++)
		*find_slot(index, items[i]) = i + 1;
	return true;
}

void csa_string_index_init(struct csa_string_index *index)
{
	*index = (struct csa_string_index){ 0 };
	csa_string_index_add(index, "");
}

void csa_string_index_release(struct csa_string_index *index)
{
	free(index->items);
	free(index->slots);
	*index = (struct csa_string_index){ 0 };
}

uint32_t csa_string_index_add(struct csa_string_index *index, const char *text)
{
	uint32_t *slot;

	if (!text)
		text = "";
	if (index->has_failed ||
	    ((!index->slots || index->count == index->capacity) && !grow(index))) {
		index->has_failed = true;
		return 0;
	}
	slot = find_slot(index, text);
	if (*slot == 0) {
		index->items[index->count++] = text;
		*slot = index->count;
	}
	return *slot - 1;
}
