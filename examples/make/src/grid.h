/* SPDX-License-Identifier: MIT */
/* Conway's game of life on a grid whose edges meet. */
#ifndef GRID_H
#define GRID_H

#ifdef __cplusplus
extern "C" {
#endif

#define GRID_SIZE 32

struct grid {
	unsigned char cells[GRID_SIZE][GRID_SIZE];
};

/** grid_clear() - no cell lives. */
void grid_clear(struct grid *grid);

/** grid_set() - let the cell at @x, @y live; places outside the grid lie inside it as well. */
void grid_set(struct grid *grid, int x, int y);

/** grid_get() - does it live? */
int grid_get(const struct grid *grid, int x, int y);

/** grid_step() - the next generation. */
void grid_step(struct grid *grid);

/** picture_print() - write the grid, one line a row. */
void picture_print(const struct grid *grid);

#ifdef __cplusplus
}
#endif
#endif
