/* SPDX-License-Identifier: MIT */
/*
 * The verdict: which functions are called more often or take more time than in the baseline. Complete and
 * sorted; the writers only print. docs/reference/cli/gate.md has the rules.
 */
#ifndef CSA_GATE_JUDGE_H
#define CSA_GATE_JUDGE_H

#include "gate_set.h"

#define CSA_GATE_ROUNDS       2u
#define CSA_GATE_REPEAT_MAX   (CSA_GATE_RUNS_MAX / CSA_GATE_ROUNDS)
#define CSA_GATE_SEEN_PERCENT 20 /* a change that a gate is expected to see */

struct csa_gate_options {
	uint32_t metrics; /* 1u << enum csa_gate_series */
	double max_percent;
	uint64_t min_ns; /* of a change in a run, all calls together */
	uint64_t min_calls;
	bool any_machine;
};

enum csa_gate_kind {
	CSA_GATE_REGRESSED,
	CSA_GATE_UNCONFIRMED, /* by the first round only */
	CSA_GATE_IMPROVED,
	CSA_GATE_MOVED, /* its time changed no more than by where its code or its data lie */
	CSA_GATE_FEWER, /* calls */
	CSA_GATE_NEW,
	CSA_GATE_GONE,
	CSA_GATE_RENAMED,
	CSA_GATE_KINDS
};

/** What one round of runs says. */
struct csa_gate_evidence {
	double before; /* of a run; of a call where the item says so */
	double after;
	double change;        /* of a run, all calls together */
	double p;             /* chance that it means nothing; 0: numbers that are exact */
	bool passes;          /* all conditions */
	bool is_beyond_place; /* it is more than code takes that only lies elsewhere */
	bool is_blind; /* runs differ so much that CSA_GATE_SEEN_PERCENT more would not pass, either */
};

struct csa_gate_item {
	enum csa_gate_kind kind;
	enum csa_gate_series metric;
	const struct csa_side_row *before; /* NULL: new */
	const struct csa_side_row *now;    /* NULL: gone */
	bool is_exact;                     /* calls that no run differs in */
	bool is_per_call;                  /* time, because calls changed */
	bool is_moved; /* self time: the code is the same, and the build another one */
	double calls_before;
	double calls_now;
	struct csa_gate_evidence rounds[CSA_GATE_ROUNDS];
	double weight; /* what the items of a kind are sorted by: ns of a run */
};

struct csa_gate_verdict {
	struct csa_gate_item *items;
	uint32_t count;
	uint32_t capacity;
	size_t of_kind[CSA_GATE_KINDS];
	unsigned rounds;
	uint32_t judged;  /* bits of the metrics that were */
	size_t functions; /* of both sides that were compared */
	unsigned tests;   /* rank tests of the first round */
	unsigned blind;   /* of them, those of times that is_blind */
	double level;     /* that they had to reach */
	bool is_same_machine;
	struct csa_gate_evidence total; /* of self time, of the first round */
	struct csa_notes notes;
};

/**
 * csa_gate_judge() - compare a program with its baseline.
 * @verdict: released by csa_gate_verdict_release(), also after a failure
 * @now: one or two rounds of runs; the same number each
 * @rounds: 1 or 2; the second confirms what the first says
 *
 * Return: 0; CSA_E_ABSENT when the baseline lacks a metric; CSA_E_NOMEM.
 */
int csa_gate_judge(struct csa_gate_verdict *verdict, struct csa_gate_set *before,
		   struct csa_gate_set *now, unsigned rounds,
		   const struct csa_gate_options *options, struct csa_err *err);
void csa_gate_verdict_release(struct csa_gate_verdict *verdict);

/**
 * csa_gate_check_runs() - whether so many runs of both sides can show that a time changed.
 *
 * Return: 0, or CSA_E_ABSENT: how many can.
 */
int csa_gate_check_runs(const struct csa_gate_verdict *verdict, unsigned before, unsigned now,
			struct csa_err *err);

/** csa_gate_wants_round() - whether something regressed that another round has to confirm. */
bool csa_gate_wants_round(const struct csa_gate_verdict *verdict);

/**
 * csa_gate_pair() - set side.items[].partner of both: by name, then what was renamed: the only function of a
 * source file that is gone and the only one that is new with as many calls.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_gate_pair(struct csa_gate_set *before, struct csa_gate_set *now, struct csa_err *err);

/** csa_gate_calls_are_even() - whether a function was called equally often in runs @first to @first + @count - 1. */
bool csa_gate_calls_are_even(const struct csa_gate_set *set, uint32_t row, unsigned first,
			     unsigned count);

#endif
