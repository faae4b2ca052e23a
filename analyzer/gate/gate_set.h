/* SPDX-License-Identifier: MIT */
/*
 * The functions of several runs of one program, with the numbers of every run: what a baseline holds, and what
 * is compared with it.
 *
 * Invariants: rows are sorted by name and place; samples has runs numbers for each row and series, a function
 * that a run did not call has 0 calls, time and hooks there.
 */
#ifndef CSA_GATE_SET_H
#define CSA_GATE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "compare_side.h"
#include "gate_facts.h"
#include "rank_test.h"

/* series, name of the metric ("" is none), name in JSON */
#define CSA_GATE_SERIES_MAP(X)          \
	X(CALLS, "calls", "calls")      \
	X(SELF, "self_time", "self_ns") \
	X(INCL, "incl_time", "incl_ns") \
	X(P99, "p99", "p99_ns")         \
	X(HOOKS, "", "hooks") /* in the own time of a function, from which their cost follows */

enum csa_gate_series {
#define X(id, metric, key) CSA_GATE_##id,
	CSA_GATE_SERIES_MAP(X)
#undef X
		CSA_GATE_SERIES
};

#define CSA_GATE_RUNS_MAX CSA_RANK_RUNS_MAX
#define CSA_GATE_UNKNOWN  UINT64_MAX /* as a number: this run has none */

/** What is known of a run as a whole. */
struct csa_gate_run {
	uint64_t reference_ns; /* of csa_gate_reference() around it; 0: not measured */
	double hook_ns;        /* what one hook cost, as the program measured it at its start */
};

struct csa_gate_set {
	struct csa_side side; /* names and places; the rows' values are not used */
	uint32_t unnamed;     /* functions that were left out of it: no other build has them */
	unsigned runs;
	uint32_t series; /* that it has: 1u << enum csa_gate_series */
	uint64_t *samples;
	struct csa_gate_run run[CSA_GATE_RUNS_MAX];
	struct csa_gate_facts facts;
};

/** csa_gate_set_init() - an empty one, which may be released. */
void csa_gate_set_init(struct csa_gate_set *set);
void csa_gate_set_release(struct csa_gate_set *set);

/** csa_gate_samples() - the numbers of a row, set->runs of them. */
static inline uint64_t *csa_gate_samples(const struct csa_gate_set *set, uint32_t row,
					 enum csa_gate_series series)
{
	return set->samples + ((size_t)row * CSA_GATE_SERIES + series) * set->runs;
}

static inline bool csa_gate_has(const struct csa_gate_set *set, enum csa_gate_series series)
{
	return set->series >> series & 1;
}

/**
 * csa_gate_set_fill() - rows and samples of what was measured.
 * @set: initialised
 * @sides: of one program, a run each; may be released afterwards
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_gate_set_fill(struct csa_gate_set *set, const struct csa_side *sides, unsigned runs,
		      struct csa_err *err);

/** csa_gate_set_room() - samples for the rows that the side has, all CSA_GATE_UNKNOWN. Return: false: no memory. */
bool csa_gate_set_room(struct csa_gate_set *set, unsigned runs);

const char *csa_gate_metric_name(enum csa_gate_series series);
const char *csa_gate_series_key(enum csa_gate_series series);

/** csa_gate_metrics_parse() - "calls,self_time" as bits of series. Return: 0 or CSA_E_USAGE. */
int csa_gate_metrics_parse(const char *text, uint32_t *metrics, struct csa_err *err);

#endif
