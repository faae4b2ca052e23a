/* SPDX-License-Identifier: MIT */
#include "emit_state.h"

#include <stdlib.h>
#include <string.h>

#include "file_text.h"

/* A function or a file, to be sorted: the order must not depend on that of the sources. */
struct entry {
	const char *name; /* path of a file */
	uint32_t node;    /* index of a file */
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* Bytes of a lambda's name in front of its number; 0: it is no lambda. */
static size_t lambda_stem(const struct csa_emit *emit, const struct entry *entry)
{
	const char *part;

	if (!(emit->project->defs.items[entry->node].flags & CSA_DEF_IS_LAMBDA))
		return 0;
	part = strstr(entry->name, "{lambda#");
	return part ? (size_t)(part - entry->name) : 0;
}

/* The lambdas of one function that begin at @at, sorted by name: how many, and whether they differ. */
static uint32_t count_lambdas(const struct csa_emit *emit, uint32_t target, const struct entry *at,
			      const struct entry *end, bool *differ)
{
	size_t stem = lambda_stem(emit, at);
	uint32_t count = 1;

	*differ = false;
	for (; stem && at + count < end; count++) {
		if (lambda_stem(emit, &at[count]) != stem ||
		    strncmp(at->name, at[count].name, stem) != 0)
			break;
		*differ = *differ || csa_emit_is_selected(emit, target, at->node) !=
					     csa_emit_is_selected(emit, target, at[count].node);
	}
	return count;
}

static void add_name(const struct csa_emit *emit, uint32_t target, const struct entry *entry,
		     bool has_line, struct csa_buf *text)
{
	const char *sign = csa_emit_is_selected(emit, target, entry->node) ? "+" : "-";
	const struct csa_def *def = &emit->project->defs.items[entry->node];

	if (strpbrk(entry->name, "\t\n"))
		return;
	if (!has_line) {
		/* Not by format: there are a hundred thousand of them. */
		csa_buf_add_str(text, sign);
		csa_buf_add_char(text, '\t');
		csa_buf_add_str(text, entry->name);
		csa_buf_add_str(text, def->flags & CSA_DEF_IMPLIED ? "\t0\n" : "\n");
		return;
	}
	/* Overloads share the node; each has lambdas of its own. */
	for (uint32_t d = entry->node; d != CSA_NO_INDEX; d = emit->in->graph->next_same[d])
		csa_buf_add_fmt(text, "%s\t%s\t%u\n", sign, entry->name,
				emit->project->defs.items[d].line);
}

static bool is_plain(const char *name)
{
	return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789_:~")] == '\0';
}

/*
 * Excluded names that no text of the sources has: a macro of the command line may make the function,
 * which must not be seen all the same.
 */
static void add_unknown(const struct csa_config *config, struct csa_buf *text)
{
	for (uint32_t i = 0; config && i < config->count; i++) {
		const struct csa_rule *rule = &config->items[i];
		const char *name = rule->text;

		if (rule->kind != CSA_RULE_EXCLUDE_FUNC || rule->hits > 0 || !is_plain(name))
			continue;
		name += strncmp(name, "::", 2) == 0 ? 2 : 0;
		if (*name)
			csa_buf_add_fmt(text, "-\t%s\t0\n", name);
	}
}

static void add_file(const struct csa_emit *emit, uint32_t target, uint32_t file,
		     struct entry *entries, struct csa_buf *text)
{
	const struct csa_units *units = &emit->units;
	const struct csa_choice *choice = &emit->in->choices[target];
	uint32_t count = 0;

	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		uint32_t node = units->by_file[k];
		uint32_t name = emit->project->defs.items[node].name;

		entries[count++] = (struct entry){ csa_project_name(emit->project, name), node };
	}
	if (!count && !emit->project->files.items[file].is_source)
		return;
	qsort(entries, count, sizeof(*entries), by_name);
	csa_buf_add_fmt(text, "file\t%s\t%s\n", emit->project->files.items[file].path,
			choice->is_open[file] ? "keep" : "drop");
	add_unknown(emit->in->configs[target], text);
	for (uint32_t i = 0; i < count;) {
		bool differ;
		uint32_t end =
			i + count_lambdas(emit, target, &entries[i], entries + count, &differ);

		for (; i < end; i++)
			add_name(emit, target, &entries[i], differ, text);
	}
}

static void add_all(struct csa_emit *emit, uint32_t target, struct entry *files,
		    struct entry *entries, struct csa_buf *text)
{
	const struct csa_units *units = &emit->units;
	uint32_t count = 0;

	csa_buf_add_fmt(text, "callsight-selection\t2\ntarget\t%s\nsystem\t%s\n",
			emit->in->plan->targets.items[target].name,
			csa_emit_keeps_system(emit, target) ? "in" : "out");
	csa_emit_system_folders(emit, text);
	csa_buf_add_fmt(text, "rest\t%s\n",
			csa_config_selects_all(emit->in->configs[target]) ? "keep" : "drop");
	for (uint32_t i = 0; i < units->file_count; i++) {
		const char *path = emit->project->files.items[units->files[i]].path;

		if (!strpbrk(path, "\t\n"))
			files[count++] = (struct entry){ path, units->files[i] };
	}
	qsort(files, count, sizeof(*files), by_name);
	for (uint32_t i = 0; i < count; i++)
		add_file(emit, target, files[i].node, entries, text);
}

int csa_emit_selection(struct csa_emit *emit, uint32_t target, struct csa_err *err)
{
	size_t defs = (size_t)emit->project->defs.count + 1;
	size_t count = (size_t)emit->project->files.count + 1;
	struct entry *entries = malloc(defs * sizeof(*entries));
	struct entry *files = malloc(count * sizeof(*files));
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	if (entries && files)
		rc = csa_emit_walk_target(emit, target, err);
	else
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
	if (rc == 0 && entries && files) {
		add_all(emit, target, files, entries, &text);
		rc = csa_file_text_keep(emit->in->plan->targets.items[target].selection, &text,
					err);
	}
	csa_buf_release(&text);
	free(entries);
	free(files);
	return rc < 0 ? rc : 0;
}
