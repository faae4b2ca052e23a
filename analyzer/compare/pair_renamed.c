/* SPDX-License-Identifier: MIT */
/*
 * A function that is gone and one that is new are one when everything but the name says so, and no
 * other pair is possible. A wrong pair hides two changes, a missing one shows them: precision wins.
 */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>

#include "pair.h"
#include "pair_list.h"

#define GROUP_MAX  64u /* functions of one size in one file; more are not told apart */
#define ROUNDS_MAX 16u /* a caller that was renamed is found before what it calls */

static int compare_bodies(const struct csa_side_row *a, const struct csa_side_row *b)
{
	int order = (a->size > b->size) - (a->size < b->size);

	return order ? order : strcmp(a->module_key, b->module_key);
}

static int by_body(const void *left, const void *right, void *side)
{
	const struct csa_side_row *rows = ((struct csa_side *)side)->items;

	return compare_bodies(&rows[*(const uint32_t *)left], &rows[*(const uint32_t *)right]);
}

/* Functions without a partner whose size is known. Return: false: no memory. */
static bool make_list(struct csa_pair_list *list, struct csa_side *side)
{
	*list = (struct csa_pair_list){ .side = side };
	list->items = malloc((side->count + 1ull) * sizeof(*list->items));
	if (!list->items)
		return false;
	for (uint32_t i = 0; i < side->count; i++) {
		const struct csa_side_row *row = &side->items[i];

		if (row->partner == CSA_SIDE_NONE && row->size && !row->is_scope && row->file[0])
			list->items[list->count++] = i;
	}
	qsort_r(list->items, list->count, sizeof(*list->items), by_body, side);
	return true;
}

static bool has_caller(const struct csa_side *side, const struct csa_side_row *row, uint32_t caller)
{
	const struct csa_side_edge *edges = side->edges.items + row->first_caller;
	uint32_t low = 0;
	uint32_t high = row->caller_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (edges[middle].caller == caller)
			return true;
		if (edges[middle].caller < caller)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* Whether the same functions call row @i of @a and @j of @b; one that calls itself still does. */
static bool same_callers(const struct csa_side *a, uint32_t i, const struct csa_side *b, uint32_t j)
{
	const struct csa_side_row *x = &a->items[i];
	const struct csa_side_row *y = &b->items[j];

	if (x->caller_count != y->caller_count || x->caller_count == 0)
		return false;
	for (uint32_t e = 0; e < x->caller_count; e++) {
		uint32_t caller = a->edges.items[x->first_caller + e].caller;

		if (caller == i)
			caller = j;
		else if (caller != CSA_SIDE_ROOT)
			caller = a->items[caller].partner;
		if (caller == CSA_SIDE_NONE || !has_caller(b, y, caller))
			return false;
	}
	return true;
}

static bool is_possible(const struct csa_side *a, uint32_t i, const struct csa_side *b, uint32_t j)
{
	const struct csa_side_row *x = &a->items[i];
	const struct csa_side_row *y = &b->items[j];

	if (y->partner != CSA_SIDE_NONE ||
	    strcmp(csa_path_end(x->file, 1), csa_path_end(y->file, 1)) != 0)
		return false;
	if (a->has_callers && b->has_callers)
		return same_callers(a, i, b, j);
	return x->address == y->address;
}

/* The only possible one of @list for row @i of @side; CSA_SIDE_NONE: none, or several. */
static uint32_t find_only(const struct csa_side *side, uint32_t i, const struct csa_pair_list *list)
{
	uint32_t found = CSA_SIDE_NONE;

	for (uint32_t k = 0; k < list->count; k++) {
		if (!is_possible(side, i, list->side, list->items[k]))
			continue;
		if (found != CSA_SIDE_NONE)
			return CSA_SIDE_NONE;
		found = list->items[k];
	}
	return found;
}

/* @a, @b: of one module and size. Return: whether a pair was found. */
static bool pair_group(struct csa_pair_list *a, struct csa_pair_list *b)
{
	bool found = false;

	if (a->count > GROUP_MAX || b->count > GROUP_MAX)
		return false;
	for (uint32_t k = 0; k < a->count; k++) {
		uint32_t i = a->items[k];
		uint32_t j;

		if (a->side->items[i].partner != CSA_SIDE_NONE)
			continue;
		j = find_only(a->side, i, b);
		if (j == CSA_SIDE_NONE || find_only(b->side, j, a) != i)
			continue;
		a->side->items[i].partner = j;
		b->side->items[j].partner = i;
		found = true;
	}
	return found;
}

int csa_pair_renamed(struct csa_side *a, struct csa_side *b, struct csa_err *err)
{
	static const struct csa_pairing pairing = { compare_bodies, pair_group };
	struct csa_pair_list x = { 0 };
	struct csa_pair_list y = { 0 };
	bool ok = make_list(&x, a) && make_list(&y, b);

	for (unsigned round = 0; ok && round < ROUNDS_MAX; round++) {
		if (!csa_pair_lists(&x, &y, &pairing))
			break;
	}
	free(x.items);
	free(y.items);
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
}
