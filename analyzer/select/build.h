/* SPDX-License-Identifier: MIT */
/* A plan with everything that follows from it: sources, call graph, and what each config selects. */
#ifndef CSA_BUILD_H
#define CSA_BUILD_H

#include "buf.h"
#include "choose.h"
#include "config.h"
#include "emit.h"
#include "err.h"
#include "graph.h"
#include "names.h"
#include "plan.h"
#include "project.h"

/* Targets with the same trace.config share one reading of it, and one choice. */
struct csa_build {
	struct csa_plan plan;
	struct csa_project project;
	struct csa_graph graph;
	struct csa_config *configs; /* by target; only the first of equal ones is filled */
	struct csa_choice *choices; /* the same */
	uint32_t *first_alike;      /* by target: the one whose config and choice it shares */
	uint32_t *source_files;     /* by source of the plan: index of its file */
	struct csa_names paths;     /* sources; id 1 is file 0 */
	const char **path_texts;
	uint8_t *languages;
	uint32_t path_count;
};

/**
 * csa_build_open() - read a plan and its sources, and choose.
 * @notes: gets warnings, a line each
 *
 * Return: 0; CSA_E_CONFIG for a wrong trace.config; what csa_plan_read() returns; CSA_E_NOMEM.
 * csa_build_close() is allowed after all of them.
 */
int csa_build_open(struct csa_build *build, const char *plan_path, struct csa_buf *notes,
		   struct csa_err *err);
void csa_build_close(struct csa_build *build);

/** csa_build_config() - the config of a target; NULL: it has none. */
static inline struct csa_config *csa_build_config(const struct csa_build *build, uint32_t target)
{
	struct csa_config *config = &build->configs[build->first_alike[target]];

	return config->path ? config : NULL;
}

/**
 * csa_build_select() - everything that "callsight select --plan" does.
 *
 * Return: what csa_build_open() and csa_emit() return.
 */
int csa_build_select(const char *plan_path, const struct csa_emit_files *files,
		     struct csa_buf *notes, struct csa_err *err);

#endif
