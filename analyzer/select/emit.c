/* SPDX-License-Identifier: MIT */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "file_text.h"
#include "path_text.h"
#include "units.h"

/*
 * The driver hands all options on in one environment string (COLLECT_GCC_OPTIONS), which the kernel
 * limits to 128 KiB; half of that leaves room for the project's own. Names beyond it are dropped by
 * the analyzer instead.
 */
#define LIST_MAX ((size_t)64 * 1024)

enum fate { FATE_DROPPED = 1, FATE_SELECTED = 2 };

struct emit {
	const struct csa_emit_input *in;
	const struct csa_project *project;
	struct csa_units units;
	uint8_t *is_exact; /* by node: its name may go into the compiler's list */
	uint8_t *fates;    /* by node: bits, over all units that carry hooks */
	struct {
		uint32_t sources, hooked, rewritten, listed, dropped;
	} stat;
};

static bool is_selected(const struct emit *emit, uint32_t target, uint32_t node)
{
	return (emit->in->choices[target].marks[node] & CSA_CHOICE_SELECTED) != 0;
}

/*
 * A source carries hooks when a function in it is selected; one in which nobody found a function,
 * when a function in it would be.
 */
static bool source_has_selected(const struct emit *emit, uint32_t target, uint32_t file)
{
	const struct csa_units *units = &emit->units;

	if (units->file_first[file] == units->file_first[file + 1])
		return emit->in->choices[target].file_marks[file] == CSA_FILE_OPEN;
	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		uint32_t node = units->by_file[k];

		if (is_selected(emit, target, node) &&
		    !(emit->project->defs.items[node].flags & CSA_DEF_IMPLIED))
			return true;
	}
	return false;
}

/*
 * Functions of a header that the config asks for hook every source that uses them. Other selected
 * ones do not: nearly every source uses some inline function, so nothing would be left out.
 */
static bool header_is_asked(const struct emit *emit, uint32_t target, uint32_t file)
{
	const struct csa_units *units = &emit->units;

	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		uint32_t node = units->by_file[k];

		if ((emit->in->choices[target].marks[node] & CSA_CHOICE_ASKED) &&
		    !(emit->project->defs.items[node].flags & CSA_DEF_IMPLIED) &&
		    csa_units_uses(units, node))
			return true;
	}
	return false;
}

static bool has_selected(const struct emit *emit, uint32_t target)
{
	const struct csa_units *units = &emit->units;
	bool is_wanted = false;

	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];
		uint8_t mark = emit->in->choices[target].file_marks[file];

		if (!emit->project->files.items[file].is_source)
			continue;
		if (source_has_selected(emit, target, file))
			return true;
		is_wanted = is_wanted || mark != CSA_FILE_EXCLUDED;
	}
	for (uint32_t i = 0; i < units->file_count && is_wanted; i++) {
		uint32_t file = units->files[i];

		if (!emit->project->files.items[file].is_source &&
		    header_is_asked(emit, target, file))
			return true;
	}
	return false;
}

/* Functions of one name in two files of the unit, one selected, one not: a list cannot tell. */
static bool is_split(const struct emit *emit, uint32_t target, uint32_t node)
{
	const struct csa_graph *graph = emit->in->graph;
	const struct csa_def *def = &emit->project->defs.items[node];

	for (uint32_t i = graph->base_first[def->base]; i < graph->base_first[def->base + 1]; i++) {
		uint32_t other = graph->by_base[i];
		const struct csa_def *twin = &emit->project->defs.items[other];

		if (twin->name == def->name && csa_graph_is_node(graph, other) &&
		    emit->units.stamp[twin->file] == emit->units.unit &&
		    is_selected(emit, target, other))
			return true;
	}
	return false;
}

/*
 * gcc puts hooks into the functions that it makes for the initial values of a C++ source; clang does
 * not. Where the source is selected by the names of functions only, nobody asked for these.
 */
static bool has_unasked_values(const struct emit *emit, uint32_t target)
{
	const struct csa_units *units = &emit->units;
	bool is_cxx = false;

	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];

		if (!emit->project->files.items[file].is_source)
			continue;
		if (emit->in->choices[target].file_marks[file] & CSA_FILE_OPEN)
			return false;
		is_cxx = is_cxx || (emit->project->files.items[file].languages & CSA_LANGUAGE_CXX);
	}
	return is_cxx;
}

