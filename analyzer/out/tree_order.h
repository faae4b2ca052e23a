/* SPDX-License-Identifier: MIT */
/* The nodes of a call tree in the order in which they are printed: below their parent, sorted. */
#ifndef CSA_TREE_ORDER_H
#define CSA_TREE_ORDER_H

#include "stack_tree.h"

struct csa_tree_order {
	uint32_t *nodes;       /* all but the root, grouped by parent */
	uint32_t *first_child; /* position in nodes where the children of a node begin; of one node
				  more, their end */
	size_t depth;          /* nodes on the longest path, with the root */
};

/**
 * csa_tree_order_make() - order @tree.
 * @compare: of two nodes with the same parent, @argument as given
 * @order: released by csa_tree_order_release(), also after a failure
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_tree_order_make(struct csa_tree_order *order, const struct csa_tree *tree,
			int (*compare)(uint32_t left, uint32_t right, const void *argument),
			const void *argument);
void csa_tree_order_release(struct csa_tree_order *order);

#endif
