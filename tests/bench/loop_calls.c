/* SPDX-License-Identifier: MIT */
/* Two calls, four hooks, an iteration: as little work between hooks as there can be. */
#include <stdlib.h>

#include "loop_time.h"

__attribute__((noinline)) static int inner(int x)
{
	__asm__ volatile("" ::: "memory");
	return x + 1;
}

__attribute__((noinline)) static int outer(int x)
{
	return inner(x) + 1;
}

__attribute__((no_instrument_function)) int main(int argc, char **argv)
{
	unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	uint64_t before;
	int x = outer(0); /* the first hook starts a capture: not part of the loop */

	before = loop_ns();
	for (unsigned long i = 0; i < calls; i++)
		x = outer(x);
	loop_report(before, 4 * calls);
	return x == 0;
}
