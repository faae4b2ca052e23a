/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "grid.h"

/* A glider: after four generations it is where it was, one cell further. */
static void add_glider(struct grid *grid, int x, int y)
{
	static const int cells[5][2] = { { 1, 0 }, { 2, 1 }, { 0, 2 }, { 1, 2 }, { 2, 2 } };

	for (int i = 0; i < 5; i++)
		grid_set(grid, x + cells[i][0], y + cells[i][1]);
}

int main(int argc, char **argv)
{
	int generations = argc > 1 ? atoi(argv[1]) : 100;
	struct grid grid;

	grid_clear(&grid);
	add_glider(&grid, 0, 0);
	add_glider(&grid, 16, 8);
	for (int i = 0; i < generations; i++)
		grid_step(&grid);
	picture_print(&grid);
	return 0;
}
