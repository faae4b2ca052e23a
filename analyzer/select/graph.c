/* SPDX-License-Identifier: MIT */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "plan.h"

static uint32_t *new_array(uint32_t count, int fill)
{
	uint32_t *items = malloc(((size_t)count + 1) * sizeof(*items));

	if (items)
		memset(items, fill, ((size_t)count + 1) * sizeof(*items));
	return items;
}

/* Definitions ordered by file, then by base name: a counting sort for each key. */
static bool sort_by_base(struct csa_graph *graph)
{
	const struct csa_project *project = graph->project;
	uint32_t files = project->files.count;
	uint32_t names = project->names.count;
	uint32_t count = project->defs.count;
	uint32_t *file_first = new_array(files, 0);
	uint32_t *by_file = new_array(count, 0);

	graph->by_base = new_array(count, 0);
	graph->base_first = new_array(names + 1, 0);
	if (!file_first || !by_file || !graph->by_base || !graph->base_first) {
		free(file_first);
		free(by_file);
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		file_first[project->defs.items[i].file + 1]++;
		graph->base_first[project->defs.items[i].base + 1]++;
	}
	for (uint32_t i = 0; i < files; i++)
		file_first[i + 1] += file_first[i];
	for (uint32_t i = 0; i <= names; i++)
		graph->base_first[i + 1] += graph->base_first[i];
	for (uint32_t i = 0; i < count; i++)
		by_file[file_first[project->defs.items[i].file]++] = i;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t base = project->defs.items[by_file[i]].base;

		graph->by_base[graph->base_first[base]++] = by_file[i];
	}
	/* Every entry now points to its end: move them back by one. */
	for (uint32_t i = names + 1; i > 0; i--)
		graph->base_first[i] = graph->base_first[i - 1];
	graph->base_first[0] = 0;
	free(file_first);
	free(by_file);
	return true;
}

static bool same_node(const struct csa_def *a, const struct csa_def *b)
{
	return a->name == b->name && a->file == b->file && a->kind == b->kind;
}

/* Chosen: more methods of one name in one file than that are left apart, for linear time. */
#define NEIGHBOURS_MAX 512u

/* Within one base name and file the first definition of a name stands for all of them. */
static void join_nodes(struct csa_graph *graph)
{
	const struct csa_def *defs = graph->project->defs.items;
	uint32_t count = graph->project->defs.count;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t def = graph->by_base[i];

		graph->node[def] = def;
		for (uint32_t back = i; back > 0 && i - back < NEIGHBOURS_MAX; back--) {
			uint32_t other = graph->by_base[back - 1];

			if (defs[other].base != defs[def].base ||
			    defs[other].file != defs[def].file)
				break;
			if (!same_node(&defs[other], &defs[def]))
				continue;
			graph->node[def] = graph->node[other];
			graph->next_same[def] = graph->next_same[graph->node[other]];
			graph->next_same[graph->node[other]] = def;
			break;
		}
	}
}

int csa_graph_build(struct csa_graph *graph, const struct csa_project *project, struct csa_err *err)
{
	*graph = (struct csa_graph){ .project = project };
	graph->node = new_array(project->defs.count, 0xff);
	graph->next_same = new_array(project->defs.count, 0xff);
	graph->is_class = calloc((size_t)project->names.count + 1, 1);
	if (!graph->node || !graph->next_same || !graph->is_class || !sort_by_base(graph))
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the call graph");
	join_nodes(graph);
	for (uint32_t i = 0; i < project->classes.count; i++) {
		graph->is_class[project->classes.items[i].name] |= CSA_CLASS_QUALIFIED;
		graph->is_class[project->classes.items[i].base] |= CSA_CLASS_BASE;
	}
	if (!csa_class_members_find(&graph->members, project, graph->is_class))
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the call graph");
	return 0;
}

void csa_graph_release(struct csa_graph *graph)
{
	free(graph->node);
	free(graph->next_same);
	free(graph->by_base);
	free(graph->base_first);
	free(graph->is_class);
	csa_class_members_release(&graph->members);
	*graph = (struct csa_graph){ 0 };
}

struct visit {
	const struct csa_graph *graph;
	const struct csa_def *caller;
	bool is_cxx;
	bool caller_is_member;
	csa_graph_visit_fn visit;
	void *data;
};

struct range {
	const uint32_t *first;
	const uint32_t *end;
};

static struct range nodes_of(const struct csa_graph *graph, uint32_t name)
{
	if (name >= graph->project->names.count)
		return (struct range){ graph->by_base, graph->by_base };
	return (struct range){ graph->by_base + graph->base_first[name],
			       graph->by_base + graph->base_first[name + 1] };
}

