/* SPDX-License-Identifier: MIT */
#include "spans.h"

#include <stdlib.h>

#include "err.h"

void csa_spans_release(struct csa_spans *spans)
{
	free(spans->items);
	free(spans->highest_ends);
	*spans = (struct csa_spans){ 0 };
}

int csa_spans_add(struct csa_spans *spans, uint64_t start_addr, uint64_t end_addr, uint64_t value)
{
	if (end_addr <= start_addr)
		return 0;
	if (spans->count == spans->capacity) {
		size_t capacity = spans->capacity ? spans->capacity * 2 : 64;
		struct csa_span *items = NULL;

		if (capacity <= SIZE_MAX / sizeof(*items))
			items = realloc(spans->items, capacity * sizeof(*items));
		if (!items)
			return CSA_E_NOMEM;
		spans->items = items;
		spans->capacity = capacity;
	}
	spans->items[spans->count++] = (struct csa_span){ start_addr, end_addr, value };
	return 0;
}

static int compare(const void *left, const void *right)
{
	const struct csa_span *a = left;
	const struct csa_span *b = right;

	if (a->start_addr != b->start_addr)
		return a->start_addr < b->start_addr ? -1 : 1;
	/* The search goes backward: what it shall find first stands last. */
	if (a->value != b->value)
		return a->value > b->value ? -1 : 1;
	return 0;
}

int csa_spans_sort(struct csa_spans *spans)
{
	uint64_t highest = 0;

	if (spans->count == 0)
		return 0;
	qsort(spans->items, spans->count, sizeof(*spans->items), compare);
	free(spans->highest_ends);
	spans->highest_ends = malloc(spans->count * sizeof(*spans->highest_ends));
	if (!spans->highest_ends)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < spans->count; i++) {
		if (spans->items[i].end_addr > highest)
			highest = spans->items[i].end_addr;
		spans->highest_ends[i] = highest;
	}
	return 0;
}

const struct csa_span *csa_spans_find(const struct csa_spans *spans, uint64_t addr)
{
	size_t low = 0;
	size_t high = spans->count;

	if (!spans->highest_ends)
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spans->items[middle].start_addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	while (low > 0 && spans->highest_ends[low - 1] > addr) {
		low--;
		if (spans->items[low].end_addr > addr)
			return &spans->items[low];
	}
	return NULL;
}
