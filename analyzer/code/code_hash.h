/* SPDX-License-Identifier: MIT */
/*
 * Is a function made of the same instructions as in another build? Its hash does not depend on where the linker put
 * it, what it calls, and its data.
 *
 * Hashed are the instructions of all pieces that a compiler made of it, with the names of the functions that they
 * refer to, and likewise the functions without hooks that it reaches: their time is its own.
 *
 * LIMIT: of data neither names nor contents are looked at, and what is called through a pointer only where the code
 * names it. tests/unit/code/test_code_hash.c
 */
#ifndef CSA_CODE_HASH_H
#define CSA_CODE_HASH_H

#include "link_image.h"

struct csa_code_own; /* what is known of one symbol */

struct csa_code_hashes {
	const struct csa_link_image *image;
	struct csa_code_own *own; /* of each of the image's functions */
	uint32_t *by_group;       /* indices of them, those of a group side by side */
	uint32_t *waiting;        /* groups that are still to be added */
	uint32_t *refers;         /* functions that others refer to, by the one that does */
	uint32_t refer_count;
	uint32_t refer_capacity;
	uint32_t stamp;
};

/**
 * csa_code_hashes_init() - nothing is hashed yet.
 * @image: outlives it
 *
 * Return: 0 or CSA_E_NOMEM. Release it in both cases.
 */
int csa_code_hashes_init(struct csa_code_hashes *hashes, const struct csa_link_image *image,
			 struct csa_err *err);
void csa_code_hashes_release(struct csa_code_hashes *hashes);

/**
 * csa_code_hash() - of the function that begins at @addr.
 *
 * Return: 0: not known: no symbol with a size, an instruction that is not known, no memory.
 */
uint64_t csa_code_hash(struct csa_code_hashes *hashes, uint64_t addr);

/** csa_code_layout() - one number for all that is loaded of the file and where; 0: never. */
uint64_t csa_code_layout(const struct csa_link_image *image);

#endif
