/* SPDX-License-Identifier: MIT */
#include "class_members.h"

#include <stdlib.h>
#include <string.h>

#include "lex.h"

/* Pairs (class, definition) are counted in one pass and stored in a second one. */
struct pairs {
	const struct csa_project *project;
	const uint8_t *is_class;
	struct csa_class_members *members;
	bool is_storing;
};

static void add_pair(struct pairs *pairs, uint32_t class, uint32_t def)
{
	if (class == CSA_NAME_NONE)
		return;
	if (pairs->is_storing)
		pairs->members->nodes[pairs->members->first[class]++] = def;
	else
		pairs->members->first[class + 1]++;
}

static uint32_t last_component(const struct csa_project *project, uint32_t scope)
{
	const char *text = csa_project_name(project, scope);
	const char *last = text;

	for (const char *at = text; (at = strstr(at, "::")); at += 2)
		last = at + 2;
	return csa_names_find(&project->names, last, strlen(last));
}

/* An operator outside of a class belongs to the classes that its head names. */
static void add_free_operator(struct pairs *pairs, uint32_t def)
{
	const char *header =
		csa_project_name(pairs->project, pairs->project->defs.items[def].header);
	struct csa_token token;
	struct csa_lex lex;

	csa_lex_init(&lex, header, strlen(header), true);
	for (csa_lex_next(&lex, &token); token.kind != CSA_TOKEN_END; csa_lex_next(&lex, &token)) {
		uint32_t name = CSA_NAME_NONE;

		if (token.kind == CSA_TOKEN_IDENT)
			name = csa_names_find(&pairs->project->names, token.text, token.length);
		if (name && (pairs->is_class[name] & CSA_CLASS_BASE))
			add_pair(pairs, name, def);
	}
	csa_lex_release(&lex);
}

static void add_def(struct pairs *pairs, uint32_t index)
{
	const struct csa_project *project = pairs->project;
	const struct csa_def *def = &project->defs.items[index];
	const char *base = csa_project_name(project, def->base);
	uint32_t class;

	if (def->kind == CSA_DEF_CLASS) {
		add_pair(pairs, def->base, index);
		return;
	}
	if (def->kind != CSA_DEF_FUNCTION)
		return;
	if (!(pairs->is_class[def->scope] & CSA_CLASS_QUALIFIED)) {
		if (strncmp(base, "operator", 8) == 0)
			add_free_operator(pairs, index);
		return;
	}
	class = last_component(project, def->scope);
	if (def->base == class || base[0] == '~' || strncmp(base, "operator", 8) == 0)
		add_pair(pairs, class, index);
}

bool csa_class_members_find(struct csa_class_members *members, const struct csa_project *project,
			    const uint8_t *is_class)
{
	struct pairs pairs = { .project = project, .is_class = is_class, .members = members };
	uint32_t names = project->names.count;

	members->nodes = NULL;
	members->first = calloc((size_t)names + 2, sizeof(*members->first));
	if (!members->first)
		return false;
	for (uint32_t i = 0; i < project->defs.count; i++)
		add_def(&pairs, i);
	for (uint32_t i = 0; i <= names; i++)
		members->first[i + 1] += members->first[i];
	members->nodes = calloc((size_t)members->first[names + 1] + 1, sizeof(*members->nodes));
	if (!members->nodes)
		return false;
	pairs.is_storing = true;
	for (uint32_t i = 0; i < project->defs.count; i++)
		add_def(&pairs, i);
	/* Every entry points to its end now: move them back by one. */
	for (uint32_t i = names + 1; i > 0; i--)
		members->first[i] = members->first[i - 1];
	members->first[0] = 0;
	return true;
}

void csa_class_members_release(struct csa_class_members *members)
{
	free(members->first);
	free(members->nodes);
	*members = (struct csa_class_members){ 0 };
}
