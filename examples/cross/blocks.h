/* SPDX-License-Identifier: MIT */
/* Blocks of bytes that are made and summed. */
#ifndef CROSS_BLOCKS_H
#define CROSS_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#define BLOCK_SIZE 256

void block_fill(uint8_t *block, uint32_t seed);
uint32_t block_sum(const uint8_t *block);

#endif
