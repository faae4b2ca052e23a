/* SPDX-License-Identifier: MIT */
/* Growing of plain arrays {items, count, capacity}; no type of its own, no state. */
#ifndef CSA_VEC_H
#define CSA_VEC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * csa_vec_grow() - room for @extra more items.
 * @items: the array, may be NULL while *@capacity is 0; realloc()ed
 * @size: bytes of one item
 *
 * Return: the array, perhaps moved, or NULL when memory ran out (the old one stays valid).
 */
static inline void *csa_vec_grow(void *items, uint32_t count, uint32_t *capacity, uint32_t extra,
				 size_t size)
{
	uint64_t need = (uint64_t)count + extra;
	uint64_t wanted = *capacity ? *capacity : 16;
	void *moved;

	if (items && need <= *capacity)
		return items;
	while (wanted < need)
		wanted *= 2;
	if (wanted > UINT32_MAX / 2)
		return NULL;
	moved = realloc(items, (size_t)wanted * size);
	if (moved)
		*capacity = (uint32_t)wanted;
	return moved;
}

/* One item more in @vec, which has the members items, count and capacity. False: no memory. */
#define CSA_VEC_ROOM(vec, extra)                                                             \
	csa_vec_room_set((void **)&(vec)->items,                                             \
			 csa_vec_grow((vec)->items, (vec)->count, &(vec)->capacity, (extra), \
				      sizeof(*(vec)->items)))

static inline bool csa_vec_room_set(void **items, void *moved)
{
	if (!moved)
		return false;
	*items = moved;
	return true;
}

#endif
