/* SPDX-License-Identifier: MIT */
#include "windows.h"

#include <stddef.h>

#include "lock.h"
#include "mapping.h"
#include "settings.h"
#include "slots.h"

#define CHUNK_WINDOWS 16u
#define CHUNK_BYTES   ((uint64_t)CHUNK_WINDOWS * CSF_BLOCK_BYTES)
/* Beside those that TRACE_FULL=wrap keeps, a slot has one or two. */
#define CHUNKS_MAX (CSR_WRAP_MB_MAX + 2 * CSR_SLOT_COUNT / CHUNK_WINDOWS)

/* Neighbours in the file, in one mapping. */
struct chunk {
	char *at;          /* NULL: not mapped yet; atomic */
	uint32_t reserved; /* so many of its windows have room in the file; written before @at */
};

static struct chunk chunks[CHUNKS_MAX]; /* each written once, under the lock */
static uint32_t chunks_end;             /* none from here on is mapped; under the lock */
static struct csr_lock lock;

CSR_FN static uint64_t offset_of(const struct csr_window_place *place, uint64_t index)
{
	return place->offset + index * CSF_BLOCK_BYTES;
}

CSR_FN static bool reserve(const struct csr_window_place *place, uint64_t index, uint64_t count)
{
	return csr_file_reserve(place->file, offset_of(place, index), count * CSF_BLOCK_BYTES) == 0;
}

CSR_FN static bool is_low_for(const struct csr_window_place *place, uint64_t count)
{
	return place->leaves_free && csr_file_is_low(place->file, count * CSF_BLOCK_BYTES);
}

/* Room for the windows from @index on that will be wanted. Return: for how many; 0: each for itself,
 * where nothing is won by taking it together or there is not enough. */
CSR_FN static uint32_t reserve_ahead(const struct csr_window_place *place, uint64_t index)
{
	uint64_t count = index < place->wanted ? place->wanted - index : 0;

	if (count > CHUNK_WINDOWS)
		count = CHUNK_WINDOWS;
	if (count < 2 || place->file->is_memory || is_low_for(place, count) ||
	    !reserve(place, index, count))
		return 0;
	return (uint32_t)count;
}

/* Under the lock. */
CSR_FN static bool make_chunk(const struct csr_window_place *place, struct chunk *chunk)
{
	uint64_t first = (uint64_t)(chunk - chunks) * CHUNK_WINDOWS;
	char *at = csr_map_ahead(place->file, offset_of(place, first), CHUNK_BYTES);

	if (!at)
		return false;
	chunk->reserved = reserve_ahead(place, first);
	if (chunks_end <= (uint32_t)(chunk - chunks))
		chunks_end = (uint32_t)(chunk - chunks) + 1;
	/* release: pairs with the acquire in chunk_of() */
	__atomic_store_n(&chunk->at, at, __ATOMIC_RELEASE);
	return true;
}

CSR_FN static struct chunk *chunk_of(const struct csr_window_place *place, uint32_t index)
{
	struct chunk *chunk = &chunks[index / CHUNK_WINDOWS];
	bool is_made = true;

	if (__atomic_load_n(&chunk->at, __ATOMIC_ACQUIRE))
		return chunk;
	csr_lock_take(&lock);
	if (!chunk->at)
		is_made = make_chunk(place, chunk);
	csr_lock_give(&lock);
	return is_made ? chunk : NULL;
}

CSR_FN struct csf_block *csr_windows_make(const struct csr_window_place *place, uint32_t index,
					  bool *is_low)
{
	const struct chunk *chunk;
	char *at;

	*is_low = false;
	if (index / CHUNK_WINDOWS >= CHUNKS_MAX)
		return NULL;
	chunk = chunk_of(place, index);
	if (!chunk)
		return NULL;
	if (index % CHUNK_WINDOWS >= chunk->reserved) {
		*is_low = is_low_for(place, 0);
		if (*is_low || (!place->file->is_memory && !reserve(place, index, 1)))
			return NULL;
	}
	/* Zeros in one piece: a file system that can takes one large page for them, and what follows finds
	 * pages that are there. In memory this is the reservation. */
	if (csr_file_fill(place->file, offset_of(place, index), CSF_BLOCK_BYTES) < 0)
		return NULL;
	at = chunk->at + (size_t)(index % CHUNK_WINDOWS) * CSF_BLOCK_BYTES;
	return csr_map_touch(at, CSF_BLOCK_BYTES, place->file->is_memory)
		       ? (struct csf_block *)(void *)at
		       : NULL;
}

CSR_FN void csr_windows_disown(void)
{
	for (uint32_t i = 0; i < chunks_end; i++) {
		if (chunks[i].at)
			csr_map_take_back(chunks[i].at, CHUNK_BYTES);
		chunks[i] = (struct chunk){ NULL, 0 };
	}
	chunks_end = 0;
	lock = (struct csr_lock){ 0 };
}
