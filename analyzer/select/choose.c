/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#include "find_func.h"
#include "glob.h"
#include "path_text.h"

struct choosing {
	struct csa_choice *choice;
	const struct csa_graph *graph;
	const struct csa_project *project;
	struct csa_config *config;
	uint8_t *file_in;  /* by file */
	uint8_t *file_out; /* by file */
	uint8_t *reached;  /* by node */
	uint8_t *asked;    /* by node */
	uint8_t *out;      /* by node */
};

/* "./x" and "../x" are meant from the folder of the config. */
static void absolute_pattern(const struct csa_config *config, const char *text, struct csa_buf *out)
{
	size_t length = strlen(text);

	if (text[0] != '.' || (text[1] != '/' && strncmp(text, "../", 3) != 0)) {
		csa_buf_add_str(out, text);
		return;
	}
	csa_path_normal(out, config->path, csa_path_folder_length(config->path), text);
	if (text[length - 1] == '/')
		csa_buf_add_char(out, '/');
}

/* The top folder, as a file and the config see it: the nearest one above both. */
static size_t root_length(const struct csa_config *config, const char *path, bool is_wide)
{
	size_t length =
		csa_path_common_length(config->path, csa_path_folder_length(config->path), path);

	while (is_wide && length > 0 && path[--length] != '/')
		;
	return length;
}

static void match_files(struct choosing *c, struct csa_rule *rule, const char *pattern,
			bool is_wide)
{
	uint8_t *marks = rule->kind == CSA_RULE_INCLUDE ? c->file_in : c->file_out;

	for (uint32_t i = 0; i < c->project->files.count; i++) {
		const char *path = c->project->files.items[i].path;

		if (!csa_glob_path(pattern, path, root_length(c->config, path, is_wide)))
			continue;
		marks[i] = 1;
		rule->hits++;
	}
}

static int apply_file_rule(struct choosing *c, struct csa_rule *rule, struct csa_err *err)
{
	struct csa_buf pattern;
	int rc = 0;

	csa_buf_init(&pattern);
	absolute_pattern(c->config, rule->text, &pattern);
	if (pattern.failed) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	} else {
		match_files(c, rule, pattern.data, false);
		/* "include src" in a project whose top folder is src itself means all of it. */
		if (rule->hits == 0 && rule->kind == CSA_RULE_INCLUDE)
			match_files(c, rule, pattern.data, true);
	}
	csa_buf_release(&pattern);
	return rc;
}

static int apply_include_func(struct choosing *c, struct csa_rule *rule, struct csa_reach *reach,
			      struct csa_err *err)
{
	struct csa_found roots = { 0 };
	int rc = csa_find_func(c->graph, rule->text, &roots, err);

	rule->hits = roots.count;
	if (rc == 0 && roots.count > 0) {
		rc = csa_reach_walk(reach, c->graph, roots.items, roots.count, rule->number, err);
		for (uint32_t i = 0; i < reach->count && rc == 0; i++)
			c->reached[reach->order[i]] = 1;
		for (uint32_t i = 0; i < roots.count; i++)
			c->asked[roots.items[i]] = 1;
	}
	free(roots.items);
	return rc;
}

static int apply_exclude_func(struct choosing *c, struct csa_rule *rule, struct csa_err *err)
{
	struct csa_found found = { 0 };
	int rc = csa_find_func(c->graph, rule->text, &found, err);

	rule->hits = found.count;
	for (uint32_t i = 0; i < found.count; i++)
		c->out[found.items[i]] = 1;
	free(found.items);
	return rc;
}

static int apply_rules(struct choosing *c, struct csa_err *err)
{
	struct csa_reach reach = { 0 };
	int rc = 0;

	if (c->config->has_include_func)
		rc = csa_reach_init(&reach, c->graph, err);
	for (uint32_t i = 0; i < c->config->count && rc == 0; i++) {
		struct csa_rule *rule = &c->config->items[i];

		if (rule->kind == CSA_RULE_INCLUDE || rule->kind == CSA_RULE_EXCLUDE)
			rc = apply_file_rule(c, rule, err);
		else if (rule->kind == CSA_RULE_INCLUDE_FUNC)
			rc = apply_include_func(c, rule, &reach, err);
		else if (rule->kind == CSA_RULE_EXCLUDE_FUNC)
			rc = apply_exclude_func(c, rule, err);
	}
	csa_reach_release(&reach);
	return rc;
}

