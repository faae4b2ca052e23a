/* SPDX-License-Identifier: MIT */
/* Medians and minima of rounds. */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#define BENCH_ROUNDS_MAX 64u

struct bench_series {
	double values[BENCH_ROUNDS_MAX];
	unsigned count;
};

void bench_add(struct bench_series *series, double value);
double bench_median(const struct bench_series *series); /* 0 when empty */
double bench_minimum(const struct bench_series *series);

/** bench_ratio() - a round by round by b; both have the same number of rounds. */
struct bench_series bench_ratio(const struct bench_series *a, const struct bench_series *b);

#endif
