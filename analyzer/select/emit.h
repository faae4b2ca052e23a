/* SPDX-License-Identifier: MIT */
/*
 * What a build gets from a selection: one response file for each source, the selection file for
 * the analyzer, the depfile and the stamp. Files whose content stays are not touched.
 */
#ifndef CSA_EMIT_H
#define CSA_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "choose.h"
#include "config.h"
#include "err.h"
#include "graph.h"
#include "plan.h"

/** What a step of a build writes besides what its plan names; NULL: not wanted. */
struct csa_emit_files {
	const char *depfile;
	const char *stamp; /* touched at the end */
	bool is_for_make;  /* make reads the depfile itself, nothing between: see emit_depfile.c */
};

struct csa_emit_input {
	const struct csa_plan *plan;
	const struct csa_graph *graph;
	const struct csa_choice *choices;        /* by target */
	const struct csa_config *const *configs; /* by target; NULL: none */
	const uint32_t *source_files;            /* by source of the plan: index of its file */
	const struct csa_emit_files *files;
};

/** csa_emit() - write everything. Return: 0, CSA_E_IO, CSA_E_NOMEM. */
int csa_emit(const struct csa_emit_input *input, struct csa_err *err);

#endif
