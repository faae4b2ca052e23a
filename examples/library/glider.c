/* SPDX-License-Identifier: MIT */
/*
 * Lets a glider fly and prints how many cells live at the end: five.
 *
 *   glider [N]    N generations, 20 when not given
 */
#include <stdio.h>
#include <stdlib.h>

#include "world.h"

int main(int argc, char **argv)
{
	struct world world = { { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } } };
	unsigned generations = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20;

	for (unsigned i = 0; i < generations; i++)
		world_step(&world);
	printf("%u cells\n", world_count(&world));
	return 0;
}
