/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "tree_order.h"

#include <stdlib.h>

#include "err.h"

struct sorting {
	const struct csa_tree *tree;
	int (*compare)(uint32_t left, uint32_t right, const void *argument);
	const void *argument;
};

static int compare_nodes(const void *left, const void *right, void *argument)
{
	const struct sorting *sorting = argument;
	uint32_t a = *(const uint32_t *)left;
	uint32_t b = *(const uint32_t *)right;
	uint32_t parent_a = sorting->tree->nodes[a].parent;
	uint32_t parent_b = sorting->tree->nodes[b].parent;
	int order;

	if (parent_a != parent_b)
		return parent_a < parent_b ? -1 : 1;
	order = sorting->compare(a, b, sorting->argument);
	return order ? order : (a > b) - (a < b);
}

/* Return: 0: no memory. */
static size_t longest_path(const struct csa_tree *tree)
{
	uint32_t *depths = calloc(tree->count, sizeof(*depths));
	uint32_t deepest = 0;

	if (!depths)
		return 0;
	for (uint32_t i = 1; i < tree->count; i++) {
		depths[i] = depths[tree->nodes[i].parent] + 1;
		deepest = depths[i] > deepest ? depths[i] : deepest;
	}
	free(depths);
	return deepest + 1ull;
}

int csa_tree_order_make(struct csa_tree_order *order, const struct csa_tree *tree,
			int (*compare)(uint32_t left, uint32_t right, const void *argument),
			const void *argument)
{
	struct sorting sorting = { .tree = tree, .compare = compare, .argument = argument };
	const uint32_t count = tree->count - 1; /* all but the root */

	*order = (struct csa_tree_order){ .depth = longest_path(tree) };
	order->nodes = calloc(count + 1ull, sizeof(*order->nodes));
	order->first_child = calloc(tree->count + 1ull, sizeof(*order->first_child));
	if (!order->nodes || !order->first_child || !order->depth)
		return CSA_E_NOMEM;
	for (uint32_t i = 0; i < count; i++)
		order->nodes[i] = i + 1;
	qsort_r(order->nodes, count, sizeof(*order->nodes), compare_nodes, &sorting);
	for (uint32_t i = 0, parent = 0; parent <= tree->count; parent++) {
		while (i < count && tree->nodes[order->nodes[i]].parent < parent)
			i++;
		order->first_child[parent] = i;
	}
	return 0;
}

void csa_tree_order_release(struct csa_tree_order *order)
{
	free(order->nodes);
	free(order->first_child);
	*order = (struct csa_tree_order){ 0 };
}