/* The part of @range that lies in @file; a binary search, since 1000 files may share a name. */
static struct range in_file(const struct csa_graph *graph, struct range range, uint32_t file)
{
	const struct csa_def *defs = graph->project->defs.items;
	const uint32_t *low = range.first;
	const uint32_t *high = range.end;

	while (low < high) {
		const uint32_t *middle = low + (high - low) / 2;

		if (defs[*middle].file < file)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < range.end && defs[*high].file == file;)
		high++;
	return (struct range){ low, high };
}

static bool is_member(const struct csa_graph *graph, const struct csa_def *def)
{
	return (def->flags & CSA_DEF_METHOD) || (graph->is_class[def->scope] & CSA_CLASS_QUALIFIED);
}

/* A static function of another source cannot be meant; one of a header can. */
static bool is_private(const struct csa_graph *graph, const struct csa_def *def)
{
	return (def->flags & CSA_DEF_STATIC) && !(def->flags & CSA_DEF_METHOD) &&
	       graph->project->files.items[def->file].is_source &&
	       !graph->project->files.items[def->file].is_included;
}

static bool kind_fits(const struct csa_use *use, const struct csa_def *def)
{
	if (def->kind == CSA_DEF_FIELD)
		return use->kind == CSA_USE_CALL;
	return use->kind != CSA_USE_MENTION || def->kind != CSA_DEF_FUNCTION;
}

static void visit_one(const struct visit *v, uint32_t def)
{
	if (csa_graph_is_node(v->graph, def))
		v->visit(v->data, def);
}

/* A call through a pointer in a structure: every function that a member of this name gets. */
static void visit_fields(const struct visit *v, const struct csa_use *use)
{
	struct range all = nodes_of(v->graph, use->name);

	for (const uint32_t *at = all.first; use->kind == CSA_USE_CALL && at < all.end; at++) {
		if (v->graph->project->defs.items[*at].kind == CSA_DEF_FIELD)
			visit_one(v, *at);
	}
}

/* What @use means among @range; @is_here: they are of the caller's file. Return: surely found. */
static bool visit_range_c(const struct visit *v, const struct csa_use *use, struct range range,
			  bool is_here, bool *is_found)
{
	const struct csa_def *defs = v->graph->project->defs.items;
	bool is_sure = false;

	for (const uint32_t *at = range.first; at < range.end; at++) {
		const struct csa_def *def = &defs[*at];

		if (!kind_fits(use, def) || def->kind == CSA_DEF_CLASS ||
		    (!is_here && is_private(v->graph, def)))
			continue;
		*is_found = true;
		is_sure = is_sure || !(def->flags & CSA_DEF_CONDITIONAL);
		visit_one(v, *at);
	}
	return is_sure;
}

static void resolve_c(const struct visit *v, const struct csa_use *use)
{
	const struct csa_def *defs = v->graph->project->defs.items;
	struct range all = nodes_of(v->graph, use->name);
	bool is_found = false;

	if (use->is_member) {
		visit_fields(v, use);
		return;
	}
	if (visit_range_c(v, use, in_file(v->graph, all, v->caller->file), true, &is_found))
		return;
	(void)visit_range_c(v, use, all, false, &is_found);
	for (const uint32_t *at = all.first; !is_found && at < all.end; at++) {
		/* A macro of a header may call what each of its users defines. */
		if (kind_fits(use, &defs[*at]) && v->caller->kind == CSA_DEF_MACRO)
			visit_one(v, *at);
	}
}

/* Is @name the last component of the qualified name @scope? */
static bool ends_with(const struct csa_project *project, uint32_t scope, uint32_t name)
{
	uint32_t scope_length = csa_names_length(&project->names, scope);
	uint32_t length = csa_names_length(&project->names, name);
	const char *text = csa_project_name(project, scope);

	if (length > scope_length ||
	    memcmp(text + scope_length - length, csa_project_name(project, name), length) != 0)
		return false;
	return length == scope_length || text[scope_length - length - 1] == ':';
}

static bool fits_cxx(const struct visit *v, const struct csa_use *use, const struct csa_def *def,
		     bool strict)
{
	const struct csa_graph *graph = v->graph;

	if (!kind_fits(use, def) || (def->file != v->caller->file && is_private(graph, def)))
		return false;
	if (def->kind != CSA_DEF_FUNCTION)
		return !use->is_member || def->kind == CSA_DEF_FIELD;
	if (use->scope)
		return !strict || ends_with(graph->project, def->scope, use->scope);
	if (use->is_member)
		return is_member(graph, def);
	return !is_member(graph, def) || v->caller_is_member;
}

static bool is_std(const struct csa_project *project, uint32_t scope)
{
	return strcmp(csa_project_name(project, scope), "std") == 0;
}

