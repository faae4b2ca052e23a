/* SPDX-License-Identifier: MIT */
#include "blocks.h"

static uint32_t mix(uint32_t value)
{
	value ^= value << 13;
	value ^= value >> 17;
	value ^= value << 5;
	return value;
}

void block_fill(uint8_t *block, uint32_t seed)
{
	for (size_t i = 0; i < BLOCK_SIZE; i++) {
		seed = mix(seed + (uint32_t)i + 1);
		block[i] = (uint8_t)seed;
	}
}

uint32_t block_sum(const uint8_t *block)
{
	uint32_t low = 1;
	uint32_t high = 0;

	for (size_t i = 0; i < BLOCK_SIZE; i++) {
		low = (low + block[i]) % 65521;
		high = (high + low) % 65521;
	}
	return high << 16 | low;
}
