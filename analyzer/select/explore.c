/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* PATH_MAX */
#include "explore.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "find_func.h"
#include "graph.h"
#include "load.h"
#include "path_text.h"
#include "source_walk.h"
#include "thread_roots.h"

#define INDENT_MAX 100u /* chosen: a chain of 30 000 calls would print half a gigabyte of blanks */

struct explore {
	const struct csa_explore_input *in;
	struct csa_buf *out;
	struct csa_walked walked;
	struct csa_project project;
	struct csa_graph graph;
	struct csa_reach reach;
	struct csa_found roots;
	char cwd[PATH_MAX];
};

static const struct csa_def *def_of(const struct explore *e, uint32_t node)
{
	return &e->project.defs.items[node];
}

/* Paths below the current folder are shown as the user would type them. */
static void add_place(const struct explore *e, uint32_t node)
{
	const struct csa_def *def = def_of(e, node);
	const char *path = e->project.files.items[def->file].path;

	csa_buf_add_fmt(e->out, "%s:%u", csa_path_shown(path, e->cwd), def->line);
}

static int load_files(struct explore *e, struct csa_buf *notes, struct csa_err *err)
{
	struct csa_load_input input = { .ctags = e->in->ctags };
	int rc = 0;

	for (uint32_t i = 0; i < e->in->count && rc == 0; i++)
		rc = csa_source_walk(&e->walked, e->in->paths[i], err);
	if (rc < 0)
		return rc;
	csa_source_walk_end(&e->walked);
	input.paths = (const char *const *)e->walked.paths;
	input.languages = e->walked.languages;
	input.count = e->walked.count;
	input.defines = e->walked.defines.data;
	rc = csa_load(&e->project, &input, notes, err);
	for (uint32_t i = 0; i < e->project.files.count; i++) {
		if (csa_source_is_header(e->project.files.items[i].path))
			e->project.files.items[i].is_source = false;
	}
	return rc;
}

static int find_roots(struct explore *e, struct csa_err *err)
{
	int rc = csa_find_func(&e->graph, e->in->function, &e->roots, err);

	if (rc == 0 && e->roots.count == 0)
		return csa_fail(err, CSA_E_ABSENT, "no function is named '%s' in %u file(s)",
				e->in->function, e->project.files.count);
	return rc;
}

/* The tree passes over what the compiler writes; the list, which is the selection, has it. */
static bool is_shown(const struct explore *e, uint32_t node)
{
	return def_of(e, node)->kind == CSA_DEF_FUNCTION &&
	       (e->in->is_list || !(def_of(e, node)->flags & CSA_DEF_IMPLIED));
}

/* The nearest function above; macros and variables between are passed over. */
static uint32_t parent_function(const struct explore *e, uint32_t node)
{
	uint32_t parent = e->reach.parent[node];

	while (parent != CSA_NO_INDEX && !is_shown(e, parent))
		parent = e->reach.parent[parent];
	return parent;
}

struct children {
	uint32_t *first; /* by node */
	uint32_t *next;  /* by node */
};

/* Links every function below its parent; walking order backwards keeps the nearest first. */
static bool link_children(const struct explore *e, struct children *children)
{
	size_t size = ((size_t)e->project.defs.count + 1) * sizeof(*children->first);

	children->first = malloc(size);
	children->next = malloc(size);
	if (!children->first || !children->next)
		return false;
	memset(children->first, 0xff, size);
	memset(children->next, 0xff, size);
	for (uint32_t i = e->reach.count; i-- > 0;) {
		uint32_t node = e->reach.order[i];
		uint32_t parent = parent_function(e, node);

		if (parent == CSA_NO_INDEX || !is_shown(e, node))
			continue;
		children->next[node] = children->first[parent];
		children->first[parent] = node;
	}
	return true;
}

static void print_line(const struct explore *e, uint32_t node)
{
	for (uint32_t i = 0; i < e->reach.depth[node] && i < INDENT_MAX; i++)
		csa_buf_add_str(e->out, "  ");
	csa_buf_add_str(e->out, csa_project_name(&e->project, def_of(e, node)->name));
	csa_buf_add_str(e->out, "  ");
	add_place(e, node);
	csa_buf_add_char(e->out, '\n');
}

/* Down first, then to the side, then up: no recursion, the chain may be 100 000 calls deep. */
static void print_below(const struct explore *e, const struct children *children, uint32_t root)
{
	uint32_t node = root;

	for (;;) {
		print_line(e, node);
		if (children->first[node] != CSA_NO_INDEX) {
			node = children->first[node];
			continue;
		}
		while (node != root && children->next[node] == CSA_NO_INDEX)
			node = parent_function(e, node);
		if (node == root)
			return;
		node = children->next[node];
	}
}

static int print_tree(const struct explore *e, struct csa_err *err)
{
	struct children children = { 0 };
	int rc = 0;

	if (link_children(e, &children)) {
		for (uint32_t i = 0; i < e->roots.count; i++)
			print_below(e, &children, e->roots.items[i]);
	} else {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	}
	free(children.first);
	free(children.next);
	return rc;
}

