/* SPDX-License-Identifier: MIT */
#include "pointers.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "plan.h"
#include "pointers_index.h"
#include "thread_roots.h"
#include "vec.h"

enum pointer_kind {
	POINTER_FIELD, /* name: of the member */
	POINTER_LOCAL, /* name: of the variable, owner: definition */
	POINTER_ARG,   /* name: of what is called, owner: number of the argument */
};

struct pointer {
	uint32_t key; /* name id that is its own: what a use names */
	uint32_t name;
	uint32_t owner;
	uint8_t kind;     /* enum pointer_kind */
	bool is_variadic; /* ARG: this one and those behind it */
};

struct pointers {
	struct csa_project *project;
	struct csa_pointer_index index;
	struct {
		uint8_t *items; /* by name id: is it a key that is known already? */
		uint32_t count;
		uint32_t capacity;
	} known;
	struct {
		struct pointer *items;
		uint32_t count;
		uint32_t capacity;
	} waiting;
	uint32_t node; /* definition that stands for the pointer being read, in file */
	uint32_t file;
};

static void demand(struct pointers *p, const struct pointer *pointer)
{
	if (pointer->key >= p->known.count) {
		uint32_t extra = pointer->key + 1 - p->known.count;

		if (!CSA_VEC_ROOM(&p->known, extra)) {
			p->project->failed = true;
			return;
		}
		memset(p->known.items + p->known.count, 0, extra);
		p->known.count = pointer->key + 1;
	}
	if (p->known.items[pointer->key])
		return;
	p->known.items[pointer->key] = 1;
	if (!CSA_VEC_ROOM(&p->waiting, 1)) {
		p->project->failed = true;
		return;
	}
	p->waiting.items[p->waiting.count++] = *pointer;
}

static uint32_t key_of(struct pointers *p, const char *format, uint32_t name, uint32_t owner)
{
	struct csa_buf text;
	uint32_t id;

	csa_buf_init(&text);
	csa_buf_add_fmt(&text, format, csa_project_name(p->project, name), owner);
	id = csa_names_add(&p->project->names, text.data, text.length);
	p->project->failed = p->project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

static void use_pointer(struct pointers *p, uint32_t def, uint32_t name)
{
	struct csa_use use = { .def = def, .name = name, .kind = CSA_USE_CALL, .is_member = true };

	csa_project_add_use(p->project, &use);
}

static void use_field(struct pointers *p, uint32_t def, uint32_t name)
{
	const struct pointer field = { .key = name, .name = name, .kind = POINTER_FIELD };

	if (!csa_pointer_index_has(&p->index, name))
		return;
	demand(p, &field);
	use_pointer(p, def, name);
}

static void use_local(struct pointers *p, uint32_t def, uint32_t name, uint32_t owner)
{
	const struct pointer local = { .key = key_of(p, "%s@%u", name, owner),
				       .name = name,
				       .owner = owner,
				       .kind = POINTER_LOCAL };

	demand(p, &local);
	use_pointer(p, def, local.key);
}

static void use_arg(struct pointers *p, uint32_t def, uint32_t name, const struct csa_use *param,
		    bool is_private)
{
	struct pointer arg = { .name = name,
			       .owner = param->index,
			       .kind = POINTER_ARG,
			       .is_variadic = param->is_member };
	struct csa_use use = { .def = def, .kind = CSA_USE_CALL, .is_member = !is_private };

	if (!csa_pointer_index_has(&p->index, name))
		return;
	use.name = arg.key = key_of(p, arg.is_variadic ? "%s(%u...)" : "%s(%u)", name, arg.owner);
	demand(p, &arg);
	csa_project_add_use(p->project, &use);
}

/* The definition that stands for @pointer in the file of @def: a function may be private there. */
static uint32_t node_for(struct pointers *p, const struct pointer *pointer, uint32_t def)
{
	const struct csa_def *around = &p->project->defs.items[def];
	struct csa_def node = { .kind = CSA_DEF_FIELD,
				.name = pointer->kind == POINTER_LOCAL ? pointer->name
								       : pointer->key,
				.base = pointer->key,
				.file = around->file,
				.line = around->line,
				.end_line = around->line };

	if (p->node != CSA_NO_INDEX && p->file == node.file)
		return p->node;
	p->file = node.file;
	p->node = csa_project_add_def(p->project, &node);
	return p->node;
}

/* A lambda is known by its whole name, everything else by the last component. */
static const char *lambda_in(const struct pointers *p, uint32_t name)
{
	return strstr(csa_project_name(p->project, name), "::{lambda#");
}

static bool is_known(const struct pointers *p, uint32_t name)
{
	return csa_pointer_index_is_known(&p->index, name) || lambda_in(p, name);
}

static void use_name(struct pointers *p, uint32_t def, uint32_t name)
{
	const char *text = csa_project_name(p->project, name);
	const char *lambda = lambda_in(p, name);
	struct csa_use use = { .def = def, .name = name, .kind = CSA_USE_ADDRESS };

	if (lambda) {
		use.name = csa_names_find(&p->project->names, lambda + 2, strlen(lambda + 2));
		use.scope = csa_names_find(&p->project->names, text, (size_t)(lambda - text));
	}
	csa_project_add_use(p->project, &use);
}

/* @flow stores something in @pointer. */
static void follow(struct pointers *p, const struct pointer *pointer, uint32_t flow)
{
	struct csa_use use = p->project->uses.items[flow];
	uint32_t node;

	if (use.from == CSA_FROM_NAME && !is_known(p, use.name))
		return;
	node = node_for(p, pointer, use.def);
	if (node == CSA_NO_INDEX)
		return;
	if (use.from == CSA_FROM_NAME)
		use_name(p, node, use.name);
	else if (use.from == CSA_FROM_FIELD)
		use_field(p, node, use.name);
	else
		use_local(p, node, use.name, use.def);
}

static bool is_private(const struct csa_project *project, const struct csa_def *def)
{
	const struct csa_file *file = &project->files.items[def->file];

	return def->kind == CSA_DEF_FUNCTION && (def->flags & CSA_DEF_STATIC) &&
	       !(def->flags & CSA_DEF_METHOD) && file->is_source && !file->is_included;
}

/* An object that a container or a smart pointer makes gets its arguments. */
static void read_constructor(struct pointers *p, const struct pointer *pointer,
			     const struct csa_use *param)
{
	static const char *const makers[] = { "emplace", "emplace_back", "make_unique",
					      "make_shared" };
	const struct csa_def *def = &p->project->defs.items[pointer->owner];
	size_t length = csa_names_length(&p->project->names, def->base);
	size_t scope_length = csa_names_length(&p->project->names, def->scope);
	const char *scope = csa_project_name(p->project, def->scope);

	if (scope_length < length ||
	    strcmp(scope + scope_length - length, csa_project_name(p->project, def->base)) != 0)
		return;
	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++) {
		uint32_t name = csa_names_find(&p->project->names, makers[i], strlen(makers[i]));

		if (name)
			use_arg(p, p->node, name, param, false);
	}
}

