/* SPDX-License-Identifier: MIT */
/* What one compilation sees: a source, or all sources of a unity target, with their headers. */
#ifndef CSA_UNITS_H
#define CSA_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "err.h"
#include "graph.h"

struct csa_units {
	const struct csa_graph *graph;
	uint32_t *files; /* of the unit that was walked last; sources first */
	uint32_t file_count;
	uint32_t *stamp; /* by file: the unit that saw it last */
	uint32_t unit;
	uint32_t *file_first; /* by file: its nodes in by_file; one more at the end */
	uint32_t *by_file;    /* function nodes */
	uint32_t *
		user_first; /* by name id: where the files that use it begin; one more at the end */
	uint32_t *users;    /* files */
};

int csa_units_init(struct csa_units *units, const struct csa_graph *graph, struct csa_err *err);
void csa_units_release(struct csa_units *units);

/** csa_units_walk() - fill files with the sources @files and every header below them. */
void csa_units_walk(struct csa_units *units, const uint32_t *files, uint32_t count);

/**
 * csa_units_uses() - does a file of the unit use this header function at all?
 *
 * A function of a header that nothing names is not compiled. Members that run when their class is
 * named count as used with it.
 */
bool csa_units_uses(const struct csa_units *units, uint32_t node);

#endif