static void add_function_list(struct emit *emit, uint32_t target, struct csa_buf *rsp)
{
	static const char option[] = "-finstrument-functions-exclude-function-list=";
	bool is_gnu = emit->in->plan->targets.items[target].compiler == CSA_COMPILER_GNU;
	const struct csa_units *units = &emit->units;
	size_t begin = rsp->length;

	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];
		bool is_cxx = emit->project->files.items[file].languages & CSA_LANGUAGE_CXX;

		for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
			uint32_t node = units->by_file[k];
			bool is_listed = is_gnu && emit->is_exact[node];

			if (is_selected(emit, target, node)) {
				emit->fates[node] |= FATE_SELECTED;
				continue;
			}
			if (is_listed &&
			    (rsp->length - begin > LIST_MAX || is_split(emit, target, node)))
				is_listed = false;
			/* In C++ a template's printed name differs: the analyzer looks as well. */
			if (!is_listed || is_cxx)
				emit->fates[node] |= FATE_DROPPED;
			if (!is_listed)
				continue;
			csa_buf_add_str(rsp, rsp->length == begin ? option : ",");
			csa_buf_add_str(rsp,
					csa_project_name(emit->project,
							 emit->project->defs.items[node].name));
			emit->stat.listed++;
		}
	}
	if (is_gnu && has_unasked_values(emit, target)) {
		csa_buf_add_str(rsp, rsp->length == begin ? option : ",");
		csa_buf_add_str(rsp, "_GLOBAL__sub_,__static_initialization_and_destruction_0");
	}
	if (rsp->length > begin)
		csa_buf_add_char(rsp, '\n');
}

/* gcc looks for the text anywhere in a path: no path of the project may hold it. */
static bool is_foreign_folder(const struct emit *emit, const char *folder)
{
	size_t length = strlen(folder);

	if (folder[0] != '/' || length < 3 || strpbrk(folder, ", \t\"'\\") != NULL)
		return false;
	for (uint32_t i = 0; i < emit->project->files.count; i++) {
		if (strstr(emit->project->files.items[i].path, folder))
			return false;
	}
	for (uint32_t i = 0; i < emit->in->plan->folders.count; i++) {
		const char *own = emit->in->plan->folders.items[i];
		const char *found = strstr(own, folder);

		if (found || csa_path_is_below(folder, own) ||
		    (strlen(own) + 1 == length && strncmp(own, folder, length - 1) == 0))
			return false;
	}
	return true;
}

static void add_folder(const struct emit *emit, const char *folder, struct csa_buf *list)
{
	struct csa_buf text;

	csa_buf_init(&text);
	csa_path_normal(&text, "", 0, folder);
	if (text.length > 1)
		csa_buf_add_char(&text, '/');
	if (is_foreign_folder(emit, text.data)) {
		csa_buf_add_str(list, list->length ? "," : "");
		csa_buf_add(list, text.data, text.length);
	}
	if (text.failed)
		list->failed = true;
	csa_buf_release(&text);
}

/* The folders of system headers that hold nothing of the project, separated by commas. */
static void list_system_folders(const struct emit *emit, struct csa_buf *list)
{
	static const char *const usual[] = { "/usr/include", "/usr/lib/gcc", "/usr/lib/gcc-cross",
					     "/usr/local/include" };
	const struct csa_plan_list *given = &emit->in->plan->system_folders;

	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		add_folder(emit, usual[i], list);
	for (uint32_t i = 0; i < given->count; i++)
		add_folder(emit, given->items[i], list);
}

static void add_system_folders(const struct emit *emit, struct csa_buf *rsp)
{
	struct csa_buf list;

	csa_buf_init(&list);
	list_system_folders(emit, &list);
	if (list.length)
		csa_buf_add_fmt(rsp, "-finstrument-functions-exclude-file-list=%s\n", list.data);
	if (list.failed)
		rsp->failed = true;
	csa_buf_release(&list);
}

