/* SPDX-License-Identifier: MIT */
/*
 * The call graph over a csa_project. Edges are looked up by name when they are walked, so building
 * and walking are linear. Where a name could mean several functions, all of them are meant.
 *
 * A node is the first definition of its name, kind and file; overloads and the variants in #if
 * branches share it.
 */
#ifndef CSA_GRAPH_H
#define CSA_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "class_members.h"
#include "err.h"
#include "project.h"

#define CSA_DEPTH_NONE UINT32_MAX /* not reached */

struct csa_graph {
	const struct csa_project *project;
	uint32_t *node;      /* by definition: its node */
	uint32_t *next_same; /* by definition: the next one of the same node, or CSA_NO_INDEX */
	uint32_t *by_base;   /* nodes, ordered by base name, then by file */
	uint32_t
		*base_first; /* by name id: where its nodes begin in by_base; one more at the end */
	uint8_t *is_class;   /* by name id: enum csa_class_mark */
	struct csa_class_members members;
};

/** csa_graph_build() - @project must not change while the graph is in use. Release always. */
int csa_graph_build(struct csa_graph *graph, const struct csa_project *project,
		    struct csa_err *err);
void csa_graph_release(struct csa_graph *graph);

/** Called for each node that a definition uses; the same one may come twice. */
typedef void (*csa_graph_visit_fn)(void *data, uint32_t node);

/** csa_graph_callees() - what @node uses directly. */
void csa_graph_callees(const struct csa_graph *graph, uint32_t node, csa_graph_visit_fn visit,
		       void *data);

/** Nodes in the order in which they were reached. */
struct csa_reach {
	uint32_t *depth;  /* by node: calls on the shortest path, or CSA_DEPTH_NONE */
	uint32_t *parent; /* by node: the one before it on that path, or CSA_NO_INDEX */
	uint32_t *order;  /* the nodes reached, nearest first */
	uint32_t count;
};

int csa_reach_init(struct csa_reach *reach, const struct csa_graph *graph, struct csa_err *err);
void csa_reach_release(struct csa_reach *reach);

/**
 * csa_reach_walk() - breadth first from @roots, whose depth is 0, down to depth @limit.
 *
 * Macros and variables on the way cost nothing. Forgets what was reached before.
 * Return: 0, or CSA_E_NOMEM.
 */
int csa_reach_walk(struct csa_reach *reach, const struct csa_graph *graph, const uint32_t *roots,
		   uint32_t root_count, uint32_t limit, struct csa_err *err);

/** csa_graph_is_node() - is this definition its own node? */
static inline bool csa_graph_is_node(const struct csa_graph *graph, uint32_t def)
{
	return graph->node[def] == def;
}

#endif
