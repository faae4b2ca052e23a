/* SPDX-License-Identifier: MIT */
/*
 * Durations that come with a count, as a summary has them: one value for each bucket of the process's own
 * histogram. They keep that histogram's error; put into buckets of our own they would double it.
 *
 * Invariant: memory is bounded by the number of different values, for equal ones are joined.
 */
#ifndef CSA_VALUE_LIST_H
#define CSA_VALUE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "histogram.h"

struct csa_value {
	uint64_t ns;
	uint64_t count;
};

struct csa_value_list {
	struct csa_value *items;
	size_t count;
	size_t capacity;
};

/** csa_values_add() - @count durations of @ns. Return: false: no memory. */
bool csa_values_add(struct csa_value_list *list, uint64_t ns, uint64_t count);

/** csa_values_join() - sort; equal values become one. */
void csa_values_join(struct csa_value_list *list);

/** csa_values_take() - add all of @from to @to and empty @from. Return: false: no memory. */
bool csa_values_take(struct csa_value_list *to, struct csa_value_list *from);

/**
 * csa_values_quantiles() - as csa_histogram_quantiles(), of the values and of @h together.
 *
 * Return: false: no memory.
 */
bool csa_values_quantiles(const struct csa_value_list *list, const struct csa_histogram *h,
			  const unsigned *per_mille, unsigned count, uint64_t *out);

void csa_values_release(struct csa_value_list *list);

#endif