static void read_param(struct pointers *p, const struct pointer *pointer)
{
	struct csa_def def = p->project->defs.items[pointer->owner];

	for (uint32_t i = 0; i < def.use_count; i++) {
		struct csa_use param = p->project->uses.items[def.first_use + i];

		if (param.kind != CSA_USE_PARAM)
			return;
		if (param.name != pointer->name)
			continue;
		if (node_for(p, pointer, pointer->owner) == CSA_NO_INDEX)
			return;
		use_arg(p, p->node, def.base, &param, is_private(p->project, &def));
		if (def.scope)
			read_constructor(p, pointer, &param);
	}
}

static void read_local(struct pointers *p, const struct pointer *pointer)
{
	uint32_t parent = p->project->defs.items[pointer->owner].parent;
	struct csa_pointer_range range =
		csa_pointer_index_of_def(&p->index, pointer->name, pointer->owner);

	for (const uint32_t *at = range.first; at < range.end; at++) {
		if (p->project->uses.items[*at].kind == CSA_USE_TO_LOCAL)
			follow(p, pointer, *at);
	}
	read_param(p, pointer);
	/* A lambda sees the variables around it. */
	if (parent && node_for(p, pointer, pointer->owner) != CSA_NO_INDEX)
		use_local(p, p->node, pointer->name, parent - 1);
}

static bool is_into(const struct pointer *pointer, const struct csa_use *use)
{
	if (pointer->kind == POINTER_FIELD)
		return use->kind == CSA_USE_TO_FIELD || use->kind == CSA_USE_TO_PLACE;
	return use->kind == CSA_USE_TO_ARG &&
	       (pointer->is_variadic ? use->index >= pointer->owner : use->index == pointer->owner);
}

static void read_pointer(struct pointers *p, const struct pointer *pointer)
{
	struct csa_pointer_range range;

	p->node = CSA_NO_INDEX;
	if (pointer->kind == POINTER_LOCAL) {
		read_local(p, pointer);
		return;
	}
	range = csa_pointer_index_of(&p->index, pointer->name);
	for (const uint32_t *at = range.first; at < range.end && !p->project->failed; at++) {
		if (is_into(pointer, &p->project->uses.items[*at]))
			follow(p, pointer, *at);
	}
}

/* The pointers that are called; everything else follows from them. */
static void read_calls(struct pointers *p, uint32_t use_count)
{
	for (uint32_t i = 0; i < use_count && !p->project->failed; i++) {
		struct csa_use use = p->project->uses.items[i];
		const struct pointer field = { .key = use.name,
					       .name = use.name,
					       .kind = POINTER_FIELD };

		if (use.kind == CSA_USE_CALL_LOCAL)
			use_local(p, use.def, use.name, use.def);
		else if (use.kind == CSA_USE_CALL && csa_pointer_index_has(&p->index, use.name))
			demand(p, &field);
	}
}

/* What threads begin with is asked for by name later. */
static void read_threads(struct pointers *p)
{
	for (const struct csa_thread_start *start = csa_thread_starts(); start->name; start++) {
		struct csa_names *names = &p->project->names;
		struct pointer arg = { .name = csa_names_find(names, start->name,
							      strlen(start->name)),
				       .owner = start->index,
				       .kind = POINTER_ARG };

		if (!csa_pointer_index_has(&p->index, arg.name))
			continue;
		arg.key = key_of(p, "%s(%u)", arg.name, arg.owner);
		demand(p, &arg);
	}
}

void csa_pointers_resolve(struct csa_project *project)
{
	struct pointers p = { .project = project };

	csa_project_sort_uses(project);
	if (project->failed)
		return;
	if (csa_pointer_index_init(&p.index, project)) {
		read_calls(&p, project->uses.count);
		read_threads(&p);
		for (uint32_t i = 0; i < p.waiting.count && !project->failed; i++) {
			struct pointer pointer = p.waiting.items[i];

			read_pointer(&p, &pointer);
		}
	} else {
		project->failed = true;
	}
	csa_pointer_index_release(&p.index);
	free(p.known.items);
	free(p.waiting.items);
}
