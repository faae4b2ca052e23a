/* SPDX-License-Identifier: MIT */
/* The floor: reading the clock and storing it, into a buffer of the size of a window. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "loop_time.h"

#define WORDS 8192u

int main(int argc, char **argv)
{
	unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	static uint64_t words[WORDS];
	uint64_t before;

	before = loop_ns();
	for (unsigned long i = 0; i < 4 * calls; i++) {
		words[i % WORDS] = loop_counter();
		__asm__ volatile("" ::"r"(words) : "memory"); /* the store is wanted */
	}
	loop_report(before, 4 * calls);
	return 0;
}
