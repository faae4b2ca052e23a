/* SPDX-License-Identifier: MIT */
/* The N largest of many values, for formats that write stacks in an order of their own. */
#ifndef CSA_TOP_VALUES_H
#define CSA_TOP_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct csa_top_values {
	bool is_limited;
	uint64_t least; /* smaller ones are out */
	uint64_t equal; /* how many of exactly least are still in */
};

/**
 * csa_top_values_init() - find the limit.
 * @values: reordered
 * @top: how many; 0: all
 */
void csa_top_values_init(struct csa_top_values *limit, uint64_t *values, size_t count, size_t top);

/** csa_top_values_take() - is the next one, @value, among them? Asked once for each. */
static inline bool csa_top_values_take(struct csa_top_values *limit, uint64_t value)
{
	if (!limit->is_limited || value > limit->least)
		return true;
	if (value < limit->least || limit->equal == 0)
		return false;
	limit->equal--;
	return true;
}

#endif
