/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>

#include "value_list.h"

static const unsigned per_mille[] = { 500, 900, 990, 999 };

TEST(quantiles_are_those_of_the_values)
{
	struct csa_value_list list = { 0 };
	struct csa_histogram none = { 0 };
	uint64_t q[4];

	T_UNUSED;
	/* 1 to 1000, each once, from the largest to the smallest. */
	for (uint64_t i = 1000; i > 0; i--)
		assert_true(csa_values_add(&list, i, 1));
	assert_true(csa_values_quantiles(&list, &none, per_mille, 4, q));
	assert_int_equal(q[0], 500);
	assert_int_equal(q[1], 900);
	assert_int_equal(q[2], 990);
	assert_int_equal(q[3], 999);
	csa_values_release(&list);
}

TEST(counts_weigh_and_a_histogram_is_taken_in)
{
	struct csa_value_list list = { 0 };
	struct csa_histogram h = { 0 };
	uint64_t q[4];

	T_UNUSED;
	assert_true(csa_values_add(&list, 1000003, 89));
	for (unsigned i = 0; i < 10; i++)
		assert_true(csa_histogram_add(&h, 5));
	assert_true(csa_histogram_add(&h, 120));
	assert_true(csa_values_quantiles(&list, &h, per_mille, 4, q));
	assert_int_equal(q[0], 1000003); /* not the middle of another bucket */
	assert_int_equal(q[3], 1000003);
	list.items[0].count = 8;
	assert_true(csa_values_quantiles(&list, &h, per_mille, 4, q));
	assert_int_equal(q[0], 5);
	assert_int_equal(q[1], 1000003);
	csa_values_release(&list);
	csa_histogram_release(&h);
}

TEST(equal_values_take_no_more_memory)
{
	struct csa_value_list list = { 0 };
	struct csa_value_list more = { 0 };

	T_UNUSED;
	for (unsigned i = 0; i < 100000; i++)
		assert_true(csa_values_add(&list, i % 100, 2));
	assert_true(list.capacity <= 512);
	assert_true(csa_values_add(&more, 7, 1));
	assert_true(csa_values_take(&list, &more));
	assert_null(more.items);
	csa_values_release(&list);
}

TEST(nothing_has_quantiles_of_zero)
{
	struct csa_value_list list = { 0 };
	struct csa_histogram none = { 0 };
	uint64_t q[4] = { 1, 1, 1, 1 };

	T_UNUSED;
	assert_true(csa_values_quantiles(&list, &none, per_mille, 4, q));
	assert_int_equal(q[0], 0);
	assert_int_equal(q[3], 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(quantiles_are_those_of_the_values),
		CASE(counts_weigh_and_a_histogram_is_taken_in),
		CASE(equal_values_take_no_more_memory),
		CASE(nothing_has_quantiles_of_zero),
	};

	return T_RUN(cases, argc, argv);
}
