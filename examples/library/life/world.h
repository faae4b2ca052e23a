/* SPDX-License-Identifier: MIT */
/* A square world whose edges meet, for Conway's game of life. */
#ifndef WORLD_H
#define WORLD_H

#define WORLD_SIDE 16

struct world {
	unsigned char cells[WORLD_SIDE][WORLD_SIDE]; /* 1: alive */
};

/* One generation. */
void world_step(struct world *world);

/* Return: how many cells live. */
unsigned world_count(const struct world *world);

#endif