/* Naming a class may run its constructors, its destructor and its operators. */
static void visit_class(const struct visit *v, uint32_t name)
{
	const struct csa_class_members *members = &v->graph->members;

	for (uint32_t i = members->first[name]; i < members->first[name + 1]; i++)
		visit_one(v, members->nodes[i]);
}

static void resolve_cxx(const struct visit *v, const struct csa_use *use)
{
	const struct csa_project *project = v->graph->project;
	struct range all = nodes_of(v->graph, use->name);
	bool is_found = false;

	for (int strict = 1; strict >= 0 && !is_found; strict--) {
		if (!strict && (!use->scope || is_std(project, use->scope)))
			break;
		for (const uint32_t *at = all.first; at < all.end; at++) {
			if (!fits_cxx(v, use, &project->defs.items[*at], strict))
				continue;
			is_found = true;
			visit_one(v, *at);
		}
	}
	if ((v->graph->is_class[use->name] & CSA_CLASS_BASE) && !use->is_member)
		visit_class(v, use->name);
}

void csa_graph_callees(const struct csa_graph *graph, uint32_t node, csa_graph_visit_fn visit,
		       void *data)
{
	const struct csa_project *project = graph->project;
	struct visit v = { .graph = graph, .visit = visit, .data = data };

	for (uint32_t def = node; def != CSA_NO_INDEX; def = graph->next_same[def]) {
		const struct csa_use *use =
			&project->uses.items[project->defs.items[def].first_use];

		v.caller = &project->defs.items[def];
		v.is_cxx = project->files.items[v.caller->file].languages & CSA_LANGUAGE_CXX;
		v.caller_is_member = v.caller->kind == CSA_DEF_MACRO ||
				     v.caller->kind == CSA_DEF_FIELD || is_member(graph, v.caller);
		for (uint32_t i = 0; i < v.caller->use_count; i++) {
			if (use[i].kind > CSA_USE_MENTION)
				continue;
			if (v.is_cxx)
				resolve_cxx(&v, &use[i]);
			else
				resolve_c(&v, &use[i]);
		}
	}
}

int csa_reach_init(struct csa_reach *reach, const struct csa_graph *graph, struct csa_err *err)
{
	uint32_t count = graph->project->defs.count;

	*reach = (struct csa_reach){ .depth = new_array(count, 0xff),
				     .parent = new_array(count, 0xff),
				     .order = new_array(count, 0) };
	if (!reach->depth || !reach->parent || !reach->order)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the call graph");
	return 0;
}

void csa_reach_release(struct csa_reach *reach)
{
	free(reach->depth);
	free(reach->parent);
	free(reach->order);
	*reach = (struct csa_reach){ 0 };
}

struct walk {
	struct csa_reach *reach;
	const struct csa_project *project;
	uint32_t from;
	uint32_t limit;
	/* Functions wait one level: what macros add belongs to the level that is being walked. */
	uint32_t *next;
	uint32_t next_count;
};

static void reach_one(void *data, uint32_t node)
{
	struct walk *walk = data;
	struct csa_reach *reach = walk->reach;
	uint32_t depth = reach->depth[walk->from];

	if (reach->depth[node] != CSA_DEPTH_NONE)
		return;
	if (walk->project->defs.items[node].kind != CSA_DEF_FUNCTION) {
		reach->order[reach->count++] = node;
	} else {
		if (depth >= walk->limit)
			return;
		depth++;
		walk->next[walk->next_count++] = node;
	}
	reach->depth[node] = depth;
	reach->parent[node] = walk->from;
}

int csa_reach_walk(struct csa_reach *reach, const struct csa_graph *graph, const uint32_t *roots,
		   uint32_t root_count, uint32_t limit, struct csa_err *err)
{
	uint32_t count = graph->project->defs.count;
	struct walk walk = { .reach = reach, .project = graph->project, .limit = limit };
	uint32_t at = 0;

	memset(reach->depth, 0xff, (size_t)count * sizeof(*reach->depth));
	reach->count = 0;
	for (uint32_t i = 0; i < root_count; i++) {
		if (reach->depth[roots[i]] != CSA_DEPTH_NONE)
			continue;
		reach->depth[roots[i]] = 0;
		reach->parent[roots[i]] = CSA_NO_INDEX;
		reach->order[reach->count++] = roots[i];
	}
	walk.next = calloc((size_t)count + 1, sizeof(*walk.next));
	if (!walk.next)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the call graph");
	while (at < reach->count) {
		for (; at < reach->count; at++) {
			walk.from = reach->order[at];
			csa_graph_callees(graph, walk.from, reach_one, &walk);
		}
		memcpy(reach->order + reach->count, walk.next,
		       (size_t)walk.next_count * sizeof(*walk.next));
		reach->count += walk.next_count;
		walk.next_count = 0;
	}
	free(walk.next);
	return 0;
}
