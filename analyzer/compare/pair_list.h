/* SPDX-License-Identifier: MIT */
/* Rows of two sides, sorted alike and gone through side by side. Private to the compare room. */
#ifndef CSA_PAIR_LIST_H
#define CSA_PAIR_LIST_H

#include <stdbool.h>

#include "compare_side.h"

/** Numbers of rows of one side, or a part of such a list. */
struct csa_pair_list {
	struct csa_side *side;
	uint32_t *items;
	uint32_t count;
	unsigned parts; /* of the path, while a group is sorted */
};

struct csa_pairing {
	/** the order that both lists are in */
	int (*compare)(const struct csa_side_row *a, const struct csa_side_row *b);
	/** @a, @b: all that are equal in it. Return: whether a pair was found. */
	bool (*pair)(struct csa_pair_list *a, struct csa_pair_list *b);
};

/** csa_pair_lists() - every group that both have. Return: whether a pair was found. */
bool csa_pair_lists(const struct csa_pair_list *a, const struct csa_pair_list *b,
		    const struct csa_pairing *pairing);

#endif
