/* SPDX-License-Identifier: MIT */
#include "units.h"

#include <stdlib.h>

static bool sort_by_file(struct csa_units *units)
{
	const struct csa_graph *graph = units->graph;
	const struct csa_project *project = graph->project;
	uint32_t *first = units->file_first;

	for (uint32_t i = 0; i < project->defs.count; i++) {
		if (csa_graph_is_node(graph, i) && project->defs.items[i].kind == CSA_DEF_FUNCTION)
			first[project->defs.items[i].file + 2]++;
	}
	for (uint32_t i = 0; i < project->files.count; i++)
		first[i + 2] += first[i + 1];
	units->by_file =
		calloc((size_t)first[project->files.count + 1] + 1, sizeof(*units->by_file));
	if (!units->by_file)
		return false;
	for (uint32_t i = 0; i < project->defs.count; i++) {
		if (csa_graph_is_node(graph, i) && project->defs.items[i].kind == CSA_DEF_FUNCTION)
			units->by_file[first[project->defs.items[i].file + 1]++] = i;
	}
	return true;
}

int csa_units_init(struct csa_units *units, const struct csa_graph *graph, struct csa_err *err)
{
	size_t files = (size_t)graph->project->files.count + 2;

	*units = (struct csa_units){ .graph = graph,
				     .files = calloc(files, sizeof(*units->files)),
				     .stamp = calloc(files, sizeof(*units->stamp)),
				     .file_first = calloc(files + 1, sizeof(*units->file_first)) };
	if (!units->files || !units->stamp || !units->file_first || !sort_by_file(units))
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
	return 0;
}

void csa_units_release(struct csa_units *units)
{
	free(units->files);
	free(units->stamp);
	free(units->file_first);
	free(units->by_file);
	*units = (struct csa_units){ 0 };
}

static void see(struct csa_units *units, uint32_t file)
{
	if (units->stamp[file] == units->unit)
		return;
	units->stamp[file] = units->unit;
	units->files[units->file_count++] = file;
}

void csa_units_walk(struct csa_units *units, const uint32_t *files, uint32_t count)
{
	units->unit++;
	units->file_count = 0;
	for (uint32_t i = 0; i < count; i++)
		see(units, files[i]);
	for (uint32_t i = 0; i < units->file_count; i++) {
		const struct csa_file *file = &units->graph->project->files.items[units->files[i]];

		for (uint32_t k = 0; k < file->include_count; k++)
			see(units, file->includes[k]);
	}
}
