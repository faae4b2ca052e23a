/* SPDX-License-Identifier: MIT */
#include "full_scope.h"

#include <stdlib.h>
#include <string.h>

/* Classes by the last component of their names. */
struct classes {
	uint32_t *head;    /* by name id: a class, or CSA_NO_INDEX */
	uint32_t *next;    /* by class: the one before it of the same last component */
	uint8_t *is_class; /* by name id: a class has exactly this name */
	uint32_t name_count;
};

static bool index_classes(struct classes *classes, const struct csa_project *project)
{
	classes->name_count = project->names.count;
	classes->head = malloc(((size_t)classes->name_count + 1) * sizeof(*classes->head));
	classes->next = malloc(((size_t)project->classes.count + 1) * sizeof(*classes->next));
	classes->is_class = calloc((size_t)classes->name_count + 1, 1);
	if (!classes->head || !classes->next || !classes->is_class)
		return false;
	memset(classes->head, 0xff, ((size_t)classes->name_count + 1) * sizeof(*classes->head));
	for (uint32_t i = 0; i < project->classes.count; i++) {
		const struct csa_class *class = &project->classes.items[i];

		classes->is_class[class->name] = 1;
		classes->next[i] = classes->head[class->base];
		classes->head[class->base] = i;
	}
	return true;
}

/* Cuts the last component off. Return: its length; *@length becomes that of what is before it. */
static size_t cut_component(const char *text, size_t *length)
{
	size_t end = *length;
	size_t at = end;

	while (at > 0 && text[at - 1] != ':')
		at--;
	*length = at >= 2 ? at - 2 : 0;
	return end - at;
}

/* Are the components of @written among those of @full, in order, the last ones being equal? */
static bool is_shortened(const char *written, const char *full)
{
	size_t written_length = strlen(written);
	size_t full_length = strlen(full);
	bool is_last = true;

	while (written_length > 0) {
		size_t before = written_length;
		size_t count = cut_component(written, &before);
		const char *word = written + written_length - count;
		bool is_found = false;

		while (full_length > 0 && !is_found) {
			size_t rest = full_length;
			size_t length = cut_component(full, &rest);

			is_found = length == count &&
				   memcmp(full + full_length - length, word, count) == 0;
			full_length = rest;
			if (is_last && !is_found)
				return false;
		}
		if (!is_found)
			return false;
		is_last = false;
		written_length = before;
	}
	return true;
}

static uint32_t last_component(const struct csa_project *project, uint32_t scope)
{
	size_t length = csa_names_length(&project->names, scope);
	const char *text = csa_project_name(project, scope);
	size_t rest = length;
	size_t count = cut_component(text, &rest);

	return csa_names_find(&project->names, text + length - count, count);
}

/* The class that is meant: one of the same file, otherwise the only one. 0: none, or unclear. */
static uint32_t find_class(const struct classes *classes, const struct csa_project *project,
			   const struct csa_def *def)
{
	const char *written = csa_project_name(project, def->scope);
	uint32_t base = last_component(project, def->scope);
	uint32_t found = CSA_NAME_NONE;
	uint32_t count = 0;

	if (!base || base >= classes->name_count)
		return CSA_NAME_NONE;
	for (uint32_t i = classes->head[base]; i != CSA_NO_INDEX; i = classes->next[i]) {
		const struct csa_class *class = &project->classes.items[i];

		if (!is_shortened(written, csa_project_name(project, class->name)))
			continue;
		if (class->file == def->file)
			return class->name;
		if (class->name != found)
			count++;
		found = class->name;
	}
	return count == 1 ? found : CSA_NAME_NONE;
}

/* Marks the names that begin with "{lambda#" or end in such a component. */
static uint8_t *mark_lambda_names(const struct csa_project *project)
{
	uint8_t *marks = calloc((size_t)project->names.count + 1, 1);

	for (uint32_t i = 1; marks && i < project->names.count; i++) {
		const char *text = csa_names_borrow(&project->names, i);

		marks[i] = strncmp(text, "{lambda#", 8) == 0 || strstr(text, "::{lambda#");
	}
	return marks;
}

/* A body uses its lambdas by number and function, and hands them on by their whole name. */
static void rename_use(struct csa_project *project, struct csa_use *use)
{
	uint32_t function = csa_project_around(project, use->def);
	uint32_t scope = project->defs.items[function].name;
	const char *text = csa_project_name(project, use->name);
	const char *base = strstr(text, "::{lambda#");

	if (!base) {
		use->scope = scope;
		return;
	}
	use->name = csa_project_join(project, scope,
				     csa_names_find(&project->names, base + 2, strlen(base + 2)));
}

static void rename_lambdas(struct csa_project *project)
{
	uint32_t use_count = project->uses.count;
	uint32_t name_count = project->names.count;
	bool has_lambdas = false;
	uint8_t *marks;

	for (uint32_t i = 0; i < project->defs.count; i++) {
		struct csa_def *def = &project->defs.items[i];

		if (!(def->flags & CSA_DEF_IS_LAMBDA))
			continue;
		has_lambdas = true;
		def->scope = project->defs.items[csa_project_around(project, i)].name;
		def->name = csa_project_join(project, def->scope, def->base);
	}
	if (!has_lambdas)
		return;
	marks = mark_lambda_names(project);
	if (!marks)
		project->failed = true;
	for (uint32_t i = 0; marks && i < use_count; i++) {
		struct csa_use *use = &project->uses.items[i];

		if (use->name < name_count && marks[use->name])
			rename_use(project, use);
	}
	free(marks);
}

void csa_full_scope(struct csa_project *project)
{
	struct classes classes = { 0 };

	if (!index_classes(&classes, project))
		project->failed = true;
	for (uint32_t i = 0; i < project->defs.count && !project->failed; i++) {
		struct csa_def *def = &project->defs.items[i];
		uint32_t name;

		if (def->kind != CSA_DEF_FUNCTION || def->scope == CSA_NAME_NONE ||
		    (def->flags & CSA_DEF_METHOD) || def->scope >= classes.name_count ||
		    classes.is_class[def->scope])
			continue;
		name = find_class(&classes, project, def);
		if (name == CSA_NAME_NONE)
			continue;
		def->scope = name;
		def->name = csa_project_join(project, name, def->base);
	}
	free(classes.head);
	free(classes.next);
	free(classes.is_class);
	if (!project->failed)
		rename_lambdas(project);
}
