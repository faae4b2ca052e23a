/* SPDX-License-Identifier: MIT */
#include "text_pool.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 65536u /* chosen: some hundred names an allocation */

struct csa_text_chunk {
	struct csa_text_chunk *next;
	size_t used;
	size_t size;
	alignas(max_align_t) char bytes[];
};

void csa_text_pool_release(struct csa_text_pool *pool)
{
	struct csa_text_chunk *chunk = pool->chunks;

	while (chunk) {
		struct csa_text_chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
	free(pool->slots);
	*pool = (struct csa_text_pool){ 0 };
}

static void *take(struct csa_text_pool *pool, size_t size, size_t alignment)
{
	struct csa_text_chunk *chunk = pool->chunks;
	size_t offset = 0;

	if (size > SIZE_MAX / 2)
		return NULL;
	if (chunk)
		offset = (chunk->used + alignment - 1) / alignment * alignment;
	if (!chunk || offset > chunk->size || chunk->size - offset < size) {
		size_t bytes = size > CHUNK_BYTES ? size : CHUNK_BYTES;

		chunk = malloc(sizeof(*chunk) + bytes);
		if (!chunk)
			return NULL;
		*chunk = (struct csa_text_chunk){ .next = pool->chunks, .size = bytes };
		pool->chunks = chunk;
		offset = 0;
	}
	chunk->used = offset + size;
	return chunk->bytes + offset;
}

void *csa_text_pool_alloc(struct csa_text_pool *pool, size_t size)
{
	void *memory = take(pool, size, alignof(max_align_t));

	if (memory)
		memset(memory, 0, size);
	return memory;
}

/* FNV-1a, 64 bits. */
static size_t hash(const char *text, size_t length)
{
	uint64_t value = 0xcbf29ce484222325u;

	for (size_t i = 0; i < length; i++)
		value = (value ^ (unsigned char)text[i]) * 0x100000001b3u;
	return (size_t)(value ^ value >> 32);
}

static const char **find_slot(const struct csa_text_pool *pool, const char *text, size_t length)
{
	size_t i = hash(text, length) & (pool->slot_count - 1);

	while (pool->slots[i] &&
	       (strncmp(pool->slots[i], text, length) != 0 || pool->slots[i][length] != '\0'))
		i = (i + 1) & (pool->slot_count - 1);
	return &pool->slots[i];
}

static int grow(struct csa_text_pool *pool)
{
	struct csa_text_pool bigger = *pool;

	bigger.slot_count = pool->slot_count ? pool->slot_count * 2 : 256;
	bigger.slots = calloc(bigger.slot_count, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -1;
	for (size_t i = 0; i < pool->slot_count; i++) {
		const char *text = pool->slots[i];

		if (text)
			*find_slot(&bigger, text, strlen(text)) = text;
	}
	free(pool->slots);
	pool->slots = bigger.slots;
	pool->slot_count = bigger.slot_count;
	return 0;
}

static const char *add_valid(struct csa_text_pool *pool, const char *text, size_t length)
{
	const char **slot;
	char *copy;

	if (pool->used_count * 2 >= pool->slot_count && grow(pool) < 0)
		return NULL;
	slot = find_slot(pool, text, length);
	if (*slot)
		/* cppcheck-suppress identicalInnerCondition; it takes what is returned for a condition */
		return *slot;
	copy = take(pool, length + 1, 1);
	if (!copy)
		return NULL;
	memcpy(copy, text, length);
	copy[length] = '\0';
	*slot = copy;
	pool->used_count++;
	return copy;
}

/* Length of the UTF-8 sequence that @text begins with; 0: it begins with none (RFC 3629). */
static size_t sequence_length(const unsigned char *text, size_t length)
{
	size_t count;
	unsigned low = 0x80;
	unsigned high = 0xbf;

	if (text[0] < 0x80)
		return 1;
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	count = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	if (count > length)
		return 0;
	if (text[0] == 0xe0)
		low = 0xa0; /* shorter forms exist */
	else if (text[0] == 0xed)
		high = 0x9f; /* surrogates */
	else if (text[0] == 0xf0)
		low = 0x90;
	else if (text[0] == 0xf4)
		high = 0x8f; /* beyond U+10FFFF */
	if (text[1] < low || text[1] > high)
		return 0;
	for (size_t i = 2; i < count; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	return count;
}

const char *csa_text_pool_add(struct csa_text_pool *pool, const char *text, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)text;
	struct csa_buf fixed;
	const char *result = NULL;
	size_t valid = 0;
	size_t count;

	while (valid < length && (count = sequence_length(bytes + valid, length - valid)) != 0)
		valid += count;
	if (valid == length)
		return add_valid(pool, text, length);

	csa_buf_init(&fixed);
	for (size_t i = 0; i < length; i += count ? count : 1) {
		count = sequence_length(bytes + i, length - i);
		if (count)
			csa_buf_add(&fixed, text + i, count);
		else
			csa_buf_add_str(&fixed, "\xef\xbf\xbd");
	}
	if (!fixed.failed)
		result = add_valid(pool, fixed.data, fixed.length);
	csa_buf_release(&fixed);
	return result;
}

const char *csa_text_pool_add_buf(struct csa_text_pool *pool, const struct csa_buf *buf)
{
	return buf->failed ? NULL : csa_text_pool_add(pool, buf->data, buf->length);
}
