/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fts, qsort_r */
#include "cmd_scan_linked.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "select/path_text.h"
#include "select/units.h"

/* A file of the project with what the linked file has of it. */
struct source {
	bool is_shown;
	bool has_hooks;
};

struct comparing {
	const struct csa_scan_linked_input *in;
	const struct csa_project *project;
	struct csa_units units;
	struct csa_buf *out;
	struct csa_linked_hook **by_name; /* hooks, sorted */
	size_t count;
	struct source *sources; /* by file */
	uint8_t *is_seen;       /* by node: a hook is its */
	uint32_t *files;        /* sources of one target */
};

static int by_name(const void *left, const void *right)
{
	struct csa_linked_hook *const *a = left;
	struct csa_linked_hook *const *b = right;

	return strcmp((*a)->name, (*b)->name);
}

/* Does one path end in the other, at a '/'? Debug information may name the tail only. */
static bool is_same_file(const char *a, const char *b)
{
	size_t a_length = strlen(a);
	size_t b_length = strlen(b);
	const char *tail = a_length < b_length ? a : b;
	const char *path = a_length < b_length ? b : a;
	size_t skip = strlen(path) - strlen(tail);

	return strcmp(path + skip, tail) == 0 && (skip == 0 || path[skip - 1] == '/');
}

static bool may_be(const struct csa_linked_hook *hook, const char *path)
{
	if (hook->file)
		return is_same_file(hook->file, path);
	return !hook->unit || is_same_file(hook->unit, path) ||
	       csa_path_folder_length(hook->unit) != 0;
}

/* Of a lambda's name the part in front: "f::{lambda(int)#1}::operator()" is one of f. */
static size_t stem_length(const char *name)
{
	const char *gnu = strstr(name, "::{lambda");
	const char *clang = strstr(name, "::$_");
	const char *end = gnu && (!clang || gnu < clang) ? gnu : clang;

	return end ? (size_t)(end - name) : strlen(name);
}

static bool is_lambda_hook(const struct comparing *c, const struct csa_linked_hook *hook,
			   uint32_t node)
{
	const struct csa_def *def = &c->project->defs.items[node];
	const char *name = csa_project_name(c->project, def->name);
	size_t stem = stem_length(name);

	return (!hook->line || hook->line == def->line) &&
	       hook->name[stem_length(hook->name)] != '\0' && stem_length(hook->name) == stem &&
	       strncmp(hook->name, name, stem) == 0;
}

/* The hooks of a name, in by_name. */
static struct csa_linked_hook **find(const struct comparing *c, const char *name)
{
	size_t low = 0;
	size_t high = c->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(c->by_name[middle]->name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return &c->by_name[low];
}

/* Notes the hooks of a function. Return: were there any? */
static bool take_hooks(const struct comparing *c, uint32_t node)
{
	const struct csa_def *def = &c->project->defs.items[node];
	const char *path = c->project->files.items[def->file].path;
	const char *name = csa_project_name(c->project, def->name);
	bool is_lambda = def->flags & CSA_DEF_IS_LAMBDA;
	struct csa_linked_hook **at = is_lambda ? c->by_name : find(c, name);
	bool is_found = false;

	for (; at < c->by_name + c->count; at++) {
		if (!is_lambda && strcmp((*at)->name, name) != 0)
			break;
		if ((is_lambda && !is_lambda_hook(c, *at, node)) || !may_be(*at, path))
			continue;
		(*at)->is_known = true;
		is_found = true;
	}
	return is_found;
}

/* What kept the compiler from emitting it, as far as its text says. */
static const char *reason(const struct csa_def *def, bool is_header)
{
	if (def->flags & CSA_DEF_CONDITIONAL)
		return "in a branch of #if, perhaps not compiled";
	if (def->flags & CSA_DEF_NAMED_CAPS)
		return "perhaps the name of a macro, which gives the function another one";
	if (is_header)
		return "not used by what was compiled with hooks, or inlined away";
	if (def->flags & CSA_DEF_STATIC)
		return "not used, or inlined away";
	return "not compiled, inlined away, or it has an attribute against hooks";
}

static bool is_selected(const struct comparing *c, uint32_t target, uint32_t node)
{
	const struct csa_build *build = c->in->build;

	return build->choices[build->first_alike[target]].marks[node] & CSA_CHOICE_SELECTED &&
	       !(c->project->defs.items[node].flags & CSA_DEF_IMPLIED);
}

static void look_at_file(struct comparing *c, uint32_t file)
{
	const struct csa_units *units = &c->units;

	if (c->sources[file].is_shown)
		return;
	c->sources[file].is_shown = true;
	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		c->is_seen[units->by_file[k]] = take_hooks(c, units->by_file[k]);
		c->sources[file].has_hooks |= c->is_seen[units->by_file[k]] != 0;
	}
}

