/* SPDX-License-Identifier: MIT */
#include "emit_state.h"

#include <inttypes.h>
#include <string.h>

#include "content_hash.h"
#include "path_text.h"

/*
 * One argument of a program holds 128 KiB at most (Linux, MAX_ARG_STRLEN), so the compiler proper gets
 * a list in pieces; it adds them up. 1.1 MB in one specs file: gcc 12 takes 25 ms (measured).
 */
#define PIECE_MAX ((size_t)64 * 1024)

struct list {
	struct csa_buf *specs;
	const char *option;
	size_t begin; /* of the piece; 0: none yet */
};

static void add_word(struct list *list, const char *word, size_t length)
{
	struct csa_buf *specs = list->specs;

	if (specs->length == 0)
		csa_buf_add_str(specs, "*cc1:\n+ %<Wno-unused-command-line-argument");
	if (!list->begin || specs->length - list->begin > PIECE_MAX) {
		list->begin = specs->length;
		csa_buf_add_str(specs, list->option);
	} else {
		csa_buf_add_char(specs, ',');
	}
	csa_buf_add(specs, word, length);
}

/* Functions of one name in two files of the unit, one selected, one not: a list cannot tell. */
static bool is_split(const struct csa_emit *emit, uint32_t target, uint32_t node)
{
	const struct csa_graph *graph = emit->in->graph;
	const struct csa_def *def = &emit->project->defs.items[node];

	for (uint32_t i = graph->base_first[def->base]; i < graph->base_first[def->base + 1]; i++) {
		uint32_t other = graph->by_base[i];
		const struct csa_def *twin = &emit->project->defs.items[other];

		if (twin->name == def->name && csa_graph_is_node(graph, other) &&
		    emit->units.stamp[twin->file] == emit->units.unit &&
		    csa_emit_is_selected(emit, target, other))
			return true;
	}
	return false;
}

/*
 * gcc puts hooks into the functions that it makes for the initial values of a C++ source; clang does
 * not. Where the source is selected by the names of functions only, nobody asked for these.
 */
static bool has_unasked_values(const struct csa_emit *emit, uint32_t target)
{
	const struct csa_units *units = &emit->units;
	bool is_cxx = false;

	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];

		if (!emit->project->files.items[file].is_source)
			continue;
		if (emit->in->choices[target].is_open[file])
			return false;
		is_cxx = is_cxx || (emit->project->files.items[file].languages & CSA_LANGUAGE_CXX);
	}
	return is_cxx;
}

static void add_functions(struct csa_emit *emit, uint32_t target, struct csa_buf *specs)
{
	struct list list = { .specs = specs,
			     .option = " -finstrument-functions-exclude-function-list=" };
	static const char values[] = "_GLOBAL__sub_,__static_initialization_and_destruction_0";
	const struct csa_units *units = &emit->units;

	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];

		for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
			uint32_t node = units->by_file[k];
			uint32_t name = emit->project->defs.items[node].name;

			if (csa_emit_is_selected(emit, target, node) || !emit->is_exact[node] ||
			    is_split(emit, target, node))
				continue;
			add_word(&list, csa_project_name(emit->project, name),
				 csa_names_length(&emit->project->names, name));
			emit->stat.listed++;
		}
	}
	if (has_unasked_values(emit, target))
		add_word(&list, values, sizeof(values) - 1);
}

typedef void (*folder_fn)(void *data, const char *folder, size_t length);

static bool is_below_any(const char *path, const char *const *folders, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (strcmp(path, folders[i]) == 0 || csa_path_is_below(path, folders[i]))
			return true;
	}
	return false;
}

/* The folders of system headers, normal and with a '/' at the end. */
static void each_system_folder(const struct csa_emit *emit, folder_fn take, void *data,
			       bool *failed)
{
	static const char *const usual[] = { "/usr/include", "/usr/lib/gcc", "/usr/lib/gcc-cross",
					     "/usr/local/include" };
	const struct csa_plan_list *given = &emit->in->plan->system_folders;
	uint32_t usual_count = sizeof(usual) / sizeof(*usual);
	struct csa_buf text;

	csa_buf_init(&text);
	for (uint32_t i = 0; i < usual_count + given->count; i++) {
		csa_path_normal(&text, "", 0,
				i < usual_count ? usual[i] : given->items[i - usual_count]);
		if (text.length == 1) /* everything is not a folder of headers */
			continue;
		if (i >= usual_count && is_below_any(text.data, usual, usual_count))
			continue;
		csa_buf_add_char(&text, '/');
		take(data, text.data, text.length);
	}
	*failed = *failed || text.failed;
	csa_buf_release(&text);
}

/* What a specs file takes as it is, and gcc's list too, which is cut at commas. */
static bool is_plain(const char *folder)
{
	return folder[strspn(folder, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				     "0123456789_./+-~@=")] == '\0';
}

/* gcc looks for the text anywhere in a path: no path of the project may hold it. */
static bool is_exact_folder(const struct csa_emit *emit, const char *folder)
{
	size_t length = strlen(folder);

	if (!is_plain(folder))
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

struct folder_list {
	const struct csa_emit *emit;
	struct list list;
};

static void add_exact_folder(void *data, const char *folder, size_t length)
{
	struct folder_list *folders = data;

	if (is_exact_folder(folders->emit, folder))
		add_word(&folders->list, folder, length);
}

void csa_emit_lists_init(struct csa_emit *emit)
{
	struct folder_list folders = {
		.emit = emit,
		.list = { .specs = &emit->system_list,
			  .option = " -finstrument-functions-exclude-file-list=" },
	};

	csa_buf_init(&emit->system_list);
	each_system_folder(emit, add_exact_folder, &folders, &emit->system_list.failed);
}

uint64_t csa_emit_lists(struct csa_emit *emit, uint32_t target, struct csa_buf *specs)
{
	uint64_t digest;

	if (!csa_emit_keeps_system(emit, target))
		csa_buf_add(specs, emit->system_list.data, emit->system_list.length);
	specs->failed = specs->failed || emit->system_list.failed;
	add_functions(emit, target, specs);
	if (specs->length == 0)
		return 0;
	digest = csa_content_hash(specs->data, specs->length, 0);
	csa_buf_add_fmt(specs,
			" %%<Wno-unknown-warning-option %%<" CSA_EMIT_DIGEST "%016" PRIx64 "\n\n",
			digest);
	return digest;
}

struct folder_lines {
	const struct csa_emit *emit;
	struct csa_buf *text;
};

/* Compared from the start of a path here: only a folder that holds the project's is left out. */
static void add_folder_line(void *data, const char *folder, size_t length)
{
	struct folder_lines *lines = data;
	const struct csa_plan_list *own = &lines->emit->in->plan->folders;

	if (strpbrk(folder, "\t\n"))
		return;
	for (uint32_t i = 0; i < own->count; i++) {
		if (csa_path_is_below(folder, own->items[i]) ||
		    csa_path_is_below(own->items[i], folder) ||
		    (strncmp(own->items[i], folder, length - 1) == 0 &&
		     strspn(own->items[i] + length - 1, "/") == strlen(own->items[i] + length - 1)))
			return;
	}
	csa_buf_add_fmt(lines->text, "folder\t%s\n", folder);
}

void csa_emit_system_folders(const struct csa_emit *emit, struct csa_buf *text)
{
	struct folder_lines lines = { .emit = emit, .text = text };

	each_system_folder(emit, add_folder_line, &lines, &text->failed);
}
