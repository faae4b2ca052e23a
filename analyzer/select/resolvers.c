/* SPDX-License-Identifier: MIT */
#include "resolvers.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The last "3foo" of a mangled name; the text itself when it is not mangled. */
static void last_name(const char **text, size_t *length)
{
	const char *at = *text + 2;
	const char *end = *text + *length;

	if (*length < 3 || memcmp(*text, "_Z", 2) != 0)
		return;
	while (at < end && !is_digit(*at))
		at++;
	while (at < end && is_digit(*at)) {
		char *name;
		unsigned long size = strtoul(at, &name, 10);

		if (size == 0 || size > (size_t)(end - name))
			return;
		*text = name;
		*length = size;
		at = name + size;
		while (at < end && *at == 'L')
			at++;
	}
}

void csa_resolvers_note(struct csa_project *project, uint32_t file, const struct csa_token *string)
{
	struct csa_def def = { .kind = CSA_DEF_VARIABLE,
			       .file = file,
			       .line = string->line,
			       .end_line = string->line };
	struct csa_use use = { .kind = CSA_USE_RESOLVER };
	const char *text = string->text + 1;
	size_t length = string->length > 2 ? string->length - 2 : 0;

	last_name(&text, &length);
	use.name = csa_names_add(&project->names, text, length);
	/* No function has this name: the definition only holds the use. */
	def.name = def.base = csa_names_add_str(&project->names, "ifunc resolver");
	if (!use.name)
		return;
	use.def = csa_project_add_def(project, &def);
	if (use.def != CSA_NO_INDEX)
		csa_project_add_use(project, &use);
}

/* Is @def meant by an attribute that is in its file, or in any when other files see it? */
static bool is_meant(const struct csa_project *project, const struct csa_def *def,
		     const uint32_t *first_use)
{
	if (!(def->flags & CSA_DEF_STATIC))
		return true;
	for (uint32_t i = *first_use; i < project->uses.count; i++) {
		const struct csa_use *use = &project->uses.items[i];

		if (use->kind == CSA_USE_RESOLVER && use->name == def->base &&
		    project->defs.items[use->def].file == def->file)
			return true;
	}
	return false;
}

void csa_resolvers_mark(struct csa_project *project)
{
	uint8_t *is_resolver = NULL;
	uint32_t first_use = 0;

	for (uint32_t i = 0; i < project->uses.count; i++) {
		if (project->uses.items[i].kind != CSA_USE_RESOLVER)
			continue;
		if (!is_resolver) {
			is_resolver = calloc((size_t)project->names.count + 1, 1);
			first_use = i;
		}
		if (!is_resolver) {
			project->failed = true;
			return;
		}
		is_resolver[project->uses.items[i].name] = 1;
	}
	for (uint32_t i = 0; is_resolver && i < project->defs.count; i++) {
		struct csa_def *def = &project->defs.items[i];

		if (def->kind == CSA_DEF_FUNCTION && is_resolver[def->base] &&
		    is_meant(project, def, &first_use))
			def->flags |= CSA_DEF_RESOLVER;
	}
	free(is_resolver);
}
