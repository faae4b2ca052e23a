/* SPDX-License-Identifier: MIT */
/*
 * Strings that a file holds once and names by number. The empty string is number 0.
 *
 * Invariant: strings are borrowed; they must outlive the index.
 */
#ifndef CSA_STRING_INDEX_H
#define CSA_STRING_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct csa_string_index {
	const char **items;
	uint32_t count;
	uint32_t capacity;
	uint32_t *slots; /* open addressing: number + 1, 0 = empty */
	uint32_t slot_mask;
	bool has_failed; /* no memory: every number since then is 0 */
};

void csa_string_index_init(struct csa_string_index *index);
void csa_string_index_release(struct csa_string_index *index);

/** csa_string_index_add() - the number of @text, a new one the first time; NULL is the empty string. */
uint32_t csa_string_index_add(struct csa_string_index *index, const char *text);

#endif
