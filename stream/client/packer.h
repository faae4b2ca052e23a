/* SPDX-License-Identifier: MIT */
/* Compression of a message by zstd. Compiled with CALLSIGHT_NO_ZSTD messages are stored as they are. */
#ifndef CSS_PACKER_H
#define CSS_PACKER_H

#include <stdbool.h>
#include <stddef.h>

struct css_packer;

/** css_packer_is_built() - false: it never packs. */
bool css_packer_is_built(void);

/** css_packer_new() - Return: NULL without memory. css_packer_free() frees; NULL is allowed. */
struct css_packer *css_packer_new(void);
void css_packer_free(struct css_packer *packer);

/**
 * css_packer_pack() - @count bytes at @from become one frame at @to, by @level of zstd (not 0).
 *
 * Return: bytes of the frame, at most @capacity; 0: it would not be smaller.
 */
size_t css_packer_pack(struct css_packer *packer, int level, void *to, size_t capacity,
		       const void *from, size_t count);

#endif
