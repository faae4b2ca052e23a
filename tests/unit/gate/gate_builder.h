/* SPDX-License-Identifier: MIT */
/* Sets of runs with numbers as a test wants them, and what the gate says of two. */
#ifndef T_GATE_BUILDER_H
#define T_GATE_BUILDER_H

#include "gate_judge.h"

#define T_RUNS 10u /* of a round */

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

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
	uint64_t code;  /* default: not known */
	uint64_t layout;
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

/**
 * Functions of 10 ms that do not change, beside the one that is judged: no correction of what all have in common can
 * take its change for the machine's.
 */
#define T_GATE_OTHERS                                                               \
	T_GATE_EVEN("s1"), T_GATE_EVEN("s2"), T_GATE_EVEN("s3"), T_GATE_EVEN("s4"), \
		T_GATE_EVEN("s5")
#define T_GATE_EVEN(name)                           \
	{                                           \
		.function = (name), .self = 10 * MS \
	}

/** Two sets and the verdict. */
struct t_gate {
	struct csa_gate_set before;
	struct csa_gate_set now;
	struct csa_gate_options options; /* 5 %, 100 us, calls and self time */
	struct csa_gate_verdict verdict;
};

void t_gate_init(struct t_gate *gate);
void t_gate_release(struct t_gate *gate);

/** T_GATE_CASE() - a row of cases[] that begins with  as t_gate_init() makes it, and releases it. */
#define T_GATE_CASE(gate, name) \
	cmocka_unit_test_prestate_setup_teardown(name, t_gate_start, t_gate_stop, gate)
int t_gate_start(void **state);
int t_gate_stop(void **state);

/** t_gate_judge() - of one or two rounds, as many runs of now as there are. */
void t_gate_judge(struct t_gate *gate, unsigned rounds);

/** t_gate_find() - what is said of a function; NULL: nothing of the kind. */
const struct csa_gate_item *t_gate_find(const struct t_gate *gate, enum csa_gate_kind kind,
					const char *function);

#endif
