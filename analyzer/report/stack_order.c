/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "stack_order.h"

#include <stdlib.h>
#include <string.h>

/* All nodes but root and rest, sorted by parent. */
struct children {
	uint32_t *first; /* where a node's begin; those of the next one end them */
	uint32_t *items;
};

static bool list_children(const struct csa_tree *tree, struct children *children)
{
	children->first = calloc(tree->count + 2ull, sizeof(*children->first));
	children->items = calloc(tree->count + 1ull, sizeof(*children->items));
	if (!children->first || !children->items)
		return false;
	/* Counted two places on and filled from one place on: then every list begins in its own place. */
	for (uint32_t i = CSA_TREE_REST + 1; i < tree->count; i++)
		children->first[tree->nodes[i].parent + 2]++;
	for (uint32_t i = 2; i < tree->count + 2; i++)
		children->first[i] += children->first[i - 1];
	for (uint32_t i = CSA_TREE_REST + 1; i < tree->count; i++)
		children->items[children->first[tree->nodes[i].parent + 1]++] = i;
	return true;
}

int csa_row_order(const struct csa_row_name *a, const struct csa_row_name *b)
{
	if (a->module != b->module)
		return a->module < b->module ? -1 : 1;
	return (a->addr > b->addr) - (a->addr < b->addr);
}

int csa_caller_order(const struct csa_report *report, uint32_t a, uint32_t b)
{
	const struct csa_row_name *x = a == CSA_NO_ROW ? NULL : &report->table.rows[a];
	const struct csa_row_name *y = b == CSA_NO_ROW ? NULL : &report->table.rows[b];
	int order;

	if (!x || !y)
		return (x != NULL) - (y != NULL);
	order = strcmp(x->function, y->function);
	return order ? order : csa_row_order(x, y);
}

static int by_row(const void *left, const void *right, void *data)
{
	const struct csa_report *report = data;
	const struct csa_tree_node *nodes = report->tree.nodes;
	const struct csa_row_name *rows = report->table.rows;

	return csa_row_order(&rows[nodes[*(const uint32_t *)left].row],
			     &rows[nodes[*(const uint32_t *)right].row]);
}

/* Level by level: no recursion, a stack can be deep. */
static void sort(const struct csa_report *report, const struct children *children, uint32_t *order)
{
	uint32_t count = CSA_TREE_REST + 1;

	order[CSA_TREE_ROOT] = CSA_TREE_ROOT;
	order[CSA_TREE_REST] = CSA_TREE_REST;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t node = order[i];
		uint32_t first = children->first[node];
		uint32_t own = children->first[node + 1] - first;

		memcpy(order + count, children->items + first, own * sizeof(*order));
		qsort_r(order + count, own, sizeof(*order), by_row, (void *)(uintptr_t)report);
		count += own;
	}
}

uint32_t *csa_stack_order(const struct csa_report *report)
{
	uint32_t *order = calloc(report->tree.count + 1ull, sizeof(*order));
	struct children children = { 0 };

	if (order && list_children(&report->tree, &children)) {
		sort(report, &children, order);
	} else {
		free(order);
		order = NULL;
	}
	free(children.first);
	free(children.items);
	return order;
}
