/* SPDX-License-Identifier: MIT */
/*
 * Which functions the rules of one trace.config select:
 *
 *     selected = (functions in included files, or all where there is neither include nor
 *                include-func) plus what include-func reaches, minus what an exclude names
 *
 * A lambda goes with the function around it unless a rule names the lambda itself. What runs before
 * main in the dynamic loader (the resolver of an ifunc and what it calls) is never selected.
 */
#ifndef CSA_CHOOSE_H
#define CSA_CHOOSE_H

#include <stdint.h>

#include "buf.h"
#include "config.h"
#include "err.h"
#include "graph.h"

enum csa_choice_mark {
	CSA_CHOICE_SELECTED = 1,
	CSA_CHOICE_ASKED = 2, /* named by include-func, or in a file that an include names */
};

/* What decided over a function: the index of a rule plus 1, or one of these. */
#define CSA_REASON_DEFAULT  0u         /* no rule */
#define CSA_REASON_RESOLVER UINT32_MAX /* it runs before hooks can */

struct csa_choice {
	uint8_t *marks;     /* by node: enum csa_choice_mark */
	uint32_t *reasons;  /* by node */
	uint32_t *excludes; /* by file: the exclude that names it, as a reason; 0: none */
	uint8_t *is_open;   /* by file: functions in it that nobody found are selected too */
};

/**
 * csa_choose() - apply @config to every function of the graph.
 * @config: NULL selects everything; the hits of its rules are counted
 *
 * Return: 0, or CSA_E_NOMEM. Release the choice in every case.
 */
int csa_choose(struct csa_choice *choice, const struct csa_graph *graph, struct csa_config *config,
	       struct csa_err *err);
void csa_choice_release(struct csa_choice *choice);

/** csa_choose_warn() - a line for each pattern and name of @config that matched nothing. */
void csa_choose_warn(const struct csa_config *config, struct csa_buf *notes);

/** csa_choose_note_resolvers() - a line for each function that @choice leaves out as a resolver. */
void csa_choose_note_resolvers(const struct csa_choice *choice, const struct csa_graph *graph,
			       struct csa_buf *notes);

#endif