static void print_list(const struct explore *e)
{
	for (uint32_t node = 0; node < e->project.defs.count; node++) {
		if (e->reach.depth[node] == CSA_DEPTH_NONE || !is_shown(e, node))
			continue;
		add_place(e, node);
		csa_buf_add_fmt(e->out, ": %s\n",
				csa_project_name(&e->project, def_of(e, node)->name));
	}
}

/* Functions that threads begin with, among what was reached. */
static int print_threads(const struct explore *e, struct csa_err *err)
{
	size_t size = ((size_t)e->project.defs.count + 1) * sizeof(const struct csa_thread_start *);
	const struct csa_thread_start **starts = malloc(size);

	if (!starts || !csa_thread_roots(&e->graph, starts)) {
		free(starts);
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	}
	for (uint32_t node = 0; node < e->project.defs.count; node++) {
		if (!starts[node] || (e->in->function && e->reach.depth[node] == CSA_DEPTH_NONE))
			continue;
		add_place(e, node);
		csa_buf_add_fmt(e->out, ": %s (%s)\n",
				csa_project_name(&e->project, def_of(e, node)->name),
				starts[node]->name);
	}
	free(starts);
	return 0;
}

static const char *kind_text(const struct csa_def *def)
{
	static const char *const texts[] = { [CSA_DEF_FUNCTION] = "",
					     [CSA_DEF_MACRO] = " (macro)",
					     [CSA_DEF_VARIABLE] = " (variable)",
					     [CSA_DEF_FIELD] = " (pointer)",
					     [CSA_DEF_CLASS] = " (class)" };

	return texts[def->kind];
}

/* The path to @node, root first; parents are chained the other way round. */
static int print_path(const struct explore *e, uint32_t node, struct csa_err *err)
{
	uint32_t *path = malloc(((size_t)e->reach.count + 1) * sizeof(*path));
	uint32_t count = 0;

	if (!path)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	for (; node != CSA_NO_INDEX; node = e->reach.parent[node])
		path[count++] = node;
	while (count-- > 0) {
		csa_buf_add_fmt(e->out, "%s%s  ",
				csa_project_name(&e->project, def_of(e, path[count])->name),
				kind_text(def_of(e, path[count])));
		add_place(e, path[count]);
		csa_buf_add_char(e->out, '\n');
	}
	free(path);
	return 0;
}

static int print_why(const struct explore *e, struct csa_err *err)
{
	struct csa_found goals = { 0 };
	uint32_t best = CSA_NO_INDEX;
	int rc = csa_find_func(&e->graph, e->in->why, &goals, err);

	for (uint32_t i = 0; i < goals.count; i++) {
		uint32_t depth = e->reach.depth[goals.items[i]];

		if (depth != CSA_DEPTH_NONE &&
		    (best == CSA_NO_INDEX || depth < e->reach.depth[best]))
			best = goals.items[i];
	}
	if (rc == 0 && goals.count == 0)
		rc = csa_fail(err, CSA_E_ABSENT, "no function is named '%s' in %u file(s)",
			      e->in->why, e->project.files.count);
	free(goals.items);
	if (rc < 0)
		return rc;
	if (best != CSA_NO_INDEX)
		return print_path(e, best, err);
	csa_buf_add_fmt(e->out, "%s is not reached from %s\n", e->in->why, e->in->function);
	return 1;
}

static int answer(struct explore *e, struct csa_buf *notes, struct csa_err *err)
{
	int rc = load_files(e, notes, err);

	if (rc == 0)
		rc = csa_graph_build(&e->graph, &e->project, err);
	if (rc == 0 && e->in->function)
		rc = find_roots(e, err);
	if (rc == 0)
		rc = csa_reach_init(&e->reach, &e->graph, err);
	if (rc < 0)
		return rc;
	rc = csa_reach_walk(&e->reach, &e->graph, e->roots.items, e->roots.count, e->in->depth,
			    err);
	if (rc == 0 && e->in->why)
		rc = print_why(e, err);
	else if (rc == 0 && e->in->is_threads)
		rc = print_threads(e, err);
	else if (rc == 0 && e->in->is_list)
		print_list(e);
	else if (rc == 0)
		rc = print_tree(e, err);
	return rc < 0 || !e->out->failed ? rc : csa_fail(err, CSA_E_NOMEM, "out of memory");
}

int csa_explore(const struct csa_explore_input *input, struct csa_buf *out, struct csa_buf *notes,
		struct csa_err *err)
{
	struct explore *e = calloc(1, sizeof(*e));
	int rc;

	if (!e)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	e->in = input;
	e->out = out;
	if (!getcwd(e->cwd, sizeof(e->cwd)))
		e->cwd[0] = '\0';
	csa_project_init(&e->project);
	rc = answer(e, notes, err);
	csa_walked_release(&e->walked);
	csa_reach_release(&e->reach);
	csa_graph_release(&e->graph);
	csa_project_release(&e->project);
	free(e->roots.items);
	free(e);
	return rc;
}
