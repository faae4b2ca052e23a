/* SPDX-License-Identifier: MIT */
#include "ctags.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

/* One line of the tags, cut in place. */
struct tag {
	char *name;
	char *path;
	const char *kind;
	const char *scope; /* "class:ns::C" without the kind; "" for none */
	uint32_t line;
	uint32_t end;
	bool is_static; /* ctags says "file:" */
	bool is_in_function;
};

struct spot {
	uint32_t file;
	uint32_t line;
	uint32_t def;
};

/* While the output of ctags is read. */
struct reading {
	struct csa_project *project;
	struct csa_source_facts *facts;
	struct csa_names paths;
	uint32_t *file_of; /* by id of paths: index of the file plus 1 */
};

/* While tags become definitions. */
struct merge {
	struct csa_project *project;
	uint32_t *first;    /* by file: its functions in spots; one more at the end */
	struct spot *spots; /* functions of the scanner, by file and line */
	uint32_t spot_count;
};

/* "\t" and "\\" inside a field. */
static void unescape(char *text)
{
	char *out = text;

	for (; *text; text++) {
		if (text[0] == '\\' && text[1]) {
			text++;
			*out++ = *text == 't' ? '\t' : *text == 'n' ? '\n' : *text;
		} else {
			*out++ = *text;
		}
	}
	*out = '\0';
}

static uint32_t to_number(const char *text)
{
	uint32_t value = 0;

	for (; *text >= '0' && *text <= '9' && value < UINT32_MAX / 10 - 1; text++)
		value = value * 10 + (uint32_t)(*text - '0');
	return value;
}

static void take_field(struct tag *tag, char *field)
{
	char *scope;

	if (strncmp(field, "line:", 5) == 0)
		tag->line = to_number(field + 5);
	else if (strncmp(field, "end:", 4) == 0)
		tag->end = to_number(field + 4);
	else if (strncmp(field, "file:", 5) == 0)
		tag->is_static = true;
	if (strncmp(field, "scope:", 6) != 0)
		return;
	tag->is_in_function = strncmp(field + 6, "function:", 9) == 0;
	scope = strchr(field + 6, ':');
	if (scope) {
		unescape(scope + 1);
		tag->scope = scope + 1;
	}
}

/* name TAB file TAB /pattern/;" TAB kind TAB field... The pattern may hold anything but ;"TAB. */
static bool cut_tag(char *line, struct tag *tag)
{
	char *path = strchr(line, '\t');
	char *pattern = path ? strchr(path + 1, '\t') : NULL;
	char *field = pattern ? strstr(pattern, ";\"\t") : NULL;

	if (!field || line[0] == '!')
		return false;
	*tag = (struct tag){ .name = line, .path = path + 1, .kind = field + 3, .scope = "" };
	*path = '\0';
	*pattern = '\0';
	for (field = strchr(field + 3, '\t'); field;) {
		char *next = strchr(field + 1, '\t');

		*field = '\0';
		if (next)
			*next = '\0';
		take_field(tag, field + 1);
		if (next)
			*next = '\t';
		field = next;
	}
	unescape(tag->name);
	unescape(tag->path);
	return strcmp(tag->kind, "function") == 0 && tag->line > 0;
}

/* ctags writes "operator []" and "~ C"; the scanner and the demangler "operator[]", "~C". */
static void normal_name(char *name)
{
	size_t at = strncmp(name, "operator ", 9) == 0 ? 8 : 0;
	char c = at ? name[9] : 0;
	bool is_word = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

	if (at && !is_word)
		memmove(name + 8, name + 9, strlen(name + 9) + 1);
}

static int compare_spots(const void *left, const void *right)
{
	const struct spot *a = left;
	const struct spot *b = right;

	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static bool index_functions(struct merge *m)
{
	const struct csa_project *project = m->project;

	m->first = calloc((size_t)project->files.count + 2, sizeof(*m->first));
	m->spots = calloc((size_t)project->defs.count + 1, sizeof(*m->spots));
	if (!m->first || !m->spots)
		return false;
	for (uint32_t i = 0; i < project->defs.count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if (def->kind != CSA_DEF_FUNCTION)
			continue;
		m->spots[m->spot_count++] = (struct spot){ def->file, def->line, i };
		m->first[def->file + 1]++;
	}
	qsort(m->spots, m->spot_count, sizeof(*m->spots), compare_spots);
	for (uint32_t i = 0; i < project->files.count; i++)
		m->first[i + 1] += m->first[i];
	return true;
}

/*
 * Is the tag news? Not when a definition of the scanner begins at its line, has its name near by,
 * or lies around it: ctags then named a macro, or took a statement for a function. Where braces
 * do not balance, what lies around it means nothing.
 */
static bool is_news(const struct merge *m, uint32_t file, const struct csa_tag *tag)
{
	bool is_broken = m->project->files.items[file].broken_line != 0;
	uint32_t low = m->first[file];
	uint32_t high = m->first[file + 1];

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (m->spots[middle].line <= tag->line)
			low = middle + 1;
		else
			high = middle;
	}
	/* A window: several definitions may begin in one line. */
	low = low > m->first[file] + 8 ? low - 8 : m->first[file];
	high = low + 16 < m->first[file + 1] ? low + 16 : m->first[file + 1];
	for (; low < high; low++) {
		const struct csa_def *def = &m->project->defs.items[m->spots[low].def];
		bool is_inside = def->line <= tag->line && tag->line <= def->end_line;
		bool is_around = tag->line <= def->line && def->line <= tag->end_line;

		if (def->line == tag->line ||
		    (def->base == tag->name && (is_inside || is_around)) ||
		    (!is_broken && (is_inside || is_around)))
			return false;
	}
	return true;
}

