/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "stack_tree.h"

TEST(a_stack_is_one_node)
{
	struct csa_tree tree;
	uint32_t a;

	T_UNUSED;
	assert_true(csa_tree_init(&tree));
	a = csa_tree_child(&tree, CSA_TREE_ROOT, 5);
	assert_int_equal(csa_tree_child(&tree, CSA_TREE_ROOT, 5), a);
	assert_int_not_equal(csa_tree_child(&tree, a, 5), a);
	assert_int_not_equal(csa_tree_child(&tree, CSA_TREE_ROOT, 6), a);
	assert_int_equal(tree.count, 5);
	csa_tree_release(&tree);
}

TEST(trees_are_added_by_stack)
{
	struct csa_tree to;
	struct csa_tree from;
	uint32_t node;

	T_UNUSED;
	assert_true(csa_tree_init(&to));
	assert_true(csa_tree_init(&from));
	for (uint32_t row = 0; row < 1000; row++) {
		node = csa_tree_child(&to, csa_tree_child(&to, CSA_TREE_ROOT, row), 7);
		to.nodes[node].self_ns = row;
		node = csa_tree_child(&from, csa_tree_child(&from, CSA_TREE_ROOT, 1500 - row), 7);
		from.nodes[node].self_ns = 10000;
		from.nodes[node].calls = 1;
	}
	assert_true(csa_tree_take(&to, &from));
	assert_int_equal(to.count, 2 + 2 * 1501);
	node = csa_tree_child(&to, csa_tree_child(&to, CSA_TREE_ROOT, 600), 7);
	assert_int_equal(to.nodes[node].self_ns, 10600);
	assert_int_equal(to.nodes[node].calls, 1);
	assert_null(from.nodes);
	csa_tree_release(&to);
}

TEST(stacks_too_deep_to_write_are_one)
{
	struct csa_tree tree;
	uint32_t node = CSA_TREE_ROOT;

	T_UNUSED;
	assert_true(csa_tree_init(&tree));
	for (uint32_t depth = 1; depth <= CSA_TREE_DEPTH_MAX; depth++) {
		node = csa_tree_child(&tree, node, 5);
		assert_int_equal(tree.nodes[node].depth, depth);
	}
	assert_int_not_equal(node, CSA_TREE_REST);
	assert_int_equal(csa_tree_child(&tree, node, 5), CSA_TREE_REST);
	assert_int_equal(csa_tree_child(&tree, CSA_TREE_REST, 5), CSA_TREE_REST);
	csa_tree_release(&tree);
}

TEST(stacks_beyond_the_limit_are_one)
{
	struct csa_tree tree;
	uint32_t node = 0;

	T_UNUSED;
	assert_true(csa_tree_init(&tree));
	for (uint32_t row = 0; row < CSA_TREE_NODES_MAX + 10; row++)
		node = csa_tree_child(&tree, CSA_TREE_ROOT, row);
	assert_int_equal(node, CSA_TREE_REST);
	assert_int_equal(csa_tree_child(&tree, node, 1), CSA_TREE_REST);
	assert_int_equal(tree.count, CSA_TREE_NODES_MAX);
	assert_int_not_equal(csa_tree_child(&tree, CSA_TREE_ROOT, 3), CSA_TREE_REST);
	csa_tree_release(&tree);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_stack_is_one_node),
		CASE(trees_are_added_by_stack),
		CASE(stacks_too_deep_to_write_are_one),
		CASE(stacks_beyond_the_limit_are_one),
	};

	return T_RUN(cases, argc, argv);
}
