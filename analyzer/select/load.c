/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* clock_gettime */
#include "load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "content_hash.h"
#include "ctags.h"
#include "ctags_run.h"
#include "file_text.h"
#include "full_scope.h"
#include "made_names.h"
#include "pasted_names.h"
#include "path_text.h"
#include "pointers.h"
#include "renamed_functions.h"
#include "resolvers.h"
#include "scan.h"
#include "source_cache.h"
#include "source_cache_format.h"
#include "vec.h"

#define NOT_ASKED 0u
#define NOT_THERE UINT32_MAX

struct load {
	const struct csa_load_input *in;
	struct csa_project *project;
	struct csa_scanner scanner;
	struct csa_ctags_run ctags;
	struct csa_source_facts facts;
	struct csa_source_cache cache;
	struct csa_buf cache_path; /* empty: nothing is kept */
	uint64_t ctags_identity;
	bool is_stale; /* the kept file has to be written again */
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
static void follow_include(struct load *load, const char *name, bool is_system)
{
	const char *from = load->project->files.items[load->file].path;
	uint32_t found = CSA_NO_INDEX;

	if (!is_system) {
		csa_path_normal(&load->path, from, csa_path_folder_length(from), name);
		found = find_file(load);
	}
	for (uint32_t i = 0; found == CSA_NO_INDEX && i < load->in->folder_count; i++) {
		csa_path_normal(&load->path, load->in->folders[i], strlen(load->in->folders[i]),
				name);
		found = find_file(load);
	}
	if (found != CSA_NO_INDEX)
		csa_project_add_include(load->project, load->file, found);
}

static void on_include(void *data, const char *name, size_t length, bool is_system)
{
	struct load *load = data;
	struct csa_source_facts *facts = &load->facts;

	if (!CSA_VEC_ROOM(&facts->includes, 1)) {
		load->project->failed = true;
		return;
	}
	facts->includes.items[facts->includes.count++] = (struct csa_include_name){
		.name = csa_names_add(&load->project->names, name, length), .is_system = is_system
	};
}

/* What the slices of the file's facts end at; where they began, all counts were set before. */
static void end_slices(struct load *load, struct csa_file_facts *facts)
{
	const struct csa_project *project = load->project;

	facts->defs.count = project->defs.count - facts->defs.first;
	facts->uses.count = project->uses.count - facts->uses.first;
	facts->classes.count = project->classes.count - facts->classes.first;
	facts->made.count = project->made.count - facts->made.first;
	facts->includes.count = load->facts.includes.count - facts->includes.first;
	facts->broken_line = project->files.items[load->file].broken_line;
	facts->is_deep = project->files.items[load->file].is_deep;
}

static void scan_text(struct load *load, struct csa_file_facts *facts, const struct csa_buf *text)
{
	struct csa_scan_input input = { .text = text->data,
					.length = text->length,
					.file = load->file,
					.on_include = on_include,
					.data = load };
	const struct csa_project *project = load->project;

	facts->defs.first = project->defs.count;
	facts->uses.first = project->uses.count;
	facts->classes.first = project->classes.count;
	facts->made.first = project->made.count;
	facts->includes.first = load->facts.includes.count;
	csa_scan_file(&load->scanner, &input);
	end_slices(load, facts);
}

static void note_unreadable(const char *path, const struct csa_err *err, struct csa_buf *notes)
{
	/* The message begins with the path, which belongs in front of the word. */
	csa_buf_add_fmt(notes, "%s: warning:%s\n", path,
			strncmp(err->msg, path, strlen(path)) == 0 ? err->msg + strlen(path) + 1
								   : " not readable");
}

/* Reads the text unless the file looks as it did. Return: what is kept of it, NULL: scan it. */
static const struct csa_file_facts *look_at(struct load *load, struct csa_file_facts *facts,
					    struct csa_buf *text, struct csa_err *err)
{
	const struct csa_file *file = &load->project->files.items[load->file];
	const struct csa_file_facts *kept =
		csa_source_cache_find(&load->cache, file->path, file->languages);
	struct timespec now;
	struct stat st;
	bool is_there = load->cache_path.length && stat(file->path, &st) == 0;

