/* SPDX-License-Identifier: MIT */
/* Which cells live on. */
#ifndef RULES_H
#define RULES_H

/* Return: 1 when the cell lives in the next generation. */
int rules_lives(int is_alive, unsigned neighbours);

#endif
