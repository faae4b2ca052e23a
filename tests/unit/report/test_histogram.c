/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "histogram.h"

TEST(buckets_follow_each_other_without_a_gap)
{
	T_UNUSED;
	for (uint64_t v = 0; v < 128; v++)
		assert_int_equal(csa_histogram_bucket(v), v);
	for (uint64_t v = 1; v < 1u << 20; v++) {
		unsigned step = csa_histogram_bucket(v) - csa_histogram_bucket(v - 1);

		assert_true(step <= 1);
	}
	assert_int_equal(csa_histogram_bucket(UINT64_MAX), 64 * CSA_HISTOGRAM_CHUNKS - 1);
}

TEST(the_middle_is_within_one_percent)
{
	T_UNUSED;
	for (unsigned shift = 0; shift < 63; shift++) {
		for (uint64_t k = 0; k < 1000; k++) {
			uint64_t v = (1ull << shift) + (k << shift) / 1000;
			unsigned bucket = csa_histogram_bucket(v);
			uint64_t middle = csa_histogram_middle(bucket);
			uint64_t error = middle > v ? middle - v : v - middle;

			assert_int_equal(csa_histogram_bucket(middle), bucket);
			assert_true(error <= v / 100);
		}
	}
}

TEST(quantiles_are_values_at_their_rank)
{
	const unsigned per_mille[] = { 0, 500, 900, 990, 999, 1000 };
	struct csa_histogram h = { 0 };
	uint64_t q[6];

	T_UNUSED;
	for (uint64_t v = 1; v <= 100; v++)
		assert_true(csa_histogram_add(&h, v));
	csa_histogram_quantiles(&h, per_mille, 6, q);
	assert_int_equal(q[0], 1);
	assert_int_equal(q[1], 50);
	assert_int_equal(q[2], 90);
	assert_int_equal(q[3], 99);
	assert_int_equal(q[4], 100);
	assert_int_equal(q[5], 100);
	assert_int_equal(csa_histogram_total(&h), 100);
	csa_histogram_release(&h);
}

TEST(one_value_is_every_quantile)
{
	const unsigned per_mille[] = { 1, 500, 999 };
	struct csa_histogram h = { 0 };
	uint64_t q[3];

	T_UNUSED;
	csa_histogram_quantiles(&h, per_mille, 3, q);
	assert_int_equal(q[2], 0);
	csa_histogram_add(&h, 77);
	csa_histogram_quantiles(&h, per_mille, 3, q);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(q[i], 77);
	csa_histogram_release(&h);
}

TEST(counters_carry_beyond_16_bits)
{
	const unsigned per_mille[] = { 833, 1000 };
	struct csa_histogram h = { 0 };
	struct csa_histogram other = { 0 };
	uint64_t q[2];

	T_UNUSED;
	for (unsigned i = 0; i < 300000; i++) {
		csa_histogram_add(&h, 5);
		csa_histogram_add(&other, i % 3 ? 5 : 1u << 20);
	}
	assert_int_equal(csa_histogram_count(&h, 5), 300000);
	assert_true(csa_histogram_take(&h, &other));
	csa_histogram_add(&h, 1u << 30);
	assert_int_equal(csa_histogram_count(&h, 5), 500000);
	assert_int_equal(csa_histogram_count(&h, csa_histogram_bucket(1u << 20)), 100000);
	assert_int_equal(csa_histogram_total(&h), 600001);
	assert_null(other.carries);
	assert_true(csa_histogram_copy(&other, &h));
	assert_int_equal(csa_histogram_count(&other, 5), 500000);
	csa_histogram_release(&other);
	csa_histogram_quantiles(&h, per_mille, 2, q);
	assert_int_equal(q[0], 5);
	assert_int_equal(csa_histogram_bucket(q[1]), csa_histogram_bucket(1u << 30));
	assert_null(other.chunks[0]);
	csa_histogram_release(&h);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(buckets_follow_each_other_without_a_gap),
		CASE(the_middle_is_within_one_percent),
		CASE(quantiles_are_values_at_their_rank),
		CASE(one_value_is_every_quantile),
		CASE(counters_carry_beyond_16_bits),
	};

	return T_RUN(cases, argc, argv);
}
