/* SPDX-License-Identifier: MIT */
/* Three cells in a row turn, and are three afterwards. */
#include <stdio.h>

#include "world.h"

int main(void)
{
	struct world world = { { { 0 }, { 0, 1, 1, 1 } } };

	world_step(&world);
	printf("%u cells\n", world_count(&world));
	return 0;
}
