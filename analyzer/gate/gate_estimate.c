/* SPDX-License-Identifier: MIT */
#include "gate_estimate.h"

#include <stdlib.h>
#include <string.h>

#define FAMILY_LEVEL 0.01 /* of all tests of one round together */

static int by_size(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

double csa_gate_median(const double *values, unsigned count)
{
	double sorted[CSA_GATE_RUNS_MAX];

	memcpy(sorted, values, count * sizeof(*values));
	qsort(sorted, count, sizeof(*sorted), by_size);
	return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

double csa_gate_estimate(const double *values, unsigned count)
{
	return csa_gate_median(values, count);
}

/* Bonferroni's: it asks nothing of how the functions depend on each other. */
double csa_gate_level(unsigned tests)
{
	return FAMILY_LEVEL / (tests ? tests : 1);
}

void csa_gate_drift(const struct csa_gate_slice *before, const struct csa_gate_slice *now,
		    double *before_factors, double *now_factors)
{
	for (unsigned i = 0; i < before->count; i++)
		before_factors[i] = 1;
	for (unsigned i = 0; i < now->count; i++)
		now_factors[i] = 1;
}
