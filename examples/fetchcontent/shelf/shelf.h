/* SPDX-License-Identifier: MIT */
/* Numbers in order. */
#ifndef SHELF_H
#define SHELF_H

#define SHELF_SIZE 256

struct shelf {
	unsigned numbers[SHELF_SIZE];
	unsigned count;
};

/* Return: 0, or -1 when there is no room. */
int shelf_put(struct shelf *shelf, unsigned number);

/* Return: 1 when the number is there. */
int shelf_has(const struct shelf *shelf, unsigned number);

#endif
