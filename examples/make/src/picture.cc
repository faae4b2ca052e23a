// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>

#include "grid.h"

namespace picture {

static std::string row(const grid &grid, int y)
{
	std::string text;

	for (int x = 0; x < GRID_SIZE; x++)
		text += grid_get(&grid, x, y) ? 'o' : '.';
	return text;
}

}

void picture_print(const struct grid *grid)
{
	for (int y = 0; y < GRID_SIZE; y++)
		puts(picture::row(*grid, y).c_str());
}
