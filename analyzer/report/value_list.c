/* SPDX-License-Identifier: MIT */
#include "value_list.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
	uint64_t a = ((const struct csa_value *)left)->ns;
	uint64_t b = ((const struct csa_value *)right)->ns;

	return a < b ? -1 : a > b;
}

void csa_values_join(struct csa_value_list *list)
{
	size_t kept = 0;

	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items), compare);
	for (size_t i = 0; i < list->count; i++) {
		if (kept && list->items[kept - 1].ns == list->items[i].ns)
			list->items[kept - 1].count += list->items[i].count;
		else
			list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

static bool reserve(struct csa_value_list *list)
{
	size_t capacity = list->capacity ? 2 * list->capacity : 64;
	struct csa_value *items;

	if (list->count < list->capacity)
		return true;
	csa_values_join(list);
	if (list->count < list->capacity / 2)
		return true;
	items = realloc(list->items, capacity * sizeof(*items));
	if (!items)
		return false;
	list->items = items;
	list->capacity = capacity;
	return true;
}

bool csa_values_add(struct csa_value_list *list, uint64_t ns, uint64_t count)
{
	if (!reserve(list))
		return false;
	list->items[list->count++] = (struct csa_value){ ns, count };
	return true;
}

bool csa_values_take(struct csa_value_list *to, struct csa_value_list *from)
{
	for (size_t i = 0; i < from->count; i++) {
		if (!csa_values_add(to, from->items[i].ns, from->items[i].count))
			return false;
	}
	csa_values_release(from);
	return true;
}

static bool copy(struct csa_value_list *all, const struct csa_value_list *list,
		 const struct csa_histogram *h)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!csa_values_add(all, list->items[i].ns, list->items[i].count))
			return false;
	}
	for (unsigned bucket = 0; bucket < 64 * CSA_HISTOGRAM_CHUNKS; bucket++) {
		uint64_t count = csa_histogram_count(h, bucket);

		if (count && !csa_values_add(all, csa_histogram_middle(bucket), count))
			return false;
	}
	csa_values_join(all);
	return true;
}

bool csa_values_quantiles(const struct csa_value_list *list, const struct csa_histogram *h,
			  const unsigned *per_mille, unsigned count, uint64_t *out)
{
	struct csa_value_list all = { 0 };
	bool ok = copy(&all, list, h);
	uint64_t total = 0;
	uint64_t seen = 0;
	unsigned next = 0;

	for (unsigned i = 0; i < count; i++)
		out[i] = 0;
	for (size_t i = 0; i < all.count; i++)
		total += all.items[i].count;
	for (size_t i = 0; ok && i < all.count && next < count; i++) {
		seen += all.items[i].count;
		while (next < count && seen >= csa_histogram_rank(total, per_mille[next]))
			out[next++] = all.items[i].ns;
	}
	csa_values_release(&all);
	return ok;
}

void csa_values_release(struct csa_value_list *list)
{
	free(list->items);
	*list = (struct csa_value_list){ 0 };
}