	if (is_there)
		csa_facts_set_stat(facts, &st);
	if (is_there && kept && csa_facts_match(kept, &st)) {
		facts->hash = kept->hash;
		facts->read_ns = kept->read_ns;
		return kept;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	facts->read_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	csa_buf_clear(text);
	if (csa_file_text_read(text, file->path, err) < 0)
		return NULL;
	if (!is_there)
		return NULL;
	facts->hash = csa_content_hash(text->data, text->length, 0);
	if (!kept || kept->hash != facts->hash || kept->size != text->length) {
		load->is_stale = true;
		/* Edited between the two looks: what was read may be newer than what was seen. */
		if (facts->size != text->length)
			facts->changed_ns = INT64_MAX;
		return NULL;
	}
	/* The next time it need not be read, if it is old enough by now. */
	load->is_stale = load->is_stale || csa_facts_settled(facts);
	return kept;
}

static void follow_includes(struct load *load, uint32_t index)
{
	struct csa_slice includes = load->facts.files.items[index].includes;

	for (uint32_t i = 0; i < includes.count; i++) {
		struct csa_include_name name = load->facts.includes.items[includes.first + i];

		follow_include(load, csa_project_name(load->project, name.name), name.is_system);
	}
}

static void feed_ctags(struct load *load, uint32_t index)
{
	const struct csa_file *file = &load->project->files.items[index];

	/* A newline cannot be said in a list of lines: the scanner does such a file alone. */
	if (!load->in->ctags || !load->in->ctags[0] || load->facts.files.items[index].has_tags ||
	    file->is_deep || strchr(file->path, '\n'))
		return;
	csa_ctags_feed(&load->ctags, file->path, file->languages & CSA_LANGUAGE_CXX);
}

static void read_file(struct load *load, uint32_t index, struct csa_buf *text,
		      struct csa_buf *notes)
{
	struct csa_file *file = &load->project->files.items[index];
	struct csa_file_facts facts = { .languages = file->languages };
	const struct csa_file_facts *kept;
	struct csa_err err = { 0 };

