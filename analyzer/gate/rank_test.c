/* SPDX-License-Identifier: MIT */
#include "rank_test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX (2 * CSA_RANK_RUNS_MAX)

struct number {
	double value;
	bool is_b;
};

/* Ranks from 1, doubled: those of equal numbers are then whole as well. */
struct ranks {
	unsigned of[COUNT_MAX];
	unsigned count;
	unsigned b_count;
	unsigned b_sum;
	double ties; /* the sum of t^3 - t over groups of t equal numbers */
};

static int by_value(const void *left, const void *right)
{
	const struct number *a = left;
	const struct number *b = right;

	return (a->value > b->value) - (a->value < b->value);
}

static void rank(struct ranks *ranks, struct number *numbers, unsigned count)
{
	qsort(numbers, count, sizeof(*numbers), by_value);
	*ranks = (struct ranks){ .count = count };
	for (unsigned i = 0, end; i < count; i = end) {
		double equal;

		for (end = i + 1; end < count && numbers[end].value <= numbers[i].value;)
			end++;
		equal = end - i;
		ranks->ties += equal * equal * equal - equal;
		for (unsigned j = i; j < end; j++) {
			ranks->of[j] = i + 1 + end;
			ranks->b_count += numbers[j].is_b;
			ranks->b_sum += numbers[j].is_b ? ranks->of[j] : 0;
		}
	}
}

static double normal(const struct ranks *ranks)
{
	double n = ranks->count;
	double b = ranks->b_count;
	double a = n - b;
	double over = ranks->b_sum / 2.0 - b * (n + 1) / 2 - 0.5; /* half a rank: continuity */
	double variance = a * b / 12 * (n + 1 - ranks->ties / (n * (n - 1)));

	if (variance <= 0)
		return 1;
	return erfc(over / sqrt(2 * variance)) / 2;
}

/* Of all ways to choose b_count of the ranks: the part whose sum is at least b_sum. */
static double exact(const struct ranks *ranks)
{
	const size_t row =
		(size_t)ranks->count * (ranks->count + 1) + 1; /* the sum of all, and 0 */
	double *ways = calloc((ranks->b_count + 1) * row, sizeof(*ways));
	double all = 0;
	double extreme = 0;

	if (!ways)
		return normal(ranks); /* without memory; it is close */
	ways[0] = 1;
	for (unsigned i = 0; i < ranks->count; i++) {
		unsigned most = i + 1 < ranks->b_count ? i + 1 : ranks->b_count;

		for (unsigned k = most; k > 0; k--) {
			for (size_t sum = ranks->of[i]; sum < row; sum++)
				ways[k * row + sum] += ways[(k - 1) * row + sum - ranks->of[i]];
		}
	}
	for (size_t sum = 0; sum < row; sum++) {
		all += ways[ranks->b_count * row + sum];
		extreme += sum >= ranks->b_sum ? ways[ranks->b_count * row + sum] : 0;
	}
	free(ways);
	return extreme / all;
}

double csa_rank_test(const double *a, unsigned a_count, const double *b, unsigned b_count)
{
	struct number numbers[COUNT_MAX];
	struct ranks ranks;

	for (unsigned i = 0; i < a_count; i++)
		numbers[i] = (struct number){ a[i], false };
	for (unsigned i = 0; i < b_count; i++)
		numbers[a_count + i] = (struct number){ b[i], true };
	rank(&ranks, numbers, a_count + b_count);
	return ranks.count <= CSA_RANK_EXACT_MAX ? exact(&ranks) : normal(&ranks);
}

double csa_rank_smallest(unsigned a_count, unsigned b_count)
{
	double smallest = 1;

	for (unsigned i = 1; i <= b_count; i++)
		smallest *= (double)i / (double)(a_count + i);
	return smallest;
}