/* One file serves all targets: the folders are in it when every target wants them left out. */
static bool leaves_system_to_report(const struct emit *emit)
{
	const struct csa_plan *plan = emit->in->plan;
	bool is_needed = false;

	for (uint32_t i = 0; i < plan->targets.count; i++) {
		const struct csa_config *config = emit->in->configs[i];

		if (config && config->has_system)
			return false;
		is_needed = is_needed || plan->targets.items[i].compiler != CSA_COMPILER_GNU;
	}
	return is_needed;
}

static void add_system_lines(const struct emit *emit, struct csa_buf *text)
{
	struct csa_buf list;

	csa_buf_init(&list);
	if (leaves_system_to_report(emit))
		list_system_folders(emit, &list);
	for (const char *folder = list.data; *folder;) {
		size_t length = strcspn(folder, ",");

		csa_buf_add_fmt(text, "system\t%.*s\n", (int)length, folder);
		folder += length + (folder[length] == ',');
	}
	if (list.failed)
		text->failed = true;
	csa_buf_release(&list);
}

static void add_options(struct emit *emit, uint32_t target, struct csa_buf *rsp)
{
	const struct csa_config *config = emit->in->configs[target];

	csa_buf_add_str(rsp, "-finstrument-functions\n"
			     "-fno-omit-frame-pointer\n");
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
	csa_buf_add_str(rsp, "-mno-omit-leaf-frame-pointer\n");
#endif
	if (emit->in->plan->targets.items[target].compiler == CSA_COMPILER_GNU &&
	    !(config && config->has_system))
		add_system_folders(emit, rsp);
	add_function_list(emit, target, rsp);
}

static int write_unit(struct emit *emit, uint32_t target, const char *path, struct csa_err *err)
{
	struct csa_buf rsp;
	int rc;

	csa_buf_init(&rsp);
	emit->stat.sources++;
	if (has_selected(emit, target)) {
		emit->stat.hooked++;
		add_options(emit, target, &rsp);
	}
	rc = csa_file_text_keep(path, &rsp, err);
	if (rc > 0)
		emit->stat.rewritten++;
	csa_buf_release(&rsp);
	return rc < 0 ? rc : 0;
}

static int write_unity(struct emit *emit, uint32_t target, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;
	uint32_t *files = calloc((size_t)plan->sources.count + 1, sizeof(*files));
	uint32_t count = 0;
	int rc;

	if (!files)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	for (uint32_t i = 0; i < plan->sources.count; i++) {
		if (plan->sources.items[i].target == target)
			files[count++] = emit->in->source_files[i];
	}
	csa_units_walk(&emit->units, files, count);
	rc = write_unit(emit, target, plan->targets.items[target].unity, err);
	free(files);
	return rc;
}

static int write_units(struct emit *emit, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;
	int rc = 0;

	for (uint32_t i = 0; i < plan->sources.count && rc == 0; i++) {
		const struct csa_plan_source *source = &plan->sources.items[i];

		if (!source->rsp[0])
			continue;
		csa_units_walk(&emit->units, &emit->in->source_files[i], 1);
		rc = write_unit(emit, source->target, source->rsp, err);
	}
	for (uint32_t i = 0; i < plan->targets.count && rc == 0; i++) {
		if (plan->targets.items[i].unity[0])
			rc = write_unity(emit, i, err);
	}
	return rc;
}

static int write_selection(struct emit *emit, struct csa_err *err)
{
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_buf_add_str(&text, "callsight-selection\t1\n");
	add_system_lines(emit, &text);
	for (uint32_t i = 0; i < emit->project->defs.count; i++) {
		const struct csa_def *def = &emit->project->defs.items[i];

		/* Selected in one target, dropped in another: kept, one file serves both. */
		if (emit->fates[i] != FATE_DROPPED)
			continue;
		emit->stat.dropped++;
		csa_buf_add_fmt(&text, "drop\t%s\t%s\n", emit->project->files.items[def->file].path,
				csa_project_name(emit->project, def->name));
	}
	rc = csa_file_text_keep(emit->in->plan->selection, &text, err);
	csa_buf_release(&text);
	return rc < 0 ? rc : 0;
}