	if (!CSA_VEC_ROOM(&load->facts.files, 1)) {
		load->project->failed = true;
		return;
	}
	load->file = index;
	load->facts.files.items[load->facts.files.count++] = facts;
	kept = look_at(load, &facts, text, &err);
	if (err.code) {
		file->is_missing = true;
		load->project->failed = load->project->failed || err.code == CSA_E_NOMEM;
		note_unreadable(file->path, &err, notes);
		return;
	}
	if (load->cache_path.length)
		facts.path = csa_names_add_str(&load->project->names, file->path);
	if (!kept)
		scan_text(load, &facts, text);
	load->facts.files.items[index] = facts;
	if (kept)
		csa_source_cache_restore(&load->cache, kept, load->project, index, &load->facts);
	if (load->project->failed)
		return;
	feed_ctags(load, index);
	follow_includes(load, index);
	file = &load->project->files.items[index];
	if (file->broken_line)
		csa_buf_add_fmt(notes,
				"%s:%u: warning: braces do not balance from here on; functions "
				"below may be missing\n",
				file->path, file->broken_line);
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

/* Why there are no tags; the scanner then does alone. */
static void note_ctags(const struct load *load, const struct csa_err *reason, struct csa_buf *notes)
{
	if (reason->code == CSA_E_ABSENT)
		csa_buf_add_fmt(notes,
				"notice: %s is not there (Debian package universal-ctags); "
				"CallSight's own scanner does alone\n",
				load->in->ctags);
	else
		csa_buf_add_fmt(notes, "notice: %s; CallSight's own scanner does alone\n",
				reason->msg);
}

/* Fetches the tags of the files that ctags was given. */
static int read_tags(struct load *load, struct csa_buf *notes, struct csa_err *err)
{
	struct csa_err reason = { 0 };
	struct csa_buf tags;
	int rc;

	csa_buf_init(&tags);
	rc = csa_ctags_end(&load->ctags, &tags, &reason);
	if (rc == CSA_E_NOMEM)
		rc = csa_fail(err, rc, "%s", reason.msg);
	else if (rc < 0)
		note_ctags(load, &reason, notes);
	else
		rc = csa_ctags_read(load->project, &load->facts, &tags, err);
	csa_buf_release(&tags);
	for (uint32_t i = 0; i < load->facts.files.count && rc == 0; i++) {
		struct csa_file_facts *facts = &load->facts.files.items[i];

		if (!facts->has_tags && load->ctags_identity) {
			facts->has_tags = 1;
			load->is_stale = true;
		}
	}
	return rc == CSA_E_NOMEM ? rc : 0;
}

static void open_cache(struct load *load, struct csa_err *err)
{
	const struct csa_load_input *in = load->in;

	csa_buf_init(&load->cache_path);
	if (in->ctags && in->ctags[0])
		load->ctags_identity = csa_ctags_identity(in->ctags);
	if (!in->cache || !in->cache[0])
		return;
	csa_buf_add_fmt(&load->cache_path, "%s/%016llx.sources", in->cache,
			(unsigned long long)csa_content_hash(in->plan, strlen(in->plan), 0));
	if (load->cache_path.failed || csa_source_cache_open(&load->cache, load->cache_path.data,
							     load->ctags_identity, err) < 0)
		load->project->failed = true;
	csa_source_cache_adopt(&load->cache, &load->project->names);
}

/* A cache that cannot be written costs time at the next build, and nothing now. */
static void write_cache(struct load *load)
{
	const struct csa_project *project = load->project;
	const struct csa_cache_origin origin = {
		.plan = load->in->plan,
		.ctags = load->ctags_identity,
		.rewrites = csa_source_cache_rewrites(&load->cache),
	};
	bool is_other = !load->cache.map ||
			load->cache.head->counts[CSA_CACHE_FILES] != project->files.count ||
			load->cache.head->ctags != load->ctags_identity;

	if (!load->cache_path.length || project->failed || project->names.failed ||
	    (!load->is_stale && !is_other))
		return;
	(void)mkdir(load->in->cache, 0777);
	(void)csa_source_cache_write(load->cache_path.data, &origin, project, &load->facts, NULL);
}

static void release(struct load *load)
{
	csa_scanner_release(&load->scanner);
	csa_source_cache_close(&load->cache);
	csa_source_facts_release(&load->facts);
	csa_names_release(&load->paths);
	csa_buf_release(&load->cache_path);
	csa_buf_release(&load->path);
	free(load->known.items);
}

int csa_load(struct csa_project *project, const struct csa_load_input *input, struct csa_buf *notes,
	     struct csa_err *err)
{
	struct load load = { .in = input, .project = project };
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_buf_init(&load.path);
	csa_names_init(&load.paths);
	/* Before the scanner's first name: the kept ones bring their ids. */
	open_cache(&load, err);
	csa_scanner_init(&load.scanner, project);
	csa_ctags_begin(&load.ctags, input->ctags);
	add_sources(&load);
	/* Headers are appended while this runs. */
	for (uint32_t i = 0; i < project->files.count && !project->failed; i++)
		read_file(&load, i, &text, notes);
	rc = read_tags(&load, notes, err);
	if (rc == 0)
		write_cache(&load);
	if (!project->failed)
		csa_made_names(&load.scanner);
	if (!project->failed)
		csa_renamed_define(project, input->defines ? input->defines : "");
	if (!project->failed)
		csa_renamed_functions(project);
	if (!project->failed)
		csa_full_scope(project);
	if (rc == 0 && !project->failed)
		rc = csa_ctags_merge(project, &load.facts, err);
	if (rc == 0 && !project->failed)
		csa_project_add_implied(project);
	if (rc == 0 && !project->failed)
		csa_pasted_names(project);
	if (rc == 0 && !project->failed)
		csa_pointers_resolve(project);
	if (rc == 0 && !project->failed)
		csa_resolvers_mark(project);
	if (!project->failed)
		csa_project_sort_uses(project);
	if (project->failed || project->names.failed || load.path.failed || load.paths.failed ||
	    text.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory while reading the sources");
	release(&load);
	csa_buf_release(&text);
	return rc;
}
