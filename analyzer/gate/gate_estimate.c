/* SPDX-License-Identifier: MIT */
/* Variants that were measured, and what they gave: docs/decisions/0052-how-a-gate-decides.md. */
#include "gate_estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAMILY_LEVEL 0.01  /* of all tests of one round together */
#define LEAST_LEVEL  0.001 /* of one test: below it one slow run of ten hides the others */
#define COMMON_MIN   5u    /* functions that must agree on what is common to all */
#define COMMON_NS    50000 /* of a run, that they take at least */
#define COMMON_MAX   1.05  /* so much may be the machine's without the reference loop noticing it */

static int by_size(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

/* Sorts @values. */
static double middle(double *values, unsigned count)
{
	qsort(values, count, sizeof(*values), by_size);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

double csa_gate_median(const double *values, unsigned count)
{
	double sorted[CSA_GATE_RUNS_MAX];

	memcpy(sorted, values, count * sizeof(*values));
	return middle(sorted, count);
}

/*
 * The mean of the lowest third: other programs only ever add time, and one run that was lucky does not count for
 * all.
 */
double csa_gate_estimate(const double *values, unsigned count)
{
	double sorted[CSA_GATE_RUNS_MAX];
	unsigned third = (count + 2) / 3;
	double sum = 0;

	memcpy(sorted, values, count * sizeof(*values));
	qsort(sorted, count, sizeof(*sorted), by_size);
	for (unsigned i = 0; i < third; i++)
		sum += sorted[i];
	return sum / third;
}

/* Bonferroni's, which asks nothing of how the functions depend on each other, as far as ten runs can reach it. */
double csa_gate_level(unsigned tests)
{
	double level = FAMILY_LEVEL / (tests ? tests : 1);

	return level > LEAST_LEVEL ? level : LEAST_LEVEL;
}

/* Of the runs whose reference is known; 0: none. */
static double median_reference(const struct csa_gate_slice *slice)
{
	double values[CSA_GATE_RUNS_MAX];
	unsigned count = 0;

	for (unsigned i = 0; i < slice->count; i++) {
		uint64_t ns = slice->set->run[slice->first + i].reference_ns;

		if (ns > 0)
			values[count++] = (double)ns;
	}
	return count ? csa_gate_median(values, count) : 0;
}

/* By how much the loop, which is the same on both sides, says that each run was slower than usual. */
static void by_reference(const struct csa_gate_slice *slice, double usual, double *factors)
{
	for (unsigned i = 0; i < slice->count; i++) {
		uint64_t ns = slice->set->run[slice->first + i].reference_ns;

		factors[i] = ns > 0 && usual > 0 ? usual / (double)ns : 1;
	}
}

/* What the own time of a function of the baseline usually is; 0: it does not take part. */
static double usual_time(const struct csa_gate_slice *before, uint32_t row)
{
	const uint64_t *times = csa_gate_samples(before->set, row, CSA_GATE_SELF) + before->first;
	double values[CSA_GATE_RUNS_MAX];
	double usual;

	for (unsigned i = 0; i < before->count; i++) {
		if (times[i] == CSA_GATE_UNKNOWN)
			return 0;
		values[i] = (double)times[i];
	}
	usual = csa_gate_median(values, before->count);
	return usual >= COMMON_NS ? usual : 0;
}

/* The functions that a run is judged by as a whole: what they took in the baseline, 0 for others. */
static double *usual_times(const struct csa_gate_slice *before)
{
	uint32_t count = before->set->side.count;
	double *usual = calloc(count ? count : 1, sizeof(*usual));

	for (uint32_t row = 0; usual && row < count; row++)
		usual[row] = usual_time(before, row);
	return usual;
}

/* The median over functions of how much longer they took in run @run of @slice than usually; 0: not known. */
static double common_of(const struct csa_gate_slice *before, const struct csa_gate_slice *slice,
			unsigned run, const double *usual, double *ratios)
{
	unsigned count = 0;

	for (uint32_t row = 0; row < before->set->side.count; row++) {
		uint32_t own = slice == before ? row : before->set->side.items[row].partner;
		uint64_t calls = csa_gate_samples(before->set, row, CSA_GATE_CALLS)[before->first];
		size_t at = slice->first + run;
		uint64_t time;

		if (usual[row] <= 0 || own == CSA_SIDE_NONE)
			continue;
		time = csa_gate_samples(slice->set, own, CSA_GATE_SELF)[at];
		if (time == CSA_GATE_UNKNOWN || time == 0 ||
		    csa_gate_samples(slice->set, own, CSA_GATE_CALLS)[at] != calls)
			continue;
		ratios[count++] = (double)time / usual[row];
	}
	return count < COMMON_MIN ? 0 : middle(ratios, count);
}

/*
 * What all functions have in common is the machine's as far as the loop confirms it, and COMMON_MAX beyond that: a
 * change that slows everything by more has to show. Nothing is slow because the others became faster: @most.
 */
static void by_functions(const struct csa_gate_slice *before, const struct csa_gate_slice *slice,
			 const double *usual, double *ratios, double *factors, double most)
{
	for (unsigned i = 0; i < slice->count; i++) {
		double common = common_of(before, slice, i, usual, ratios);
		double beyond = common > 0 ? 1 / common / factors[i] : 1;

		factors[i] *= fmin(fmax(beyond, 1 / COMMON_MAX), most);
	}
}

void csa_gate_drift(const struct csa_gate_slice *before, const struct csa_gate_slice *now,
		    double *before_factors, double *now_factors)
{
	double reference = median_reference(now) > 0 ? median_reference(before) : 0;
	uint32_t rows = before->set->side.count;
	double *usual = csa_gate_has(before->set, CSA_GATE_SELF) ? usual_times(before) : NULL;
	double *ratios = calloc(rows ? rows : 1, sizeof(*ratios));

	by_reference(before, reference, before_factors);
	by_reference(now, reference, now_factors);
	/* Without memory times are compared as they are: less sure, and not wrong. */
	if (usual && ratios && csa_gate_has(now->set, CSA_GATE_SELF)) {
		by_functions(before, before, usual, ratios, before_factors, COMMON_MAX);
		by_functions(before, now, usual, ratios, now_factors, 1);
	}
	free(usual);
	free(ratios);
}
