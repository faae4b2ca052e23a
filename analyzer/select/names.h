/* SPDX-License-Identifier: MIT */
/*
 * Interned strings: equal texts have one id, so that names are compared and stored as numbers.
 * Ids are dense, start at 1 and stay valid until release; 0 is "no name".
 *
 * When memory ran out, failed is true and every later call returns 0; the caller checks once.
 */
#ifndef CSA_NAMES_H
#define CSA_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSA_NAME_NONE 0u

struct csa_names_entry {
	const char *text; /* NUL-terminated, in a chunk */
	uint32_t length;
	uint32_t hash;
};

struct csa_names {
	struct csa_names_entry *items; /* [0] is the empty string */
	uint32_t count;
	uint32_t capacity;
	uint32_t *slots; /* open addressing, ids; size is a power of two */
	uint32_t slot_count;
	struct csa_names_chunk *chunk;
	void *map; /* of a file that texts lie in; unmapped with the names; NULL: none */
	size_t map_bytes;
	bool failed;
};

void csa_names_init(struct csa_names *names);
void csa_names_release(struct csa_names *names);

/** csa_names_add() - the id of these bytes, made when absent. The empty string is 0. */
uint32_t csa_names_add(struct csa_names *names, const char *text, size_t length);
/** csa_names_add_hashed() - the same, with the hash of an entry that another table has of the text. */
uint32_t csa_names_add_hashed(struct csa_names *names, const char *text, size_t length,
			      uint32_t hash);

uint32_t csa_names_add_str(struct csa_names *names, const char *text);

/** csa_names_find() - the id, or 0 when the text was never added. */
uint32_t csa_names_find(const struct csa_names *names, const char *text, size_t length);

/** csa_names_borrow() - the text of an id; "" for 0. Stays ours. */
static inline const char *csa_names_borrow(const struct csa_names *names, uint32_t id)
{
	return id < names->count ? names->items[id].text : "";
}

static inline uint32_t csa_names_length(const struct csa_names *names, uint32_t id)
{
	return id < names->count ? names->items[id].length : 0;
}

#endif
