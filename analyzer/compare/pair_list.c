/* SPDX-License-Identifier: MIT */
#include "pair_list.h"

static const struct csa_side_row *row_at(const struct csa_pair_list *list, uint32_t at)
{
	return &list->side->items[list->items[at]];
}

/* How many from @at on are equal. */
static uint32_t group_length(const struct csa_pair_list *list, uint32_t at,
			     const struct csa_pairing *pairing)
{
	uint32_t end = at + 1;

	while (end < list->count && pairing->compare(row_at(list, at), row_at(list, end)) == 0)
		end++;
	return end - at;
}

bool csa_pair_lists(const struct csa_pair_list *a, const struct csa_pair_list *b,
		    const struct csa_pairing *pairing)
{
	bool found = false;
	uint32_t i = 0;
	uint32_t j = 0;

	while (i < a->count && j < b->count) {
		int order = pairing->compare(row_at(a, i), row_at(b, j));
		struct csa_pair_list x = { .side = a->side, .items = a->items + i };
		struct csa_pair_list y = { .side = b->side, .items = b->items + j };

		x.count = order <= 0 ? group_length(a, i, pairing) : 0;
		y.count = order >= 0 ? group_length(b, j, pairing) : 0;
		i += x.count;
		j += y.count;
		if (order == 0 && pairing->pair(&x, &y))
			found = true;
	}
	return found;
}