static uint32_t scope_id(struct csa_project *project, const char *scope)
{
	struct csa_buf text;
	uint32_t id;

	csa_buf_init(&text);
	while (*scope) {
		const char *next = strstr(scope, "::");
		size_t length = next ? (size_t)(next - scope) : strlen(scope);

		if (text.length)
			csa_buf_add_str(&text, "::");
		if (strncmp(scope, "__anon", 6) == 0)
			csa_buf_add_str(&text, "(anonymous namespace)");
		else
			csa_buf_add(&text, scope, length);
		scope += length + (next ? 2 : 0);
	}
	id = csa_names_add(&project->names, text.data, text.length);
	project->failed = project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

/* Tags of one file come one after the other; a slice grows while they do. */
static void keep_tag(struct reading *r, struct tag *tag)
{
	struct csa_source_facts *facts = r->facts;
	uint32_t path = csa_names_find(&r->paths, tag->path, strlen(tag->path));
	struct csa_file_facts *file = path ? &facts->files.items[r->file_of[path]] : NULL;

	/* Lambdas and functions inside functions belong to the function around. */
	if (!file || file->has_tags || tag->is_in_function || strncmp(tag->name, "__anon", 6) == 0)
		return;
	if (!CSA_VEC_ROOM(&facts->tags, 1)) {
		r->project->failed = true;
		return;
	}
	normal_name(tag->name);
	if (file->tags.count == 0)
		file->tags.first = facts->tags.count;
	/* Named twice in the list of files: what comes apart from the rest is a repetition. */
	if (file->tags.first + file->tags.count != facts->tags.count)
		return;
	file->tags.count++;
	facts->tags.items[facts->tags.count++] = (struct csa_tag){
		.name = csa_names_add_str(&r->project->names, tag->name),
		.scope = scope_id(r->project, tag->scope),
		.line = tag->line,
		.end_line = tag->end > tag->line ? tag->end : tag->line,
		.is_static = tag->is_static,
	};
}

static void keep_tags(struct reading *r, char *text)
{
	while (*text) {
		char *newline = strchr(text, '\n');
		char *next = newline ? newline + 1 : text + strlen(text);
		struct tag tag;

		if (newline)
			*newline = '\0';
		if (cut_tag(text, &tag))
			keep_tag(r, &tag);
		text = next;
	}
}

int csa_ctags_read(struct csa_project *project, struct csa_source_facts *facts,
		   struct csa_buf *tags, struct csa_err *err)
{
	struct reading r = { .project = project, .facts = facts };
	bool failed;

	csa_names_init(&r.paths);
	r.file_of = calloc((size_t)project->files.count + 2, sizeof(*r.file_of));
	for (uint32_t i = 0; r.file_of && i < project->files.count; i++) {
		uint32_t id = csa_names_add_str(&r.paths, project->files.items[i].path);

		if (id)
			r.file_of[id] = i;
	}
	if (r.file_of && !r.paths.failed && tags->length)
		keep_tags(&r, tags->data);
	failed = !r.file_of || r.paths.failed || project->failed || project->names.failed;
	free(r.file_of);
	csa_names_release(&r.paths);
	return failed ? csa_fail(err, CSA_E_NOMEM, "out of memory for tags") : 0;
}

static void merge_tag(struct merge *m, uint32_t file, const struct csa_tag *tag)
{
	struct csa_def def = { .kind = CSA_DEF_FUNCTION,
			       .flags = CSA_DEF_TAGGED,
			       .base = tag->name,
			       .scope = tag->scope,
			       .file = file,
			       .line = tag->line,
			       .end_line = tag->end_line };

	if (!is_news(m, file, tag))
		return;
	def.name = csa_project_join(m->project, def.scope, def.base);
	if (tag->is_static && !def.scope)
		def.flags |= CSA_DEF_STATIC;
	(void)csa_project_add_def(m->project, &def);
}

int csa_ctags_merge(struct csa_project *project, const struct csa_source_facts *facts,
		    struct csa_err *err)
{
	struct merge m = { .project = project };
	int rc = 0;

	if (facts->tags.count == 0)
		return 0;
	if (index_functions(&m)) {
		for (uint32_t i = 0; i < facts->files.count; i++) {
			const struct csa_slice *slice = &facts->files.items[i].tags;

			for (uint32_t k = 0; k < slice->count; k++)
				merge_tag(&m, i, &facts->tags.items[slice->first + k]);
		}
	} else {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for tags");
	}
	free(m.first);
	free(m.spots);
	return rc;
}
