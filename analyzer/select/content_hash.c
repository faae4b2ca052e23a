/* SPDX-License-Identifier: MIT */
#include "content_hash.h"

#include <string.h>

/* Odd, with about as many ones as zeros; nothing else is asked of them. */
#define ODD_A 0x9e3779b97f4a7c15ull
#define ODD_B 0xd6e8feb86659fd93ull

static uint64_t mix(uint64_t a, uint64_t b)
{
	a = (a ^ b) * ODD_A;
	return a ^ a >> 29;
}

static uint64_t word(const unsigned char *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/* Four chains, so that a multiplication need not wait for the one before it. */
uint64_t csa_content_hash(const void *bytes, size_t length, uint64_t seed)
{
	const unsigned char *at = bytes;
	uint64_t chains[4] = { seed + ODD_A, seed ^ ODD_B, seed - ODD_A, ~seed };
	unsigned char tail[32] = { 0 };
	size_t left = length;
	uint64_t hash;

	for (; left >= 32; left -= 32, at += 32) {
		for (int i = 0; i < 4; i++)
			chains[i] = mix(chains[i], word(at + (ptrdiff_t)8 * i));
	}
	if (left)
		memcpy(tail, at, left);
	for (int i = 0; i < 4; i++)
		chains[i] = mix(chains[i], word(tail + (ptrdiff_t)8 * i));
	hash = mix(chains[0], chains[1] * ODD_B);
	hash = mix(hash, chains[2] * ODD_B);
	hash = mix(hash, chains[3] * ODD_B);
	return mix(hash, length) * ODD_B ^ hash >> 32;
}
