/* SPDX-License-Identifier: MIT */
#include "top_values.h"

#include <stdlib.h>

static int compare_largest_first(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left;
	uint64_t b = *(const uint64_t *)right;

	return a > b ? -1 : a < b;
}

void csa_top_values_init(struct csa_top_values *limit, uint64_t *values, size_t count, size_t top)
{
	*limit = (struct csa_top_values){ .is_limited = top != 0 && top < count };
	if (!limit->is_limited)
		return;
	qsort(values, count, sizeof(*values), compare_largest_first);
	limit->least = values[top - 1];
	for (size_t i = 0; i < top; i++)
		limit->equal += values[i] == limit->least;
}
