/* SPDX-License-Identifier: MIT */
#include "grid.h"

#include <string.h>

void grid_clear(struct grid *grid)
{
	memset(grid, 0, sizeof(*grid));
}

static int wrap(int i)
{
	return (i % GRID_SIZE + GRID_SIZE) % GRID_SIZE;
}

void grid_set(struct grid *grid, int x, int y)
{
	grid->cells[wrap(y)][wrap(x)] = 1;
}

int grid_get(const struct grid *grid, int x, int y)
{
	return grid->cells[y & (GRID_SIZE - 1)][x & (GRID_SIZE - 1)];
}

static int neighbours(const struct grid *grid, int x, int y)
{
	int count = -grid_get(grid, x, y);

	for (int dy = -1; dy <= 1; dy++) {
		for (int dx = -1; dx <= 1; dx++)
			count += grid_get(grid, x + dx, y + dy);
	}
	return count;
}

void grid_step(struct grid *grid)
{
	struct grid next;

	grid_clear(&next);
	for (int y = 0; y < GRID_SIZE; y++) {
		for (int x = 0; x < GRID_SIZE; x++) {
			int count = neighbours(grid, x, y);

			if (count == 3 || (count == 2 && grid_get(grid, x, y)))
				grid_set(&next, x, y);
		}
	}
	*grid = next;
}
