/* SPDX-License-Identifier: MIT */
/*
 * Which functions the rules of one trace.config select:
 *
 *     selected = (functions in included files, or all where there is neither include nor
 *                include-func) plus what include-func reaches, minus what an exclude names
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

enum csa_file_mark {
	CSA_FILE_OPEN = 1,     /* functions in it that nobody found are selected too */
	CSA_FILE_EXCLUDED = 2, /* an exclude names it */
};

struct csa_choice {
	uint8_t *marks;      /* by node: enum csa_choice_mark */
	uint8_t *file_marks; /* by file: enum csa_file_mark */
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

#endif
