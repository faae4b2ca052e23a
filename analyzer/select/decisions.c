/* SPDX-License-Identifier: MIT */
#include "decisions.h"

#include <stdlib.h>
#include <string.h>

#include "path_text.h"
#include "unit_hooks.h"
#include "units.h"

/* One function, with what it is sorted by. */
struct row {
	const char *path;
	const char *name;
	uint32_t line;
	uint32_t reason;
	bool is_selected;
};

struct listing {
	const struct csa_decisions_input *in;
	const struct csa_project *project;
	struct csa_units units;
	struct csa_buf *out;
	uint32_t first;  /* target whose config and choice are shown */
	uint32_t *files; /* sources of the targets with that config */
	uint32_t *rules; /* of each: the line that keeps hooks out of its compilation; 0: none */
	uint32_t file_count;
	uint32_t *picked;   /* room for some of files */
	uint32_t *left_out; /* by file: likewise, of all compilations that see it */
	uint32_t target_count;
	struct row *rows;
	uint32_t row_count;
};

static const char *directive(enum csa_rule_kind kind)
{
	static const char *const words[] = {
		[CSA_RULE_INCLUDE] = "include",
		[CSA_RULE_EXCLUDE] = "exclude",
		[CSA_RULE_INCLUDE_FUNC] = "include-func",
		[CSA_RULE_EXCLUDE_FUNC] = "exclude-func",
		[CSA_RULE_EXCLUDE_SMALL] = "exclude-small",
		[CSA_RULE_INCLUDE_SYSTEM] = "include-system",
		[CSA_RULE_THREAD] = "thread",
	};

	return words[kind];
}

/* As it would have to be written: in quotes where it holds what ends a word. */
static void add_word(struct csa_buf *out, const char *word)
{
	bool is_quoted = word[0] == '#' || strpbrk(word, " \t\"") != NULL;

	csa_buf_add_str(out, is_quoted ? " \"" : " ");
	for (; *word; word++) {
		if (is_quoted && (*word == '"' || *word == '\\'))
			csa_buf_add_char(out, '\\');
		csa_buf_add_char(out, *word);
	}
	csa_buf_add_str(out, is_quoted ? "\"" : "");
}

static void print_rule(const struct listing *l, const struct csa_config *config,
		       const struct csa_rule *rule)
{
	csa_buf_add_fmt(l->out, "%s:%u  %s", csa_path_shown(config->path, l->in->folder),
			rule->line, directive(rule->kind));
	if (rule->text)
		add_word(l->out, rule->text);
	if ((rule->kind == CSA_RULE_INCLUDE_FUNC && rule->number != CSA_DEPTH_ALL) ||
	    rule->kind == CSA_RULE_EXCLUDE_SMALL)
		csa_buf_add_fmt(l->out, " %u", rule->number);
	if (rule->kind != CSA_RULE_INCLUDE_SYSTEM && rule->kind != CSA_RULE_THREAD)
		csa_buf_add_fmt(l->out, "  %u function%s", rule->functions,
				rule->functions == 1 ? "" : "s");
	csa_buf_add_char(l->out, '\n');
}

static bool is_shown(const struct csa_decisions_input *in, uint32_t target)
{
	const struct csa_plan_target *t = &in->build->plan.targets.items[target];

	/* Another plan of the build knows more of a target that this one does not write. */
	return t->selection[0] && (!in->target || strcmp(in->target, t->name) == 0);
}

/* The first line that leaves out a function of @file; 0: none does. */
static uint32_t first_rule(const struct listing *l, uint32_t file)
{
	const struct csa_choice *choice = &l->in->build->choices[l->first];
	uint32_t first = 0;

	for (uint32_t k = l->units.file_first[file]; k < l->units.file_first[file + 1]; k++) {
		uint32_t reason = choice->reasons[l->units.by_file[k]];

		if (reason != CSA_REASON_DEFAULT && reason != CSA_REASON_RESOLVER &&
		    (first == 0 || reason < first))
			first = reason;
	}
	return first;
}

/* The line that keeps hooks out of the compilation of @file; 0: there are some, or no line does. */
static uint32_t keeps_out(struct listing *l, uint32_t file)
{
	const struct csa_choice *choice = &l->in->build->choices[l->first];

	if (choice->excludes[file])
		return choice->excludes[file];
	csa_units_walk(&l->units, &file, 1);
	return csa_unit_has_hooks(&l->units, choice) ? 0 : first_rule(l, file);
}

/* A unity target is one compilation: is it hooked? */
static bool is_hooked_unity(struct listing *l, uint32_t target)
{
	const struct csa_build *build = l->in->build;
	uint32_t count = 0;

	if (!build->plan.targets.items[target].unity[0])
		return false;
	for (uint32_t k = 0; k < build->plan.sources.count; k++) {
		if (build->plan.sources.items[k].target == target)
			l->picked[count++] = build->source_files[k];
	}
	csa_units_walk(&l->units, l->picked, count);
	return csa_unit_has_hooks(&l->units, &build->choices[l->first]);
}

static void add_sources(struct listing *l, uint32_t target)
{
	const struct csa_build *build = l->in->build;
	bool is_unity = is_hooked_unity(l, target);

	for (uint32_t k = 0; k < build->plan.sources.count; k++) {
		const struct csa_plan_source *source = &build->plan.sources.items[k];
		uint32_t file = build->source_files[k];

		if (source->target != target)
			continue;
		l->files[l->file_count] = file;
		l->rules[l->file_count++] = is_unity && !source->rsp[0] ? 0 : keeps_out(l, file);
	}
}

