/* SPDX-License-Identifier: MIT */
/*
 * The call tree: one node for every stack of rows that was seen. Node 0 is the root, without a row.
 *
 * Invariants: a node's number is greater than its parent's. Beyond CSA_TREE_NODES_MAX nodes, new
 * stacks are one node, CSA_TREE_REST, below the root, and so are stacks deeper than CSA_TREE_DEPTH_MAX:
 * memory stays bounded, and what is written for each stack, and no time is lost.
 */
#ifndef CSA_STACK_TREE_H
#define CSA_STACK_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSA_TREE_ROOT      0u
#define CSA_TREE_REST      1u
#define CSA_TREE_NODES_MAX (1u << 18) /* some 10 MiB a tree; each worker has one */
/* Chosen: a runaway recursion of a million calls would be written as a million stacks of up to a million
 * names. Parsers nest for good: cJSON's tests are 2 000 calls deep. */
#define CSA_TREE_DEPTH_MAX 4096u
#define CSA_NO_ROW         UINT32_MAX

struct csa_tree_node {
	uint64_t self_ns;
	uint64_t calls;
	uint32_t parent;
	uint32_t row;   /* CSA_NO_ROW for root and rest */
	uint32_t depth; /* of the root: 0 */
};

struct csa_tree {
	struct csa_tree_node *nodes;
	uint32_t count;
	uint32_t capacity;
	uint32_t *slots; /* open addressing: node numbers, 0 = empty */
	uint32_t slot_mask;
};

/** csa_tree_init() - a tree with root and rest. Return: false: no memory. */
bool csa_tree_init(struct csa_tree *tree);
void csa_tree_release(struct csa_tree *tree);

/** csa_tree_add_child() - the rare part of csa_tree_child(). */
uint32_t csa_tree_add_child(struct csa_tree *tree, uint32_t parent, uint32_t row);

static inline uint32_t csa_tree_hash(uint32_t parent, uint32_t row)
{
	uint64_t key = (uint64_t)parent << 32 | row;

	return (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> 32);
}

/** csa_tree_child() - the node of @row called from @parent; CSA_TREE_REST when there is no room. */
static inline uint32_t csa_tree_child(struct csa_tree *tree, uint32_t parent, uint32_t row)
{
	uint32_t slot = csa_tree_hash(parent, row) & tree->slot_mask;
	uint32_t node;

	while ((node = tree->slots[slot]) != 0) {
		if (tree->nodes[node].parent == parent && tree->nodes[node].row == row)
			return node;
		slot = (slot + 1) & tree->slot_mask;
	}
	return csa_tree_add_child(tree, parent, row);
}

/** csa_tree_add() - add all of @from to @to. Return: false: no memory. */
bool csa_tree_add(struct csa_tree *to, const struct csa_tree *from);

/** csa_tree_take() - add all of @from to @to and release @from. Return: false: no memory. */
bool csa_tree_take(struct csa_tree *to, struct csa_tree *from);

#endif
