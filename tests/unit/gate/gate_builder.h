/* SPDX-License-Identifier: MIT */
/* Sets of runs with numbers as a test wants them, and what the gate says of two. */
#ifndef T_GATE_BUILDER_H
#define T_GATE_BUILDER_H

#include "gate_judge.h"

#define T_RUNS 10u /* of a round */

/** A function in every run. Its numbers grow by a step from run to run, so that runs overlap as wanted. */
struct t_gated {
	const char *function;
	const char *file;   /* default "/src/app/x.c" */
	const char *module; /* default "/b/app" */
	unsigned line;
	uint64_t calls; /* default 1 */
	uint64_t calls_step;
	uint64_t self;
	uint64_t self_step;
	uint64_t incl;
	uint64_t p99;
	uint64_t hooks; /* default calls */
	bool is_scope;
	bool is_absent; /* of the runs before @from or from @until on */
	unsigned from;
	unsigned until;
};

/**
 * t_gate_set() - @runs runs of these functions, on machine "cpu" with 2 CPUs, a hook taking 10 ns.
 *
 * Step @k of a run is its number in its round: the second round is as the first.
 */
void t_gate_set(struct csa_gate_set *set, const struct t_gated *functions, unsigned count,
		unsigned runs);
#define T_GATE_SET(set, runs, ...)                                                           \
	t_gate_set((set), (const struct t_gated[]){ __VA_ARGS__ },                           \
		   sizeof((const struct t_gated[]){ __VA_ARGS__ }) / sizeof(struct t_gated), \
		   (runs))

/** Two sets and the verdict. */
struct t_gate {
	struct csa_gate_set before;
	struct csa_gate_set now;
	struct csa_gate_options options; /* 5 %, 100 us, calls and self time */
	struct csa_gate_verdict verdict;
};

void t_gate_init(struct t_gate *gate);
void t_gate_release(struct t_gate *gate);

/** t_gate_judge() - of one or two rounds, as many runs of now as there are. */
void t_gate_judge(struct t_gate *gate, unsigned rounds);

/** t_gate_find() - what is said of a function; NULL: nothing of the kind. */
const struct csa_gate_item *t_gate_find(const struct t_gate *gate, enum csa_gate_kind kind,
					const char *function);

#endif