static void print_file(struct comparing *c, uint32_t target, uint32_t file)
{
	const struct csa_units *units = &c->units;
	const struct csa_file *of = &c->project->files.items[file];
	const char *path = csa_path_shown(of->path, c->in->folder);
	uint32_t missing = 0;

	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		uint32_t node = units->by_file[k];
		const struct csa_def *def = &c->project->defs.items[node];

		if (c->is_seen[node] || !is_selected(c, target, node))
			continue;
		missing++;
		if (c->sources[file].has_hooks)
			csa_buf_add_fmt(c->out, "no hook  %s  %s:%u  %s\n",
					csa_project_name(c->project, def->name), path, def->line,
					reason(def, !of->is_source));
	}
	/* An archive's member that nobody needs, or a source of another program. */
	if (missing && !c->sources[file].has_hooks && of->is_source)
		csa_buf_add_fmt(c->out,
				"no hook  %u selected function%s  %s  nothing of it is linked, "
				"or it was compiled without hooks\n",
				missing, missing == 1 ? "" : "s", path);
}

static int compare_paths(const void *left, const void *right, void *data)
{
	const struct csa_project *project = data;

	return strcmp(project->files.items[*(const uint32_t *)left].path,
		      project->files.items[*(const uint32_t *)right].path);
}

static void print_target(struct comparing *c, uint32_t target)
{
	const struct csa_build *build = c->in->build;
	uint32_t count = 0;

	for (uint32_t k = 0; k < build->plan.sources.count; k++) {
		if (build->plan.sources.items[k].target == target)
			c->files[count++] = build->source_files[k];
	}
	csa_units_walk(&c->units, c->files, count);
	if (!c->units.file_count)
		return;
	qsort_r(c->units.files, c->units.file_count, sizeof(*c->units.files), compare_paths,
		(void *)(uintptr_t)c->project);
	for (uint32_t i = 0; i < c->units.file_count; i++) {
		uint32_t file = c->units.files[i];

		if (c->sources[file].is_shown)
			continue;
		look_at_file(c, file);
		print_file(c, target, file);
	}
}

static int sort_hooks(struct comparing *c, struct csa_err *err)
{
	struct csa_linked_hooks *hooks = c->in->hooks;

	c->by_name = calloc(hooks->count + 1, sizeof(*c->by_name));
	if (!c->by_name)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the hooks");
	for (size_t i = 0; i < hooks->count; i++)
		c->by_name[c->count++] = &hooks->items[i];
	qsort(c->by_name, c->count, sizeof(*c->by_name), by_name);
	return 0;
}

int csa_scan_linked_print(const struct csa_scan_linked_input *input, struct csa_buf *out,
			  struct csa_err *err)
{
	const struct csa_build *build = input->build;
	const struct csa_project *project = &build->project;
	struct source *sources = calloc((size_t)project->files.count + 1, sizeof(*sources));
	uint8_t *is_seen = calloc((size_t)project->defs.count + 1, 1);
	uint32_t *files = calloc((size_t)build->plan.sources.count + 1, sizeof(*files));
	struct comparing c = { .in = input,
			       .project = project,
			       .out = out,
			       .sources = sources,
			       .is_seen = is_seen,
			       .files = files };
	int rc = csa_units_init(&c.units, &build->graph, err);

