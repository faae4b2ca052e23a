/* SPDX-License-Identifier: MIT */
#include "shelf.h"

static int shelf_compare(unsigned a, unsigned b)
{
	return a < b ? -1 : a > b;
}

/* Return: where the first number stands that is not smaller. */
static unsigned shelf_find(const struct shelf *shelf, unsigned number)
{
	unsigned low = 0;
	unsigned high = shelf->count;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (shelf_compare(shelf->numbers[middle], number) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Moves all numbers from there on by one. */
static void shelf_make_room(struct shelf *shelf, unsigned at)
{
	for (unsigned i = shelf->count++; i > at; i--)
		shelf->numbers[i] = shelf->numbers[i - 1];
}

int shelf_put(struct shelf *shelf, unsigned number)
{
	unsigned at = shelf_find(shelf, number);

	if (shelf->count == SHELF_SIZE)
		return -1;
	shelf_make_room(shelf, at);
	shelf->numbers[at] = number;
	return 0;
}

int shelf_has(const struct shelf *shelf, unsigned number)
{
	unsigned at = shelf_find(shelf, number);

	return at < shelf->count && shelf->numbers[at] == number;
}
