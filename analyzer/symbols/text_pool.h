/* SPDX-License-Identifier: MIT */
/*
 * Strings that are kept once and live as long as the pool, as UTF-8. Not thread-safe.
 */
#ifndef CSA_TEXT_POOL_H
#define CSA_TEXT_POOL_H

#include <stddef.h>

#include "buf.h"

struct csa_text_pool {
	struct csa_text_chunk *chunks; /* newest first */
	const char **slots;            /* open addressing; NULL: free */
	size_t slot_count;             /* 0 or a power of two, at most half of it used */
	size_t used_count;
};

/* A pool of zeros is empty and ready. */
void csa_text_pool_release(struct csa_text_pool *pool);

/**
 * csa_text_pool_add() - the pool's copy of a string.
 * @text: any bytes without NUL; those that are not UTF-8 become U+FFFD, one for each
 *
 * Return: the same pointer for the same text; NULL when memory ran out.
 */
const char *csa_text_pool_add(struct csa_text_pool *pool, const char *text, size_t length);

/** csa_text_pool_add_buf() - the same of a buffer; NULL also when it is not complete. */
const char *csa_text_pool_add_buf(struct csa_text_pool *pool, const struct csa_buf *buf);

/** csa_text_pool_alloc() - zeroed memory that lives as long as the pool, aligned for any object. */
void *csa_text_pool_alloc(struct csa_text_pool *pool, size_t size);

#endif
