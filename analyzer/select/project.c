/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "project.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "vec.h"

void csa_project_init(struct csa_project *project)
{
	*project = (struct csa_project){ 0 };
	csa_names_init(&project->names);
}

void csa_project_release(struct csa_project *project)
{
	for (uint32_t i = 0; i < project->files.count; i++) {
		free(project->files.items[i].path);
		free(project->files.items[i].includes);
	}
	free(project->files.items);
	free(project->defs.items);
	free(project->uses.items);
	free(project->classes.items);
	free(project->made.items);
	csa_names_release(&project->names);
	csa_project_init(project);
}

uint32_t csa_project_add_file(struct csa_project *project, const char *path, uint8_t languages)
{
	char *copy = strdup(path);

	if (!copy || !CSA_VEC_ROOM(&project->files, 1)) {
		free(copy);
		project->failed = true;
		return CSA_NO_INDEX;
	}
	project->files.items[project->files.count] =
		(struct csa_file){ .path = copy, .languages = languages };
	return project->files.count++;
}

uint32_t csa_project_add_def(struct csa_project *project, const struct csa_def *def)
{
	struct csa_def *added;

	if (!CSA_VEC_ROOM(&project->defs, 1)) {
		project->failed = true;
		return CSA_NO_INDEX;
	}
	added = &project->defs.items[project->defs.count];
	*added = *def;
	return project->defs.count++;
}

void csa_project_add_use(struct csa_project *project, const struct csa_use *use)
{
	if (!CSA_VEC_ROOM(&project->uses, 1)) {
		project->failed = true;
		return;
	}
	project->uses.items[project->uses.count++] = *use;
}

/* Counts the uses of each definition. Return: were they in order already? */
static bool count_uses(struct csa_project *project)
{
	bool is_sorted = true;
	uint32_t last = 0;

	for (uint32_t i = 0; i < project->defs.count; i++)
		project->defs.items[i].use_count = 0;
	for (uint32_t i = 0; i < project->uses.count; i++) {
		uint32_t def = project->uses.items[i].def;

		is_sorted = is_sorted && def >= last;
		last = def;
		project->defs.items[def].use_count++;
	}
	return is_sorted;
}

void csa_project_sort_uses(struct csa_project *project)
{
	bool is_sorted = count_uses(project);
	struct csa_use *sorted;
	uint32_t first = 0;

	if (is_sorted && project->uses.count > 0) {
		for (uint32_t i = 0; i < project->defs.count; i++) {
			project->defs.items[i].first_use = first;
			first += project->defs.items[i].use_count;
		}
		return;
	}
	sorted = malloc(((size_t)project->uses.count + 1) * sizeof(*sorted));
	if (!sorted) {
		project->failed = true;
		return;
	}
	for (uint32_t i = 0; i < project->defs.count; i++) {
		project->defs.items[i].first_use = first;
		first += project->defs.items[i].use_count;
		project->defs.items[i].use_count = 0;
	}
	for (uint32_t i = 0; i < project->uses.count; i++) {
		struct csa_def *def = &project->defs.items[project->uses.items[i].def];

		sorted[def->first_use + def->use_count++] = project->uses.items[i];
	}
	free(project->uses.items);
	project->uses.items = sorted;
	project->uses.capacity = project->uses.count + 1;
}

void csa_project_add_class(struct csa_project *project, const struct csa_class *class)
{
	if (!CSA_VEC_ROOM(&project->classes, 1)) {
		project->failed = true;
		return;
	}
	project->classes.items[project->classes.count++] = *class;
}

static void add_member(struct csa_project *project, const struct csa_class *class,
		       const char *before, const char *text, uint8_t *is_known,
		       uint32_t known_count)
{
	struct csa_def def = { .kind = CSA_DEF_FUNCTION,
			       .flags = CSA_DEF_METHOD | CSA_DEF_IMPLIED,
			       .scope = class->name,
			       .file = class->file,
			       .line = class->line,
			       .end_line = class->line };
	struct csa_buf base;

	csa_buf_init(&base);
	csa_buf_add_str(&base, before);
	csa_buf_add_str(&base, text);
	def.base = csa_names_add(&project->names, base.data, base.length);
	def.name = csa_project_join(project, class->name, def.base);
	project->failed = project->failed || base.failed;
	csa_buf_release(&base);
	if (def.name >= known_count) {
		(void)csa_project_add_def(project, &def);
	} else if (!is_known[def.name]) {
		is_known[def.name] = 1;
		(void)csa_project_add_def(project, &def);
	}
}

void csa_project_add_implied(struct csa_project *project)
{
	uint32_t known_count = project->names.count;
	uint8_t *is_known = calloc((size_t)known_count + 1, 1);

	if (!is_known) {
		project->failed = true;
		return;
	}
	for (uint32_t i = 0; i < project->defs.count; i++) {
		if (project->defs.items[i].kind == CSA_DEF_FUNCTION)
			is_known[project->defs.items[i].name] = 1;
	}
	for (uint32_t i = 0; i < project->classes.count && !project->failed; i++) {
		struct csa_class class = project->classes.items[i];
		const char *text = csa_project_name(project, class.base);

		add_member(project, &class, "", text, is_known, known_count);
		add_member(project, &class, "~", text, is_known, known_count);
		add_member(project, &class, "operator", "=", is_known, known_count);
	}
	free(is_known);
}

#define LAMBDA_DEPTH_MAX 64 /* chosen: nobody nests lambdas so deep, and a loop would end */

uint32_t csa_project_around(const struct csa_project *project, uint32_t def)
{
	const struct csa_def *defs = project->defs.items;

	for (int depth = 0; depth < LAMBDA_DEPTH_MAX; depth++) {
		if (!(defs[def].flags & CSA_DEF_IS_LAMBDA) || !defs[def].parent)
			break;
		def = defs[def].parent - 1;
	}
	return def;
}

void csa_project_add_made(struct csa_project *project, const struct csa_made *made)
{
	if (!CSA_VEC_ROOM(&project->made, 1)) {
		project->failed = true;
		return;
	}
	project->made.items[project->made.count++] = *made;
}

void csa_project_add_include(struct csa_project *project, uint32_t file, uint32_t target)
{
	struct csa_file *from = &project->files.items[file];
	uint32_t *moved = csa_vec_grow(from->includes, from->include_count, &from->include_capacity,
				       1, sizeof(*moved));

	if (!moved) {
		project->failed = true;
		return;
	}
	from->includes = moved;
	from->includes[from->include_count++] = target;
	project->files.items[target].is_included = true;
}

uint32_t csa_project_join(struct csa_project *project, uint32_t scope, uint32_t base)
{
	struct csa_buf text;
	uint32_t id;

	if (scope == CSA_NAME_NONE)
		return base;
	csa_buf_init(&text);
	csa_buf_add_str(&text, csa_project_name(project, scope));
	csa_buf_add_str(&text, "::");
	csa_buf_add_str(&text, csa_project_name(project, base));
	id = csa_names_add(&project->names, text.data, text.length);
	project->failed = project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}