	if (rc == 0)
		rc = sort_hooks(&c, err);
	if (rc == 0 && (!sources || !is_seen || !files))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the hooks");
	for (uint32_t i = 0; i < build->plan.targets.count && rc == 0; i++) {
		const struct csa_plan_target *target = &build->plan.targets.items[i];

		if (target->selection[0] &&
		    (!input->target || strcmp(input->target, target->name) == 0))
			print_target(&c, i);
	}
	csa_units_release(&c.units);
	free(c.by_name);
	free(sources);
	free(is_seen);
	free(files);
	return rc;
}

void csa_scan_linked_totals(const struct csa_linked_hooks *hooks, const char *path,
			    struct csa_buf *out)
{
	unsigned counts[CSA_HOOK_KEPT + 1] = { 0 };

	for (size_t i = 0; i < hooks->count; i++)
		counts[hooks->items[i].mark]++;
	csa_buf_add_fmt(out,
			"%s: functions with hooks: %u selected, %u silenced after linking, %u not "
			"selected but not silenced\n",
			path, counts[CSA_HOOK_TRACED], counts[CSA_HOOK_SILENCED],
			counts[CSA_HOOK_KEPT]);
}

static void print_marked(const struct csa_linked_hooks *hooks, enum csa_hook_mark mark,
			 const char *word, const char *folder, struct csa_buf *out)
{
	unsigned others = 0;

	for (size_t i = 0; i < hooks->count; i++) {
		const struct csa_linked_hook *hook = &hooks->items[i];
		const char *file = hook->file ? hook->file : hook->unit;

		if (hook->mark != mark)
			continue;
		others += !hook->is_known;
		if (!hook->is_known)
			continue;
		csa_buf_add_fmt(out, "%s  %s", word, hook->name);
		if (file && hook->line)
			csa_buf_add_fmt(out, "  %s:%u\n", csa_path_shown(file, folder), hook->line);
		else
			csa_buf_add_fmt(out, "  %s\n", file ? file : "-");
	}
	if (others)
		csa_buf_add_fmt(out, "%s  %u function%s of other files, as system headers\n", word,
				others, others == 1 ? "" : "s");
}

void csa_scan_linked_marked(const struct csa_linked_hooks *hooks, const char *folder,
			    struct csa_buf *out)
{
	print_marked(hooks, CSA_HOOK_SILENCED, "silenced", folder, out);
	print_marked(hooks, CSA_HOOK_KEPT, "not silenced", folder, out);
}

static bool is_output_of(const char *file, const char *target)
{
	size_t length = strlen(target);
	bool is_library = strncmp(file, "lib", 3) == 0 && strncmp(file + 3, target, length) == 0;

	if (strcmp(file, target) == 0)
		return true;
	if (!is_library && strncmp(file, target, length) != 0)
		return false;
	file += is_library ? 3 + length : length;
	return strncmp(file, ".so", 3) == 0 && (file[3] == '\0' || file[3] == '.');
}

static bool has_list(const char *path)
{
	struct csa_linked_hooks hooks;
	int rc = csa_linked_hooks_read(&hooks, path, NULL);

	csa_linked_hooks_release(&hooks);
	return rc == 0;
}

int csa_scan_linked_find(const char *folder, const char *name, struct csa_buf *path,
			 struct csa_err *err)
{
	char *const roots[] = { (char *)(uintptr_t)folder, NULL };
	FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
	FTSENT *entry;

	csa_buf_clear(path);
	while (walk && !path->length && (entry = fts_read(walk))) {
		/* Objects and what CMake itself tries: never a target's output. */
		if (entry->fts_info == FTS_D && strcmp(entry->fts_name, "CMakeFiles") == 0)
			(void)fts_set(walk, entry, FTS_SKIP);
		else if (entry->fts_info != FTS_D && is_output_of(entry->fts_name, name) &&
			 has_list(entry->fts_path))
			csa_buf_add_str(path, entry->fts_path);
	}
	if (walk)
		fts_close(walk);
	if (path->failed)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	if (!path->length)
		return csa_fail(
			err, CSA_E_ABSENT,
			"%s: neither a file nor a target of %s that 'callsight link' linked", name,
			folder);
	return 0;
}
