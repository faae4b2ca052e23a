/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vec.h"

/* Texts lie in chunks that never move, so that borrowed pointers stay valid. */
struct csa_names_chunk {
	struct csa_names_chunk *next;
	size_t used;
	size_t size;
	char bytes[];
};

#define CHUNK_BYTES ((size_t)64 * 1024)

void csa_names_init(struct csa_names *names)
{
	*names = (struct csa_names){ 0 };
}

void csa_names_release(struct csa_names *names)
{
	while (names->chunk) {
		struct csa_names_chunk *next = names->chunk->next;

		free(names->chunk);
		names->chunk = next;
	}
	if (names->map)
		munmap(names->map, names->map_bytes);
	free(names->items);
	free(names->slots);
	csa_names_init(names);
}

static uint32_t hash_bytes(const char *text, size_t length)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash ^ (hash >> 15);
}

static const char *store(struct csa_names *names, const char *text, size_t length)
{
	struct csa_names_chunk *chunk = names->chunk;
	char *place;

	if (!chunk || chunk->size - chunk->used < length + 1) {
		size_t size = length + 1 > CHUNK_BYTES ? length + 1 : CHUNK_BYTES;

		chunk = malloc(sizeof(*chunk) + size);
		if (!chunk)
			return NULL;
		*chunk = (struct csa_names_chunk){ .next = names->chunk, .size = size };
		names->chunk = chunk;
	}
	place = chunk->bytes + chunk->used;
	memcpy(place, text, length);
	place[length] = '\0';
	chunk->used += length + 1;
	return place;
}

static bool enlarge_slots(struct csa_names *names)
{
	uint32_t slot_count = names->slot_count ? names->slot_count * 2 : 1024;
	uint32_t *slots = calloc(slot_count, sizeof(*slots));

	if (!slots)
		return false;
	for (uint32_t id = 1; id < names->count; id++) {
		uint32_t at = names->items[id].hash & (slot_count - 1);

		while (slots[at])
			at = (at + 1) & (slot_count - 1);
		slots[at] = id;
	}
	free(names->slots);
	names->slots = slots;
	names->slot_count = slot_count;
	return true;
}

/* The slot that holds the text, or the free one where it belongs. */
static uint32_t probe(const struct csa_names *names, const char *text, size_t length, uint32_t hash)
{
	uint32_t at = hash & (names->slot_count - 1);

	while (names->slots[at]) {
		const struct csa_names_entry *entry = &names->items[names->slots[at]];

		if (entry->hash == hash && entry->length == length &&
		    memcmp(entry->text, text, length) == 0)
			break;
		at = (at + 1) & (names->slot_count - 1);
	}
	return at;
}

static uint32_t fail(struct csa_names *names)
{
	names->failed = true;
	return CSA_NAME_NONE;
}

uint32_t csa_names_add(struct csa_names *names, const char *text, size_t length)
{
	return csa_names_add_hashed(names, text, length, hash_bytes(text, length));
}

uint32_t csa_names_add_hashed(struct csa_names *names, const char *text, size_t length,
			      uint32_t hash)
{
	uint32_t at;
	const char *stored;

	if (length == 0 || names->failed)
		return CSA_NAME_NONE;
	if (length > UINT32_MAX / 2)
		return fail(names);
	if (names->count + 1 > names->slot_count / 2 && !enlarge_slots(names))
		return fail(names);
	at = probe(names, text, length, hash);
	if (names->slots[at])
		return names->slots[at];
	if (!CSA_VEC_ROOM(names, 2))
		return fail(names);
	if (names->count == 0)
		names->items[names->count++] = (struct csa_names_entry){ .text = "" };
	stored = store(names, text, length);
	if (!stored)
		return fail(names);
	names->items[names->count] = (struct csa_names_entry){ .text = stored,
							       .length = (uint32_t)length,
							       .hash = hash };
	names->slots[at] = names->count;
	return names->count++;
}

uint32_t csa_names_add_str(struct csa_names *names, const char *text)
{
	return csa_names_add(names, text, strlen(text));
}

uint32_t csa_names_find(const struct csa_names *names, const char *text, size_t length)
{
	if (names->slot_count == 0 || length == 0)
		return CSA_NAME_NONE;
	return names->slots[probe(names, text, length, hash_bytes(text, length))];
}
