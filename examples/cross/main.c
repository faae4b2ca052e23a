/* SPDX-License-Identifier: MIT */
/* Sums blocks: checksums <count>. Every fourth block is summed twice. */
#include <stdio.h>
#include <stdlib.h>

#include "blocks.h"

static uint32_t one_block(uint32_t number)
{
	uint8_t block[BLOCK_SIZE];
	uint32_t sum;

	block_fill(block, number);
	sum = block_sum(block);
	if (number % 4 == 0 && block_sum(block) != sum)
		abort();
	return sum;
}

int main(int argc, char **argv)
{
	uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4;
	uint32_t all = 0;

	for (uint32_t i = 0; i < count; i++)
		all ^= one_block(i);
	printf("%u blocks, %08x, pointers of %zu bytes\n", count, all, sizeof(void *));
	return 0;
}
