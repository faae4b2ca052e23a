/* SPDX-License-Identifier: MIT */
/* The runs of a gate: a program again and again, a folder and a report each. */
#ifndef CSA_CMD_GATE_RUNS_H
#define CSA_CMD_GATE_RUNS_H

#include <stdbool.h>

#include "err.h"
#include "gate_set.h"
#include "symbol_sources.h"

struct csa_gate_runs {
	const char *path; /* of the program */
	char **argv;
	const char *dir; /* a folder a run is made in it; those of an earlier gate go */
	const char *mode;
	unsigned timeout_s;
	struct csa_symbol_sources symbol_sources; /* what it points to outlives them */
	bool no_reference; /* the loop beside it says nothing of the machine that it runs on */
	struct csa_side sides[CSA_GATE_RUNS_MAX];
	struct csa_gate_run run[CSA_GATE_RUNS_MAX];
	unsigned count; /* of both */
};

/**
 * csa_gate_runs_add() - run it @count more times.
 *
 * Return: 0; CSA_E_ABSENT: nothing was recorded; CSA_E_SYSTEM: it failed; CSA_E_FORMAT: it was not recorded whole;
 * others of csa_report_make().
 */
int csa_gate_runs_add(struct csa_gate_runs *runs, unsigned count, struct csa_err *err);
void csa_gate_runs_release(struct csa_gate_runs *runs);

#endif
