/* SPDX-License-Identifier: MIT */
#include "choose_resolvers.h"

#include <stdbool.h>
#include <stdlib.h>

struct queue {
	const struct csa_graph *graph;
	uint8_t *marks; /* functions and macros on the way */
	uint32_t *nodes;
	uint32_t count;
};

static void reach(struct queue *q, uint32_t node)
{
	if (q->marks[node])
		return;
	q->marks[node] = 1;
	q->nodes[q->count++] = node;
}

static bool fits(const struct queue *q, uint32_t node, uint32_t file, bool is_here)
{
	const struct csa_def *def = &q->graph->project->defs.items[node];

	if (def->kind != CSA_DEF_FUNCTION && def->kind != CSA_DEF_MACRO)
		return false;
	return csa_graph_is_node(q->graph, node) &&
	       (is_here ? def->file == file : !(def->flags & CSA_DEF_STATIC));
}

/* The functions and macros of a name: those of the caller's file, or all where it has none. */
static void reach_name(struct queue *q, uint32_t name, uint32_t file)
{
	const struct csa_graph *graph = q->graph;
	bool is_found = false;

	for (int is_here = 1; is_here >= 0 && !is_found; is_here--) {
		for (uint32_t i = graph->base_first[name]; i < graph->base_first[name + 1]; i++) {
			if (!fits(q, graph->by_base[i], file, is_here))
				continue;
			is_found = true;
			reach(q, graph->by_base[i]);
		}
	}
}

static void reach_callees(struct queue *q, uint32_t node)
{
	const struct csa_project *project = q->graph->project;

	for (uint32_t d = node; d != CSA_NO_INDEX; d = q->graph->next_same[d]) {
		const struct csa_def *def = &project->defs.items[d];
		const struct csa_use *use = &project->uses.items[def->first_use];

		for (uint32_t i = 0; i < def->use_count; i++) {
			if (use[i].kind == CSA_USE_CALL && !use[i].is_member)
				reach_name(q, use[i].name, def->file);
		}
	}
}

int csa_choose_resolvers(const struct csa_graph *graph, uint8_t *marks, struct csa_err *err)
{
	const struct csa_project *project = graph->project;
	struct queue q = { .graph = graph, .marks = marks };

	for (uint32_t i = 0; i < project->defs.count; i++)
		q.count += (project->defs.items[i].flags & CSA_DEF_RESOLVER) != 0;
	if (q.count == 0)
		return 0;
	q.count = 0;
	q.nodes = malloc(((size_t)project->defs.count + 1) * sizeof(*q.nodes));
	if (!q.nodes)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
	for (uint32_t i = 0; i < project->defs.count; i++) {
		if (project->defs.items[i].flags & CSA_DEF_RESOLVER)
			reach(&q, graph->node[i]);
	}
	for (uint32_t at = 0; at < q.count; at++)
		reach_callees(&q, q.nodes[at]);
	free(q.nodes);
	return 0;
}
