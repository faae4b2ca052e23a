/* SPDX-License-Identifier: MIT */
#include "thread_roots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct csa_thread_start *csa_thread_starts(void)
{
	static const struct csa_thread_start starts[] = {
		{ "pthread_create", 2 },
		{ "thrd_create", 1 },
		{ "uv_thread_create", 1 },
		{ "uv_thread_create_ex", 2 },
		{ "g_thread_new", 1 },
		{ "g_thread_try_new", 1 },
		{ "thread", 0 },
		{ "jthread", 0 },
		{ "async", 0 },
		{ "async", 1 },
		{ NULL, 0 },
	};

	return starts;
}

struct finding {
	const struct csa_graph *graph;
	const struct csa_thread_start **starts;
	const struct csa_thread_start *start;
	uint8_t *is_seen;
	uint32_t *queue;
	uint32_t count;
};

static void find_one(void *data, uint32_t node)
{
	struct finding *finding = data;
	const struct csa_def *def = &finding->graph->project->defs.items[node];

	if (def->kind == CSA_DEF_FUNCTION && !finding->starts[node] &&
	    !(def->flags & CSA_DEF_IMPLIED))
		finding->starts[node] = finding->start;
	if ((def->kind != CSA_DEF_FIELD && def->kind != CSA_DEF_MACRO) || finding->is_seen[node])
		return;
	finding->is_seen[node] = 1;
	finding->queue[finding->count++] = node;
}

/* What is handed over is a pointer of its own: see pointers.c. */
static void begin(struct finding *finding)
{
	const struct csa_project *project = finding->graph->project;
	char key[64];
	uint32_t id;

	snprintf(key, sizeof(key), "%s(%u)", finding->start->name, finding->start->index);
	id = csa_names_find(&project->names, key, strlen(key));
	for (uint32_t i = id ? finding->graph->base_first[id] : 0;
	     id && i < finding->graph->base_first[id + 1]; i++)
		find_one(finding, finding->graph->by_base[i]);
}

bool csa_thread_roots(const struct csa_graph *graph, const struct csa_thread_start **starts)
{
	uint32_t count = graph->project->defs.count;
	struct finding finding = { .graph = graph, .starts = starts };
	bool is_done;

	memset(starts, 0, (size_t)count * sizeof(*starts));
	finding.is_seen = calloc((size_t)count + 1, 1);
	finding.queue = calloc((size_t)count + 1, sizeof(*finding.queue));
	for (finding.start = csa_thread_starts();
	     finding.is_seen && finding.queue && finding.start->name; finding.start++) {
		finding.count = 0;
		begin(&finding);
		for (uint32_t i = 0; i < finding.count; i++)
			csa_graph_callees(graph, finding.queue[i], find_one, &finding);
	}
	is_done = finding.is_seen && finding.queue;
	free(finding.queue);
	free(finding.is_seen);
	return is_done;
}
