/* SPDX-License-Identifier: MIT */
#include "find_func.h"

#include <string.h>

#include "buf.h"
#include "glob.h"
#include "vec.h"

#define ANONYMOUS "(anonymous namespace)::"

/* Our spelling of an operator: no blank before punctuation, one before a literal's suffix. */
static void normal_pattern(struct csa_buf *out, const char *pattern)
{
	const char *word = strstr(pattern, "operator");
	const char *rest;

	if (!word) {
		csa_buf_add_str(out, pattern);
		return;
	}
	rest = word + 8;
	csa_buf_add(out, pattern, (size_t)(rest - pattern));
	while (*rest == ' ')
		rest++;
	if (rest > word + 8 &&
	    (*rest == '_' || (*rest >= 'a' && *rest <= 'z') || (*rest >= 'A' && *rest <= 'Z')))
		csa_buf_add_char(out, ' ');
	if (strncmp(rest, "\"\"", 2) == 0) {
		csa_buf_add_str(out, "\"\" ");
		rest += 2;
		while (*rest == ' ')
			rest++;
	}
	csa_buf_add_str(out, rest);
}

static bool matches_tail(const char *pattern, const char *name, bool is_glob)
{
	const char *next;

	if (pattern[0] == ':' && pattern[1] == ':')
		return is_glob ? csa_glob_name(pattern + 2, name) : strcmp(pattern + 2, name) == 0;
	for (;;) {
		if (is_glob ? csa_glob_name(pattern, name) : strcmp(pattern, name) == 0)
			return true;
		next = strstr(name, "::");
		if (!next)
			return false;
		name = next + 2;
	}
}

static bool matches(const char *pattern, const char *name, bool is_glob)
{
	const char *anonymous = strstr(name, ANONYMOUS);
	struct csa_buf shorter;
	bool found;

	if (matches_tail(pattern, name, is_glob))
		return true;
	if (!anonymous)
		return false;
	csa_buf_init(&shorter);
	while (anonymous) {
		csa_buf_add(&shorter, name, (size_t)(anonymous - name));
		name = anonymous + strlen(ANONYMOUS);
		anonymous = strstr(name, ANONYMOUS);
	}
	csa_buf_add_str(&shorter, name);
	found = !shorter.failed && matches_tail(pattern, shorter.data, is_glob);
	csa_buf_release(&shorter);
	return found;
}

/* The last component: behind the last "::" that is not part of a conversion's type. */
static const char *last_component(const char *pattern)
{
	const char *limit = strstr(pattern, "operator");
	const char *last = pattern;

	for (const char *at = strstr(pattern, "::"); at && (!limit || at < limit);
	     at = strstr(at + 2, "::"))
		last = at + 2;
	return last;
}

static int take_if_match(const struct csa_graph *graph, const char *pattern, bool is_glob,
			 uint32_t node, struct csa_found *found)
{
	const struct csa_def *def = &graph->project->defs.items[node];

	if (def->kind != CSA_DEF_FUNCTION || !csa_graph_is_node(graph, node) ||
	    !matches(pattern, csa_project_name(graph->project, def->name), is_glob))
		return 0;
	if (!CSA_VEC_ROOM(found, 1))
		return CSA_E_NOMEM;
	found->items[found->count++] = node;
	return 0;
}

int csa_find_func(const struct csa_graph *graph, const char *pattern, struct csa_found *found,
		  struct csa_err *err)
{
	const struct csa_project *project = graph->project;
	/* "operator*" and "operator[]" are names, not globs, when such a function exists. */
	bool is_glob = csa_glob_has_wildcard(pattern);
	struct csa_buf normal;
	const char *base;
	uint32_t id;
	int rc = 0;

	csa_buf_init(&normal);
	normal_pattern(&normal, pattern);
	base = last_component(normal.data);
	id = csa_names_find(&project->names, base, strlen(base));
	if (strncmp(base, "operator", 8) == 0 && id)
		is_glob = false;
	if (is_glob) {
		for (uint32_t i = 0; i < project->defs.count && rc == 0; i++)
			rc = take_if_match(graph, normal.data, true, i, found);
	} else if (id) {
		for (uint32_t i = graph->base_first[id]; i < graph->base_first[id + 1] && rc == 0;
		     i++)
			rc = take_if_match(graph, normal.data, false, graph->by_base[i], found);
	}
	if (normal.failed)
		rc = CSA_E_NOMEM;
	csa_buf_release(&normal);
	return rc < 0 ? csa_fail(err, rc, "out of memory while looking for '%.64s'", pattern) : 0;
}
