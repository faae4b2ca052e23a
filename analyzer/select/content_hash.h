/* SPDX-License-Identifier: MIT */
/* A fast hash of file contents: tells an edited source from an unchanged one. Not for secrets. */
#ifndef CSA_CONTENT_HASH_H
#define CSA_CONTENT_HASH_H

#include <stddef.h>
#include <stdint.h>

/**
 * csa_content_hash() - 64 bits of @length bytes; depends on the byte order of the machine.
 * @seed: another hash for another seed, for hashing in pieces
 */
uint64_t csa_content_hash(const void *bytes, size_t length, uint64_t seed);

#endif
