/* SPDX-License-Identifier: MIT */
#include "rules.h"

static int survives(unsigned neighbours)
{
	return neighbours == 2 || neighbours == 3;
}

static int is_born(unsigned neighbours)
{
	return neighbours == 3;
}

int rules_lives(int is_alive, unsigned neighbours)
{
	return is_alive ? survives(neighbours) : is_born(neighbours);
}
