/* SPDX-License-Identifier: MIT */
#include "stack_tree.h"

#include <stdlib.h>

bool csa_tree_init(struct csa_tree *tree)
{
	*tree = (struct csa_tree){ .capacity = 256, .slot_mask = 1023, .count = 2 };
	tree->nodes = calloc(tree->capacity, sizeof(*tree->nodes));
	tree->slots = calloc(tree->slot_mask + 1, sizeof(*tree->slots));
	if (!tree->nodes || !tree->slots) {
		csa_tree_release(tree);
		return false;
	}
	tree->nodes[CSA_TREE_ROOT].row = CSA_NO_ROW;
	tree->nodes[CSA_TREE_REST].row = CSA_NO_ROW;
	return true;
}

void csa_tree_release(struct csa_tree *tree)
{
	free(tree->nodes);
	free(tree->slots);
	*tree = (struct csa_tree){ 0 };
}

static void put(struct csa_tree *tree, uint32_t node)
{
	const struct csa_tree_node *n = &tree->nodes[node];
	uint32_t slot = csa_tree_hash(n->parent, n->row) & tree->slot_mask;

	while (tree->slots[slot])
		slot = (slot + 1) & tree->slot_mask;
	tree->slots[slot] = node;
}

static bool grow(struct csa_tree *tree)
{
	uint32_t capacity = tree->capacity * 2;
	struct csa_tree_node *nodes = realloc(tree->nodes, capacity * sizeof(*nodes));
	uint32_t *slots;

	if (!nodes)
		return false;
	tree->nodes = nodes;
	tree->capacity = capacity;
	slots = calloc(4 * (size_t)capacity, sizeof(*slots));
	if (!slots)
		return false;
	free(tree->slots);
	tree->slots = slots;
	tree->slot_mask = 4 * capacity - 1;
	for (uint32_t i = 2; i < tree->count; i++)
		put(tree, i);
	return true;
}

uint32_t csa_tree_add_child(struct csa_tree *tree, uint32_t parent, uint32_t row)
{
	uint32_t node = tree->count;

	uint32_t depth = tree->nodes[parent].depth + 1;

	if (parent == CSA_TREE_REST || node >= CSA_TREE_NODES_MAX || depth > CSA_TREE_DEPTH_MAX)
		return CSA_TREE_REST;
	if (node == tree->capacity && !grow(tree))
		return CSA_TREE_REST;
	tree->nodes[node] = (struct csa_tree_node){ .parent = parent, .row = row, .depth = depth };
	tree->count++;
	put(tree, node);
	return node;
}

bool csa_tree_add(struct csa_tree *to, const struct csa_tree *from)
{
	uint32_t *map = calloc(from->count, sizeof(*map));

	if (!map)
		return false;
	map[CSA_TREE_ROOT] = CSA_TREE_ROOT;
	map[CSA_TREE_REST] = CSA_TREE_REST;
	for (uint32_t i = 0; i < from->count; i++) {
		const struct csa_tree_node *n = &from->nodes[i];

		if (i > CSA_TREE_REST)
			map[i] = csa_tree_child(to, map[n->parent], n->row);
		to->nodes[map[i]].self_ns += n->self_ns;
		to->nodes[map[i]].calls += n->calls;
	}
	free(map);
	return true;
}

bool csa_tree_take(struct csa_tree *to, struct csa_tree *from)
{
	bool ok;

	if (to->count == CSA_TREE_REST + 1 && !to->nodes[CSA_TREE_REST].calls) {
		csa_tree_release(to);
		*to = *from;
		*from = (struct csa_tree){ 0 };
		return true;
	}
	ok = csa_tree_add(to, from);
	csa_tree_release(from);
	return ok;
}
