/* SPDX-License-Identifier: MIT */
/*
 * The statistics that were chosen by measurement: which one number stands for the repeats, how sure a difference
 * must be, and what of it is the machine's. Everything else of the gate takes them from here.
 */
#ifndef CSA_GATE_ESTIMATE_H
#define CSA_GATE_ESTIMATE_H

#include "gate_set.h"

/** Some runs of a set: all of a baseline, one round of a gate. */
struct csa_gate_slice {
	const struct csa_gate_set *set;
	unsigned first;
	unsigned count;
};

/** csa_gate_median() - of counts. @count: at least 1 */
double csa_gate_median(const double *values, unsigned count);

/** csa_gate_estimate() - the one time that stands for those of all runs. @count: at least 1 */
double csa_gate_estimate(const double *values, unsigned count);

/** csa_gate_level() - what the chance of a rank test must be below when so many tests are made. */
double csa_gate_level(unsigned tests);

/**
 * csa_gate_drift() - by what the times of each run are multiplied, so that runs of both sides can be compared.
 * @before, @now: rows are paired: side.items[].partner
 * @before_factors, @now_factors: one number for each run of the slice
 */
void csa_gate_drift(const struct csa_gate_slice *before, const struct csa_gate_slice *now,
		    double *before_factors, double *now_factors);

#endif
