/* SPDX-License-Identifier: MIT */
#include "units.h"

#include <stdlib.h>
#include <string.h>

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

/* Pairs (name, file), without repeats that follow each other: uses are ordered by file mostly. */
static void each_user(struct csa_units *units, uint32_t *last_file, bool is_storing)
{
	const struct csa_project *project = units->graph->project;

	memset(last_file, 0xff, ((size_t)project->names.count + 1) * sizeof(*last_file));
	for (uint32_t i = 0; i < project->uses.count; i++) {
		uint32_t name = project->uses.items[i].name;
		uint32_t file = project->defs.items[project->uses.items[i].def].file;

		if (project->uses.items[i].kind > CSA_USE_MENTION || last_file[name] == file)
			continue;
		last_file[name] = file;
		if (is_storing)
			units->users[units->user_first[name + 1]++] = file;
		else
			units->user_first[name + 2]++;
	}
}

static bool sort_users(struct csa_units *units)
{
	uint32_t names = units->graph->project->names.count;
	uint32_t *last_file = calloc((size_t)names + 1, sizeof(*last_file));

	units->user_first = calloc((size_t)names + 3, sizeof(*units->user_first));
	if (!last_file || !units->user_first) {
		free(last_file);
		return false;
	}
	each_user(units, last_file, false);
	for (uint32_t i = 0; i <= names; i++)
		units->user_first[i + 2] += units->user_first[i + 1];
	units->users = calloc((size_t)units->user_first[names + 2] + 1, sizeof(*units->users));
	if (units->users)
		each_user(units, last_file, true);
	free(last_file);
	return units->users != NULL;
}

int csa_units_init(struct csa_units *units, const struct csa_graph *graph, struct csa_err *err)
{
	size_t files = (size_t)graph->project->files.count + 2;

	*units = (struct csa_units){ .graph = graph,
				     .files = calloc(files, sizeof(*units->files)),
				     .stamp = calloc(files, sizeof(*units->stamp)),
				     .file_first = calloc(files + 1, sizeof(*units->file_first)) };
	if (!units->files || !units->stamp || !units->file_first || !sort_by_file(units) ||
	    !sort_users(units))
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
	return 0;
}

void csa_units_release(struct csa_units *units)
{
	free(units->files);
	free(units->stamp);
	free(units->file_first);
	free(units->by_file);
	free(units->user_first);
	free(units->users);
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

static bool is_used(const struct csa_units *units, uint32_t name)
{
	for (uint32_t i = units->user_first[name]; i < units->user_first[name + 1]; i++) {
		if (units->stamp[units->users[i]] == units->unit)
			return true;
	}
	return false;
}

bool csa_units_uses(const struct csa_units *units, uint32_t node)
{
	const struct csa_project *project = units->graph->project;
	const struct csa_def *def = &project->defs.items[node];
	const char *base = csa_project_name(project, def->base);

	if (project->files.items[def->file].is_source)
		return true;
	if (base[0] == '~')
		return is_used(units, csa_names_find(&project->names, base + 1, strlen(base + 1)));
	return is_used(units, def->base) || strncmp(base, "operator", 8) == 0;
}
