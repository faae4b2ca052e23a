/* SPDX-License-Identifier: MIT */
#include "load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ctags.h"
#include "file_text.h"
#include "full_scope.h"
#include "made_names.h"
#include "pasted_names.h"
#include "path_text.h"
#include "pointers.h"
#include "scan.h"
#include "vec.h"

#define NOT_ASKED 0u
#define NOT_THERE UINT32_MAX

struct load {
	const struct csa_load_input *in;
	struct csa_project *project;
	struct csa_scanner scanner;
	uint8_t header_languages;
	uint32_t file; /* the one that is being read */
	struct csa_buf path;
	struct csa_names paths; /* every path that was asked for */
	struct {
		uint32_t *items; /* by id of paths: NOT_ASKED, NOT_THERE or file index + 1 */
		uint32_t count;
		uint32_t capacity;
	} known;
};

static uint32_t *known_slot(struct load *load, const char *path)
{
	uint32_t id = csa_names_add_str(&load->paths, path);
	uint32_t extra;

	if (id >= load->known.count) {
		extra = id + 1 - load->known.count;
		if (!CSA_VEC_ROOM(&load->known, extra))
			return NULL;
		memset(load->known.items + load->known.count, 0,
		       extra * sizeof(*load->known.items));
		load->known.count = id + 1;
	}
	return id ? &load->known.items[id] : NULL;
}

static bool is_project_path(const struct load *load, const char *path)
{
	for (uint32_t i = 0; i < load->in->folder_count; i++) {
		if (csa_path_is_below(path, load->in->folders[i]))
			return true;
	}
	return false;
}

/* The file of load->path, made at the first question. CSA_NO_INDEX: there is none. */
static uint32_t find_file(struct load *load)
{
	uint32_t *slot = known_slot(load, load->path.data);
	struct stat st;
	uint32_t index;

	if (!slot || load->path.failed) {
		load->project->failed = true;
		return CSA_NO_INDEX;
	}
	if (*slot != NOT_ASKED)
		return *slot == NOT_THERE ? CSA_NO_INDEX : *slot - 1;
	*slot = NOT_THERE;
	if (!is_project_path(load, load->path.data) || stat(load->path.data, &st) != 0 ||
	    !S_ISREG(st.st_mode))
		return CSA_NO_INDEX;
	index = csa_project_add_file(load->project, load->path.data, load->header_languages);
	if (index != CSA_NO_INDEX)
		*slot = index + 1;
	return index;
}

/* Searches like the compiler: beside the including file first, then in the folders. */
static void on_include(void *data, const char *name, size_t length, bool is_system)
{
	struct load *load = data;
	const char *from = load->project->files.items[load->file].path;
	struct csa_buf text;
	uint32_t found = CSA_NO_INDEX;

	csa_buf_init(&text);
	csa_buf_add(&text, name, length);
	if (!is_system) {
		csa_path_normal(&load->path, from, csa_path_folder_length(from), text.data);
		found = find_file(load);
	}
	for (uint32_t i = 0; found == CSA_NO_INDEX && i < load->in->folder_count; i++) {
		csa_path_normal(&load->path, load->in->folders[i], strlen(load->in->folders[i]),
				text.data);
		found = find_file(load);
	}
	if (found != CSA_NO_INDEX)
		csa_project_add_include(load->project, load->file, found);
	csa_buf_release(&text);
}

static void read_file(struct load *load, uint32_t index, struct csa_buf *text,
		      struct csa_buf *notes)
{
	struct csa_scan_input input = { .file = index, .on_include = on_include, .data = load };
	const char *path = load->project->files.items[index].path;
	struct csa_err err = { 0 };
	int rc;

	csa_buf_clear(text);
	rc = csa_file_text_read(text, path, &err);
	if (rc == CSA_E_NOMEM) {
		load->project->failed = true;
		return;
	}
	if (rc < 0) {
		load->project->files.items[index].is_missing = true;
		/* The message begins with the path, which belongs in front of the word. */
		csa_buf_add_fmt(notes, "%s: warning:%s\n", path,
				strncmp(err.msg, path, strlen(path)) == 0
					? err.msg + strlen(path) + 1
					: " not readable");
		return;
	}
	input.text = text->data;
	input.length = text->length;
	load->file = index;
	csa_scan_file(&load->scanner, &input);
	if (load->project->files.items[index].broken_line)
		csa_buf_add_fmt(notes,
				"%s:%u: warning: braces do not balance from here on; functions "
				"below may be missing\n",
				load->project->files.items[index].path,
				load->project->files.items[index].broken_line);
}

static void add_sources(struct load *load)
{
	load->header_languages = CSA_LANGUAGE_C;
	for (uint32_t i = 0; i < load->in->count; i++) {
		uint32_t *slot = known_slot(load, load->in->paths[i]);
		uint32_t index;

		if (slot && *slot != NOT_ASKED)
			continue;
		index = csa_project_add_file(load->project, load->in->paths[i],
					     load->in->languages[i]);
		if (!slot || index == CSA_NO_INDEX) {
			load->project->failed = true;
			return;
		}
		*slot = index + 1;
		load->project->files.items[index].is_source = true;
		if (load->in->languages[i] & CSA_LANGUAGE_CXX)
			load->header_languages = CSA_LANGUAGE_CXX;
	}
}

int csa_load(struct csa_project *project, const struct csa_load_input *input, struct csa_buf *notes,
	     struct csa_err *err)
{
	struct load load = { .in = input, .project = project };
	struct csa_buf text;
	int rc = 0;

	csa_buf_init(&text);
	csa_buf_init(&load.path);
	csa_names_init(&load.paths);
	csa_scanner_init(&load.scanner, project);
	add_sources(&load);
	/* Headers are appended while this runs. */
	for (uint32_t i = 0; i < project->files.count && !project->failed; i++)
		read_file(&load, i, &text, notes);
	if (!project->failed)
		csa_made_names(&load.scanner);
	if (!project->failed)
		csa_full_scope(project);
	if (!project->failed && input->ctags && input->ctags[0])
		rc = csa_ctags_merge(project, input->ctags, notes, err);
	if (rc == 0 && !project->failed)
		csa_project_add_implied(project);
	if (rc == 0 && !project->failed)
		csa_pasted_names(project);
	if (rc == 0 && !project->failed)
		csa_pointers_resolve(project);
	csa_project_sort_uses(project);
	if (project->failed || project->names.failed || load.path.failed || load.paths.failed ||
	    text.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory while reading the sources");
	csa_scanner_release(&load.scanner);
	csa_names_release(&load.paths);
	csa_buf_release(&load.path);
	csa_buf_release(&text);
	free(load.known.items);
	return rc;
}
