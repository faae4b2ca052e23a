/* SPDX-License-Identifier: MIT */
#include "world.h"

#include "rules.h"

static unsigned cell_at(const struct world *world, int row, int column)
{
	return world->cells[(row + WORLD_SIDE) % WORLD_SIDE][(column + WORLD_SIDE) % WORLD_SIDE];
}

static unsigned count_neighbours(const struct world *world, int row, int column)
{
	unsigned count = 0;

	for (int i = 0; i < 9; i++) {
		if (i != 4)
			count += cell_at(world, row + i / 3 - 1, column + i % 3 - 1);
	}
	return count;
}

void world_step(struct world *world)
{
	const struct world old = *world;

	for (int row = 0; row < WORLD_SIDE; row++) {
		for (int column = 0; column < WORLD_SIDE; column++)
			world->cells[row][column] =
				(unsigned char)rules_lives(old.cells[row][column],
							   count_neighbours(&old, row, column));
	}
}

unsigned world_count(const struct world *world)
{
	unsigned count = 0;

	for (int row = 0; row < WORLD_SIDE; row++) {
		for (int column = 0; column < WORLD_SIDE; column++)
			count += world->cells[row][column];
	}
	return count;
}