/* "NAME, NAME" of the targets with the config, and their sources. */
static void add_targets(struct listing *l)
{
	const struct csa_build *build = l->in->build;

	l->file_count = 0;
	l->target_count = 0;
	for (uint32_t i = 0; i < build->plan.targets.count; i++) {
		if (build->first_alike[i] != l->first || !is_shown(l->in, i))
			continue;
		csa_buf_add_fmt(l->out, "%s%s", l->target_count++ ? ", " : "",
				build->plan.targets.items[i].name);
		add_sources(l, i);
	}
}

/*
 * A header that only sources without hooks include is compiled without hooks, whatever else is said of
 * it: it counts as named by the first of the lines that keep them out.
 */
static void find_left_out(struct listing *l, uint32_t rule_count)
{
	memset(l->left_out, 0xff, (size_t)l->project->files.count * sizeof(*l->left_out));
	for (uint32_t rule = 0; rule <= rule_count; rule++) {
		uint32_t count = 0;

		for (uint32_t i = 0; i < l->file_count; i++) {
			if (l->rules[i] == rule)
				l->picked[count++] = l->files[i];
		}
		csa_units_walk(&l->units, l->picked, count);
		for (uint32_t i = 0; i < l->units.file_count; i++) {
			uint32_t *slot = &l->left_out[l->units.files[i]];

			*slot = *slot == CSA_NO_INDEX ? rule : *slot;
		}
	}
}

static int by_place(const void *left, const void *right)
{
	const struct row *a = left;
	const struct row *b = right;
	int order = strcmp(a->path, b->path);

	if (order == 0)
		order = (a->line > b->line) - (a->line < b->line);
	return order ? order : strcmp(a->name, b->name);
}

static void collect(struct listing *l)
{
	const struct csa_units *units = &l->units;
	const struct csa_choice *choice = &l->in->build->choices[l->first];

	l->row_count = 0;
	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];

		for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
			uint32_t node = units->by_file[k];
			const struct csa_def *def = &l->project->defs.items[node];
			bool is_selected = choice->marks[node] & CSA_CHOICE_SELECTED;
			uint32_t left_out = is_selected ? l->left_out[file] : 0;

			if (def->flags & CSA_DEF_IMPLIED)
				continue;
			l->rows[l->row_count++] = (struct row){
				.path = l->project->files.items[file].path,
				.name = csa_project_name(l->project, def->name),
				.line = def->line,
				.reason = left_out ? left_out : choice->reasons[node],
				.is_selected = is_selected && !left_out,
			};
		}
	}
	qsort(l->rows, l->row_count, sizeof(*l->rows), by_place);
}

static void print_row(const struct listing *l, const struct row *row)
{
	const struct csa_config *config = csa_build_config(l->in->build, l->first);

	csa_buf_add_fmt(l->out, "%s  %s  %s:%u  by ", row->is_selected ? "selected" : "left out",
			row->name, csa_path_shown(row->path, l->in->folder), row->line);
	if (row->reason == CSA_REASON_RESOLVER)
		csa_buf_add_str(l->out, "ifunc\n");
	else if (row->reason == CSA_REASON_DEFAULT || !config)
		csa_buf_add_str(l->out, "default\n");
	else
		csa_buf_add_fmt(l->out, "%s:%u\n", csa_path_shown(config->path, l->in->folder),
				config->items[row->reason - 1].line);
}

static void print_block(struct listing *l)
{
	const struct csa_config *config = csa_build_config(l->in->build, l->first);
	size_t begin = l->out->length;
	uint32_t selected = 0;

	csa_buf_add_str(l->out, begin ? "\n" : "");
	csa_buf_add_fmt(l->out, "%s: ",
			config ? csa_path_shown(config->path, l->in->folder) : "no trace.config");
	add_targets(l);
	if (l->target_count == 0) {
		l->out->length = begin;
		if (l->out->capacity)
			l->out->data[begin] = '\0';
		return;
	}
	find_left_out(l, config ? config->count : 0);
	csa_units_walk(&l->units, l->files, l->file_count);
	collect(l);
	for (uint32_t i = 0; i < l->row_count; i++)
		selected += l->rows[i].is_selected;
	csa_buf_add_fmt(l->out, "; %u of %u functions selected\n", selected, l->row_count);
	for (uint32_t i = 0; config && i < config->count; i++)
		print_rule(l, config, &config->items[i]);
	for (uint32_t i = 0; i < l->row_count; i++) {
		if (!l->in->is_selected || l->rows[i].is_selected)
			print_row(l, &l->rows[i]);
	}
}

int csa_decisions_print(const struct csa_decisions_input *input, struct csa_buf *out,
			struct csa_err *err)
{
	const struct csa_build *build = input->build;
	size_t sources = (size_t)build->plan.sources.count + 1;
	size_t files = (size_t)build->project.files.count + 1;
	struct listing l = {
		.in = input,
		.project = &build->project,
		.out = out,
		.files = calloc(sources, sizeof(*l.files)),
		.rules = calloc(sources, sizeof(*l.rules)),
		.picked = calloc(sources, sizeof(*l.picked)),
		.left_out = calloc(files, sizeof(*l.left_out)),
		.rows = calloc((size_t)build->project.defs.count + 1, sizeof(*l.rows)),
	};
	int shown = 0;
	int rc = csa_units_init(&l.units, &build->graph, err);

	if (rc == 0 && (!l.files || !l.rules || !l.picked || !l.left_out || !l.rows))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the list of functions");
	for (uint32_t i = 0; i < build->plan.targets.count && rc == 0; i++) {
		if (build->first_alike[i] != i)
			continue;
		l.first = i;
		print_block(&l);
		shown += (int)l.target_count;
	}
	if (rc == 0 && out->failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the list of functions");
	csa_units_release(&l.units);
	free(l.files);
	free(l.rules);
	free(l.picked);
	free(l.left_out);
	free(l.rows);
	return rc < 0 ? rc : shown;
}