/* Every overload and variant of a node has to be small. */
static bool is_small(const struct choosing *c, uint32_t node)
{
	uint32_t limit = c->config ? c->config->small_lines : 0;

	for (; node != CSA_NO_INDEX; node = c->graph->next_same[node]) {
		const struct csa_def *def = &c->project->defs.items[node];

		if (def->end_line - def->line + 1 >= limit ||
		    (def->flags & (CSA_DEF_LOOP | CSA_DEF_TAGGED)))
			return false;
	}
	return true;
}

static bool selects_all(const struct csa_config *config)
{
	return !config || (!config->has_include && !config->has_include_func);
}

static void decide(struct choosing *c, uint32_t node)
{
	const struct csa_def *def = &c->project->defs.items[node];
	bool selected = selects_all(c->config);

	if (def->kind != CSA_DEF_FUNCTION || !csa_graph_is_node(c->graph, node))
		return;
	selected = selected || c->file_in[def->file] || c->reached[node];
	if (c->file_out[def->file] || c->out[node] || is_small(c, node))
		selected = false;
	if (selected)
		c->choice->marks[node] = CSA_CHOICE_SELECTED;
	if (selected && (c->file_in[def->file] || c->asked[node]))
		c->choice->marks[node] |= CSA_CHOICE_ASKED;
}

static void mark_file(struct choosing *c, uint32_t file)
{
	if (c->file_out[file])
		c->choice->file_marks[file] = CSA_FILE_EXCLUDED;
	else if (selects_all(c->config) || c->file_in[file])
		c->choice->file_marks[file] = CSA_FILE_OPEN;
}

int csa_choose(struct csa_choice *choice, const struct csa_graph *graph, struct csa_config *config,
	       struct csa_err *err)
{
	const struct csa_project *project = graph->project;
	size_t files = (size_t)project->files.count + 1;
	size_t defs = (size_t)project->defs.count + 1;
	struct choosing c = { .choice = choice,
			      .graph = graph,
			      .project = project,
			      .config = config,
			      .file_in = calloc(files, 1),
			      .file_out = calloc(files, 1),
			      .reached = calloc(defs, 1),
			      .asked = calloc(defs, 1),
			      .out = calloc(defs, 1) };
	int rc = 0;

	choice->marks = calloc(defs, 1);
	choice->file_marks = calloc(files, 1);
	if (!c.file_in || !c.file_out || !c.reached || !c.asked || !c.out || !choice->marks ||
	    !choice->file_marks) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
		goto out;
	}
	if (config)
		rc = apply_rules(&c, err);
	if (rc < 0)
		goto out;
	for (uint32_t i = 0; i < project->defs.count; i++)
		decide(&c, i);
	for (uint32_t i = 0; i < project->files.count; i++)
		mark_file(&c, i);
out:
	free(c.file_in);
	free(c.file_out);
	free(c.reached);
	free(c.asked);
	free(c.out);
	return rc;
}

void csa_choice_release(struct csa_choice *choice)
{
	free(choice->marks);
	free(choice->file_marks);
	*choice = (struct csa_choice){ 0 };
}

void csa_choose_warn(const struct csa_config *config, struct csa_buf *notes)
{
	for (uint32_t i = 0; i < config->count; i++) {
		const struct csa_rule *rule = &config->items[i];

		if (rule->hits > 0)
			continue;
		if (rule->kind == CSA_RULE_INCLUDE || rule->kind == CSA_RULE_EXCLUDE)
			csa_buf_add_fmt(notes, "%s:%u: warning: '%s' matches no file\n",
					config->path, rule->line, rule->text);
		else if (rule->kind == CSA_RULE_INCLUDE_FUNC || rule->kind == CSA_RULE_EXCLUDE_FUNC)
			csa_buf_add_fmt(notes, "%s:%u: warning: no function is named '%s'\n",
					config->path, rule->line, rule->text);
	}
}
