/* SPDX-License-Identifier: MIT */
/* The rank test against the tables of Mann and Whitney, against counting, and at its limits. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "rank_test.h"
#include "test.h"

/* Samples of whole numbers in which a member of b is the smaller one in @u pairs of the a_count * b_count. */
static void make(double *a, unsigned a_count, double *b, unsigned b_count, unsigned u)
{
	bool is_b[2 * CSA_RANK_RUNS_MAX] = { false };
	unsigned next_a = 0;
	unsigned next_b = 0;

	for (unsigned i = 0; i < b_count; i++) {
		unsigned down = u < a_count ? u : a_count;

		is_b[a_count + i - down] = true;
		u -= down;
	}
	for (unsigned i = 0; i < a_count + b_count; i++) {
		if (is_b[i])
			b[next_b++] = i;
		else
			a[next_a++] = i;
	}
}

static double chance(unsigned a_count, unsigned b_count, unsigned u)
{
	double a[CSA_RANK_RUNS_MAX];
	double b[CSA_RANK_RUNS_MAX];

	make(a, a_count, b, b_count, u);
	return csa_rank_test(a, a_count, b, b_count);
}

static void check(double p, double expected, double tolerance)
{
	if (fabs(p - expected) > tolerance)
		print_error("%.8g, expected %.8g\n", p, expected);
	assert_true(fabs(p - expected) <= tolerance);
}

TEST(published_table_of_small_samples)
{
	/* Mann and Whitney (1947), table I: chance of U or less, three digits. */
	static const double of_3[] = { .050, .100, .200, .350, .500, .650 };
	static const double of_4[] = { .014, .029, .057, .100, .171, .243, .343, .443, .557 };
	static const double of_5[] = { .004, .008, .016, .028, .048, .075, .111, .155, .210 };

	T_UNUSED;
	for (unsigned u = 0; u < sizeof(of_3) / sizeof(of_3[0]); u++)
		check(chance(3, 3, u), of_3[u], .0005001);
	for (unsigned u = 0; u < sizeof(of_4) / sizeof(of_4[0]); u++)
		check(chance(4, 4, u), of_4[u], .0005001);
	for (unsigned u = 0; u < sizeof(of_5) / sizeof(of_5[0]); u++)
		check(chance(5, 5, u), of_5[u], .0005001);
}

TEST(critical_values_of_ten_runs)
{
	T_UNUSED;
	/* One-sided: U of 27 is the last below 5 %, 19 the last below 1 %. */
	check(chance(10, 10, 27), .0446048, 5e-8);
	check(chance(10, 10, 28), .0525612, 5e-8);
	check(chance(10, 10, 19), .00927169, 5e-9);
	check(chance(10, 10, 20), .0116153, 5e-8);
	check(chance(10, 10, 0), 1 / 184756., 1e-15);
	check(chance(8, 8, 15), .0414918, 5e-8);
	check(chance(7, 10, 14), .0215446, 5e-8);
	check(chance(10, 7, 14), .0215446, 5e-8);
	check(chance(20, 20, 138), .048249776, 5e-10);
	check(chance(25, 25, 227), .049696581, 5e-10);
	check(chance(50, 50, 1010), .0494330, 5e-8);
	check(chance(50, 50, 700), 5.69774e-5, 5e-10);
}

TEST(nothing_says_that_a_smaller_sample_is_larger)
{
	T_UNUSED;
	check(chance(10, 10, 100), 1, 0);
	check(chance(60, 60, 3600), 1, 1e-6);
}

TEST(large_samples_have_the_normal_distribution)
{
	T_UNUSED;
	/* Exact: .0471960, .00352743, .000090885; it errs to the side of chance. */
	check(chance(51, 51, 1050), .0471960, .0002);
	check(chance(51, 51, 900), .00352743, .0002);
	check(chance(51, 51, 750), .000090885, .00003);
}

/* Twice the rank of @value among all: that of equal numbers is their mean. */
static unsigned rank_of(const double *all, unsigned count, double value)
{
	unsigned below = 0;
	unsigned equal = 0;

	for (unsigned i = 0; i < count; i++) {
		below += all[i] < value;
		equal += !(all[i] < value) && !(all[i] > value);
	}
	return 2 * below + equal + 1;
}

/* By counting: every choice of b_count of all numbers is as likely. */
static double count_ways(const double *all, unsigned count, unsigned b_count)
{
	unsigned seen = 0;
	unsigned ways = 0;
	unsigned extreme = 0;

	for (unsigned i = count - b_count; i < count; i++)
		seen += rank_of(all, count, all[i]);
	for (unsigned set = 0; set < 1u << count; set++) {
		unsigned size = 0;
		unsigned sum = 0;

		for (unsigned i = 0; i < count; i++) {
			size += set >> i & 1;
			sum += set >> i & 1 ? rank_of(all, count, all[i]) : 0;
		}
		ways += size == b_count;
		extreme += size == b_count && sum >= seen;
	}
	return (double)extreme / ways;
}

TEST(equal_numbers_are_counted_exactly)
{
	/* The last five are b. */
	static const double cases[][9] = {
		{ 1, 1, 2, 3, 1, 2, 2, 3, 3 }, { 5, 5, 5, 5, 5, 5, 5, 5, 5 },
		{ 0, 0, 0, 0, 0, 0, 0, 0, 1 }, { 4, 3, 2, 1, 4, 4, 4, 5, 6 },
		{ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 7, 7, 8, 9, 1, 7, 7, 8, 2 },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(csa_rank_test(cases[i], 4, cases[i] + 4, 5), count_ways(cases[i], 9, 5),
		      1e-12);
	check(csa_rank_test(cases[1], 4, cases[1] + 4, 5), 1, 0);
}

TEST(equal_numbers_of_large_samples_show_nothing)
{
	double equal[120];

	T_UNUSED;
	for (unsigned i = 0; i < 120; i++)
		equal[i] = 7;
	check(csa_rank_test(equal, 60, equal + 60, 60), 1, 0);
}

TEST(one_number_each)
{
	const double numbers[] = { 1, 2 };

	T_UNUSED;
	check(csa_rank_test(numbers, 1, numbers + 1, 1), .5, 0);
	check(csa_rank_test(numbers + 1, 1, numbers, 1), 1, 0);
}

TEST(smallest_chance)
{
	T_UNUSED;
	check(csa_rank_smallest(10, 10), 1 / 184756., 1e-15);
	check(csa_rank_smallest(10, 3), 1 / 286., 1e-15);
	check(csa_rank_smallest(3, 10), 1 / 286., 1e-15);
	check(csa_rank_smallest(1, 1), .5, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(published_table_of_small_samples),
		CASE(critical_values_of_ten_runs),
		CASE(nothing_says_that_a_smaller_sample_is_larger),
		CASE(large_samples_have_the_normal_distribution),
		CASE(equal_numbers_are_counted_exactly),
		CASE(equal_numbers_of_large_samples_show_nothing),
		CASE(one_number_each),
		CASE(smallest_chance),
	};

	return T_RUN(cases, argc, argv);
}
