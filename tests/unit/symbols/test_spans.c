/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "spans.h"

static void expect(const struct csa_spans *spans, uint64_t addr, int value)
{
	const struct csa_span *span = csa_spans_find(spans, addr);

	if (value < 0) {
		assert_null(span);
	} else {
		assert_non_null(span);
		assert_int_equal(span->value, value);
	}
}

TEST(nothing_is_found_in_nothing)
{
	struct csa_spans spans = { 0 };

	T_UNUSED;
	expect(&spans, 0, -1);
	assert_int_equal(csa_spans_sort(&spans), 0);
	expect(&spans, 5, -1);
	csa_spans_release(&spans);
}

TEST(ends_are_exclusive_and_gaps_are_empty)
{
	struct csa_spans spans = { 0 };

	T_UNUSED;
	csa_spans_add(&spans, 30, 40, 3);
	csa_spans_add(&spans, 10, 20, 1);
	csa_spans_add(&spans, 20, 25, 2);
	csa_spans_add(&spans, 26, 26, 9);
	csa_spans_sort(&spans);
	expect(&spans, 9, -1);
	expect(&spans, 10, 1);
	expect(&spans, 19, 1);
	expect(&spans, 20, 2);
	expect(&spans, 25, -1);
	expect(&spans, 26, -1);
	expect(&spans, 39, 3);
	expect(&spans, 40, -1);
	csa_spans_release(&spans);
}

TEST(the_innermost_of_overlapping_ranges_wins)
{
	struct csa_spans spans = { 0 };

	T_UNUSED;
	csa_spans_add(&spans, 0, 1000, 1);
	csa_spans_add(&spans, 100, 200, 2);
	csa_spans_add(&spans, 120, 130, 3);
	csa_spans_sort(&spans);
	expect(&spans, 125, 3);
	expect(&spans, 130, 2);
	expect(&spans, 200, 1);
	expect(&spans, 999, 1);
	csa_spans_release(&spans);
}

TEST(the_lowest_value_of_equal_starts_that_reaches_wins)
{
	struct csa_spans spans = { 0 };

	T_UNUSED;
	csa_spans_add(&spans, 10, 30, 8);
	csa_spans_add(&spans, 10, 20, 7);
	csa_spans_add(&spans, 10, 30, 9);
	csa_spans_sort(&spans);
	expect(&spans, 15, 7);
	expect(&spans, 25, 8);
	csa_spans_release(&spans);
}

TEST(the_end_of_the_address_space_can_be_asked_for)
{
	struct csa_spans spans = { 0 };

	T_UNUSED;
	csa_spans_add(&spans, 1, UINT64_MAX, 1);
	csa_spans_sort(&spans);
	expect(&spans, UINT64_MAX - 1, 1);
	expect(&spans, UINT64_MAX, -1);
	csa_spans_release(&spans);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(nothing_is_found_in_nothing),
		CASE(ends_are_exclusive_and_gaps_are_empty),
		CASE(the_innermost_of_overlapping_ranges_wins),
		CASE(the_lowest_value_of_equal_starts_that_reaches_wins),
		CASE(the_end_of_the_address_space_can_be_asked_for),
	};

	return T_RUN(cases, argc, argv);
}
