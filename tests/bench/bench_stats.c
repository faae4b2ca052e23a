/* SPDX-License-Identifier: MIT */
#include "bench_stats.h"

#include <stdlib.h>
#include <string.h>

void bench_add(struct bench_series *series, double value)
{
	if (series->count < BENCH_ROUNDS_MAX)
		series->values[series->count++] = value;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(const struct bench_series *series)
{
	double sorted[BENCH_ROUNDS_MAX];
	unsigned n = series->count;

	if (n == 0)
		return 0;
	memcpy(sorted, series->values, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double bench_minimum(const struct bench_series *series)
{
	double least = series->count ? series->values[0] : 0;

	for (unsigned i = 1; i < series->count; i++) {
		if (series->values[i] < least)
			least = series->values[i];
	}
	return least;
}

struct bench_series bench_ratio(const struct bench_series *a, const struct bench_series *b)
{
	struct bench_series ratio = { .count = 0 };

	for (unsigned i = 0; i < a->count && i < b->count; i++)
		bench_add(&ratio, b->values[i] > 0 ? a->values[i] / b->values[i] : 0);
	return ratio;
}
