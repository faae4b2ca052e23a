/* SPDX-License-Identifier: MIT */
/*
 * Puts squares on a shelf, in a bad order, and looks all numbers up.
 *
 *   store [N]    N squares, 100 when not given, 256 at most
 */
#include <stdio.h>
#include <stdlib.h>

#include "shelf.h"

static void fill(struct shelf *shelf, unsigned count)
{
	for (unsigned i = count; i > 0; i--)
		shelf_put(shelf, i * i);
}

static unsigned count_squares(const struct shelf *shelf, unsigned limit)
{
	unsigned found = 0;

	for (unsigned i = 1; i <= limit; i++)
		found += shelf_has(shelf, i) != 0;
	return found;
}

int main(int argc, char **argv)
{
	struct shelf shelf = { .count = 0 };
	unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100;

	fill(&shelf, count);
	printf("%u squares up to 1000\n", count_squares(&shelf, 1000));
	return 0;
}