/* Make's quoting: blanks and '#' by a backslash, '$' doubled. */
static void add_make_path(struct csa_buf *text, const char *path)
{
	for (; *path; path++) {
		if (*path == ' ' || *path == '#' || *path == '\\')
			csa_buf_add_char(text, '\\');
		if (*path == '$')
			csa_buf_add_char(text, '$');
		csa_buf_add_char(text, *path);
	}
}

static int write_depfile(struct emit *emit, struct csa_err *err)
{
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	add_make_path(&text, emit->in->stamp ? emit->in->stamp : emit->in->depfile);
	csa_buf_add_char(&text, ':');
	for (uint32_t i = 0; i < emit->in->plan->targets.count; i++) {
		const char *config = emit->in->plan->targets.items[i].config;

		if (!config[0])
			continue;
		csa_buf_add_str(&text, " \\\n  ");
		add_make_path(&text, config);
	}
	for (uint32_t i = 0; i < emit->project->files.count; i++) {
		if (emit->project->files.items[i].is_missing)
			continue;
		csa_buf_add_str(&text, " \\\n  ");
		add_make_path(&text, emit->project->files.items[i].path);
	}
	csa_buf_add_char(&text, '\n');
	rc = csa_file_text_keep(emit->in->depfile, &text, err);
	csa_buf_release(&text);
	return rc < 0 ? rc : 0;
}

static int write_stamp(struct emit *emit, struct csa_err *err)
{
	uint32_t functions = 0;
	uint32_t selected = 0;
	struct csa_buf text;
	int rc;

	for (uint32_t i = 0; i < emit->project->defs.count; i++) {
		bool is_function = emit->project->defs.items[i].kind == CSA_DEF_FUNCTION &&
				   csa_graph_is_node(emit->in->graph, i);
		bool any = false;

		for (uint32_t t = 0; is_function && t < emit->in->plan->targets.count; t++)
			any = any || is_selected(emit, t, i);
		functions += is_function;
		selected += any;
	}
	csa_buf_init(&text);
	csa_buf_add_fmt(&text,
			"files %u\nfunctions %u\nselected %u\nunits %u\nhooked %u\nrewritten %u\n"
			"listed %u\ndropped %u\n",
			emit->project->files.count, functions, selected, emit->stat.sources,
			emit->stat.hooked, emit->stat.rewritten, emit->stat.listed,
			emit->stat.dropped);
	rc = csa_file_text_touch(emit->in->stamp, &text, err);
	csa_buf_release(&text);
	return rc;
}

/* Only names that some gcc target leaves out are worth the comparison. */
static int find_exact(struct emit *emit, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;

	for (uint32_t t = 0; t < plan->targets.count; t++) {
		if (plan->targets.items[t].compiler != CSA_COMPILER_GNU)
			continue;
		for (uint32_t i = 0; i < emit->project->defs.count; i++) {
			if (emit->project->defs.items[i].kind == CSA_DEF_FUNCTION &&
			    csa_graph_is_node(emit->in->graph, i) && !is_selected(emit, t, i))
				emit->is_exact[i] = 1;
		}
	}
	return csa_exact_find(emit->in->graph, emit->is_exact, err);
}

int csa_emit(const struct csa_emit_input *input, struct csa_err *err)
{
	struct emit emit = { .in = input, .project = input->graph->project };
	size_t count = (size_t)emit.project->defs.count + 1;
	int rc = csa_units_init(&emit.units, input->graph, err);

	emit.is_exact = calloc(count, 1);
	emit.fates = calloc(count, 1);
	if (rc < 0)
		goto out;
	if (!emit.is_exact || !emit.fates) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
		goto out;
	}
	rc = find_exact(&emit, err);
	if (rc == 0)
		rc = write_units(&emit, err);
	if (rc == 0 && input->plan->selection[0])
		rc = write_selection(&emit, err);
	if (rc == 0 && input->depfile)
		rc = write_depfile(&emit, err);
	/* Last: a stamp says that everything else is there. */
	if (rc == 0 && input->stamp)
		rc = write_stamp(&emit, err);
out:
	csa_units_release(&emit.units);
	free(emit.is_exact);
	free(emit.fates);
	return rc;
}
