/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#include "choose_resolvers.h"
#include "find_func.h"
#include "glob.h"
#include "path_text.h"

/* Rules are held as index + 1; 0: none. Of several the first one of the file counts. */
struct choosing {
	struct csa_choice *choice;
	const struct csa_graph *graph;
	const struct csa_project *project;
	struct csa_config *config; /* NULL: everything is selected */
	uint32_t *file_in;         /* by file */
	uint32_t *reached;         /* by node: below a function that include-func names */
	uint32_t *asked;           /* by node: include-func names it */
	uint32_t *out;             /* by node: exclude-func names it */
	uint32_t *functions_of;    /* by file: how many somebody wrote */
	uint8_t *resolvers;        /* by node */
};

static void set_first(uint32_t *slot, uint32_t rule)
{
	if (!*slot)
		*slot = rule;
}

static uint32_t number_of(const struct choosing *c, const struct csa_rule *rule)
{
	return (uint32_t)(rule - c->config->items) + 1;
}

/* Is "." or ".." the first component? */
static bool begins_with_dots(const char *text)
{
	size_t length = strcspn(text, "/");

	return length > 0 && length <= 2 && strspn(text, ".") == length;
}

/* ".", "./x" and "../x" are meant from the folder of the config. */
static void absolute_pattern(const struct csa_config *config, const char *text, struct csa_buf *out)
{
	size_t length = strlen(text);

	if (!begins_with_dots(text)) {
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

/* Is it a function that stands in a source, and not one that the compiler writes? */
static bool is_written(const struct choosing *c, uint32_t node)
{
	const struct csa_def *def = &c->project->defs.items[node];

	return def->kind == CSA_DEF_FUNCTION && csa_graph_is_node(c->graph, node) &&
	       !(def->flags & CSA_DEF_IMPLIED);
}

static void match_files(struct choosing *c, struct csa_rule *rule, const char *pattern,
			bool is_wide)
{
	uint32_t *rules = rule->kind == CSA_RULE_INCLUDE ? c->file_in : c->choice->excludes;

	for (uint32_t i = 0; i < c->project->files.count; i++) {
		const char *path = c->project->files.items[i].path;

		if (!csa_glob_path(pattern, path, root_length(c->config, path, is_wide)))
			continue;
		set_first(&rules[i], number_of(c, rule));
		rule->hits++;
		rule->functions += c->functions_of[i];
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
		for (uint32_t i = 0; i < reach->count && rc == 0; i++) {
			set_first(&c->reached[reach->order[i]], number_of(c, rule));
			rule->functions += is_written(c, reach->order[i]);
		}
		for (uint32_t i = 0; i < roots.count; i++)
			set_first(&c->asked[roots.items[i]], number_of(c, rule));
	}
	free(roots.items);
	return rc;
}

static int apply_exclude_func(struct choosing *c, struct csa_rule *rule, struct csa_err *err)
{
	struct csa_found found = { 0 };
	int rc = csa_find_func(c->graph, rule->text, &found, err);

	rule->hits = found.count;
	for (uint32_t i = 0; i < found.count; i++) {
		set_first(&c->out[found.items[i]], number_of(c, rule));
		rule->functions += is_written(c, found.items[i]);
	}
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
	uint32_t limit = c->config->items[c->config->small_rule - 1].number;

	for (; node != CSA_NO_INDEX; node = c->graph->next_same[node]) {
		const struct csa_def *def = &c->project->defs.items[node];

		if (def->end_line - def->line + 1 >= limit ||
		    (def->flags & (CSA_DEF_LOOP | CSA_DEF_TAGGED)))
			return false;
	}
	return true;
}

/* The node of the function around a lambda; the node itself where there is none. */
static uint32_t outermost(const struct choosing *c, uint32_t node)
{
	uint32_t around = csa_project_around(c->project, node);

	if (c->project->defs.items[around].kind != CSA_DEF_FUNCTION)
		return node;
	return c->graph->node[around];
}

struct decision {
	bool is_selected;
	uint32_t reason;
};

/* What an exclude says; 0: nothing. A rule that names the lambda goes before one for its function. */
static uint32_t excluded_by(struct choosing *c, uint32_t node, uint32_t around)
{
	uint32_t small = c->config ? c->config->small_rule : 0;
	uint32_t file_out = c->choice->excludes[c->project->defs.items[node].file];

	if (c->out[node] && (!file_out || c->out[node] < file_out))
		return c->out[node];
	if (file_out)
		return file_out;
	if (node != around && c->asked[node])
		return 0;
	if (c->out[around])
		return c->out[around];
	if (!small || !is_small(c, around))
		return 0;
	c->config->items[small - 1].functions += is_written(c, node);
	return small;
}

static struct decision decide(struct choosing *c, uint32_t node)
{
	uint32_t around = outermost(c, node);
	uint32_t file_in = c->file_in[c->project->defs.items[node].file];
	uint32_t reason = excluded_by(c, node, around);

	if (reason)
		return (struct decision){ false, reason };
	reason = c->reached[node] ? c->reached[node] : c->reached[around];
	if (c->asked[node])
		reason = c->asked[node];
	else if (file_in && (!reason || file_in < reason))
		reason = file_in;
	if (reason)
		return (struct decision){ true, reason };
	return (struct decision){ csa_config_selects_all(c->config), CSA_REASON_DEFAULT };
}

/* The last word: a resolver that a rule or nobody leaves out anyway needs no other reason. */
static struct decision decide_with_resolvers(struct choosing *c, uint32_t node)
{
	struct decision decision = decide(c, node);

	if (decision.is_selected && c->resolvers[node])
		return (struct decision){ false, CSA_REASON_RESOLVER };
	return decision;
}

static void mark_node(struct choosing *c, uint32_t node)
{
	const struct csa_def *def = &c->project->defs.items[node];
	struct decision decision;

	if (def->kind != CSA_DEF_FUNCTION || !csa_graph_is_node(c->graph, node))
		return;
	decision = decide_with_resolvers(c, node);
	c->choice->reasons[node] = decision.reason;
	if (!decision.is_selected)
		return;
	c->choice->marks[node] = CSA_CHOICE_SELECTED;
	if (c->file_in[def->file] || c->asked[outermost(c, node)] || c->asked[node])
		c->choice->marks[node] |= CSA_CHOICE_ASKED;
}

static void mark_file(struct choosing *c, uint32_t file)
{
	c->choice->is_open[file] = !c->choice->excludes[file] &&
				   (csa_config_selects_all(c->config) || c->file_in[file]);
}

static bool make_room(struct choosing *c)
{
	size_t files = (size_t)c->project->files.count + 1;
	size_t defs = (size_t)c->project->defs.count + 1;

	c->file_in = calloc(files, sizeof(*c->file_in));
	c->functions_of = calloc(files, sizeof(*c->functions_of));
	c->reached = calloc(defs, sizeof(*c->reached));
	c->asked = calloc(defs, sizeof(*c->asked));
	c->out = calloc(defs, sizeof(*c->out));
	c->resolvers = calloc(defs, 1);
	c->choice->marks = calloc(defs, 1);
	c->choice->reasons = calloc(defs, sizeof(*c->choice->reasons));
	c->choice->excludes = calloc(files, sizeof(*c->choice->excludes));
	c->choice->is_open = calloc(files, 1);
	return c->file_in && c->functions_of && c->reached && c->asked && c->out && c->resolvers &&
	       c->choice->marks && c->choice->reasons && c->choice->excludes && c->choice->is_open;
}

static void release_room(struct choosing *c)
{
	free(c->file_in);
	free(c->functions_of);
	free(c->reached);
	free(c->asked);
	free(c->out);
	free(c->resolvers);
}

int csa_choose(struct csa_choice *choice, const struct csa_graph *graph, struct csa_config *config,
	       struct csa_err *err)
{
	struct choosing c = {
		.choice = choice, .graph = graph, .project = graph->project, .config = config
	};
	int rc = 0;

	if (!make_room(&c)) {
		release_room(&c);
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
	}
	for (uint32_t i = 0; i < c.project->defs.count; i++)
		c.functions_of[c.project->defs.items[i].file] += is_written(&c, i);
	rc = csa_choose_resolvers(graph, c.resolvers, err);
	if (rc == 0 && config)
		rc = apply_rules(&c, err);
	for (uint32_t i = 0; i < c.project->defs.count && rc == 0; i++)
		mark_node(&c, i);
	for (uint32_t i = 0; i < c.project->files.count && rc == 0; i++)
		mark_file(&c, i);
	release_room(&c);
	return rc;
}

void csa_choice_release(struct csa_choice *choice)
{
	free(choice->marks);
	free(choice->reasons);
	free(choice->excludes);
	free(choice->is_open);
	*choice = (struct csa_choice){ 0 };
}

void csa_choose_warn(const struct csa_config *config, struct csa_buf *notes)
{
	for (uint32_t i = 0; i < config->count; i++) {
		const struct csa_rule *rule = &config->items[i];

		if (rule->hits > 0)
			continue;
		if (rule->kind == CSA_RULE_INCLUDE || rule->kind == CSA_RULE_EXCLUDE)
			csa_buf_add_fmt(notes, "%s:%u: warning: '%.200s' matches no file\n",
					config->path, rule->line, rule->text);
		else if (rule->kind == CSA_RULE_INCLUDE_FUNC || rule->kind == CSA_RULE_EXCLUDE_FUNC)
			csa_buf_add_fmt(notes, "%s:%u: warning: no function is named '%.200s'\n",
					config->path, rule->line, rule->text);
	}
}

void csa_choose_note_resolvers(const struct csa_choice *choice, const struct csa_graph *graph,
			       struct csa_buf *notes)
{
	const struct csa_project *project = graph->project;

	for (uint32_t i = 0; i < project->defs.count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if (choice->reasons[i] == CSA_REASON_RESOLVER)
			csa_buf_add_fmt(
				notes,
				"%s:%u: notice: '%s' runs while the program is loaded (ifunc), "
				"where hooks cannot: left out\n",
				project->files.items[def->file].path, def->line,
				csa_project_name(project, def->name));
	}
}
