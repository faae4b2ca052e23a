/* SPDX-License-Identifier: MIT */
/* What one round of runs says of one function against the baseline. Which functions are asked, and what follows,
 * is gate_judge.c's. Private to the gate room. */
#ifndef CSA_GATE_EVIDENCE_H
#define CSA_GATE_EVIDENCE_H

#include "gate_estimate.h"
#include "gate_judge.h"

/** Both sides, with the factors of their runs. */
struct csa_gate_round {
	struct csa_gate_slice before;
	struct csa_gate_slice now;
	double before_factors[CSA_GATE_RUNS_MAX];
	double now_factors[CSA_GATE_RUNS_MAX];
};

/** What a change must pass. */
struct csa_gate_limits {
	double max_percent;
	double min_ns;
	double level; /* of the chance of its rank test */
};

/** csa_gate_round_make() - runs @first to @first + @count - 1 of @now against all of @before. */
void csa_gate_round_make(struct csa_gate_round *round, const struct csa_gate_set *before,
			 const struct csa_gate_set *now, unsigned first, unsigned count);

/** csa_gate_estimate_row() - of the runs that have a number; 0: none has. */
double csa_gate_estimate_row(const struct csa_gate_slice *slice, uint32_t row,
			     enum csa_gate_series series);

/**
 * csa_gate_compare_times() - of item->metric; also of what is faster: then the change is negative.
 * @item: is_per_call and calls_now are set
 */
void csa_gate_compare_times(struct csa_gate_evidence *e, const struct csa_gate_round *round,
			    const struct csa_gate_limits *limits, const struct csa_gate_item *item,
			    uint32_t before, uint32_t now);

/** csa_gate_compare_calls() - likewise. Return: whether they are exact. */
bool csa_gate_compare_calls(struct csa_gate_evidence *e, const struct csa_gate_round *round,
			    const struct csa_gate_limits *limits, uint32_t before, uint32_t now);

/** csa_gate_compare_total() - the self times of all functions together; it passes nothing. */
void csa_gate_compare_total(struct csa_gate_evidence *e, const struct csa_gate_round *round);

/**
 * csa_gate_compare_new() - the self time of a function that the baseline lacks.
 * @total: of csa_gate_compare_total()
 *
 * It passes when it takes more than the limits of all that was measured before, and all together takes longer, by
 * half of it at least: what was only moved out of another function does not.
 */
void csa_gate_compare_new(struct csa_gate_evidence *e, const struct csa_gate_round *round,
			  const struct csa_gate_limits *limits,
			  const struct csa_gate_evidence *total, uint32_t now);

#endif
