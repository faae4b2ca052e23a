/* SPDX-License-Identifier: MIT */
#include "ctags.h"

#include <stdlib.h>
#include <string.h>

#include "ctags_run.h"
#include "plan.h"
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

struct merge {
	struct csa_project *project;
	uint32_t *first;    /* by file: its functions in spots; one more at the end */
	struct spot *spots; /* functions of the scanner, by file and line */
	uint32_t spot_count;
	struct csa_names paths;
	uint32_t *file_of; /* by id of paths */
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

static bool index_project(struct merge *m)
{
	const struct csa_project *project = m->project;

	m->first = calloc((size_t)project->files.count + 2, sizeof(*m->first));
	m->file_of = calloc((size_t)project->files.count + 2, sizeof(*m->file_of));
	m->spots = calloc((size_t)project->defs.count + 1, sizeof(*m->spots));
	if (!m->first || !m->file_of || !m->spots)
		return false;
	for (uint32_t i = 0; i < project->defs.count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if (def->kind != CSA_DEF_FUNCTION)
			continue;
		m->spots[m->spot_count++] = (struct spot){ def->file, def->line, i };
		m->first[def->file + 1]++;
	}
	qsort(m->spots, m->spot_count, sizeof(*m->spots), compare_spots);
	for (uint32_t i = 0; i < project->files.count; i++) {
		uint32_t id = csa_names_add_str(&m->paths, project->files.items[i].path);

		m->first[i + 1] += m->first[i];
		if (id)
			m->file_of[id] = i;
	}
	return !m->paths.failed;
}

/*
 * Is the tag news? Not when a definition of the scanner begins at its line, has its name near by,
 * or lies around it: ctags then named a macro, or took a statement for a function. Where braces
 * do not balance, what lies around it means nothing.
 */
static bool is_news(const struct merge *m, uint32_t file, const struct tag *tag, uint32_t base)
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
		bool is_around = tag->line <= def->line && def->line <= tag->end;

		if (def->line == tag->line || (def->base == base && (is_inside || is_around)) ||
		    (!is_broken && (is_inside || is_around)))
			return false;
	}
	return true;
}

static uint32_t scope_id(struct merge *m, const char *scope)
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
	id = csa_names_add(&m->project->names, text.data, text.length);
	m->project->failed = m->project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

static void take_tag(struct merge *m, struct tag *tag)
{
	struct csa_names *names = &m->project->names;
	uint32_t path = csa_names_find(&m->paths, tag->path, strlen(tag->path));
	struct csa_def def = { .kind = CSA_DEF_FUNCTION, .line = tag->line };

	/* Lambdas and functions inside functions belong to the function around. */
	if (!path || tag->is_in_function || strncmp(tag->name, "__anon", 6) == 0)
		return;
	normal_name(tag->name);
	def.file = m->file_of[path];
	def.base = csa_names_add_str(names, tag->name);
	if (!is_news(m, def.file, tag, def.base))
		return;
	def.scope = scope_id(m, tag->scope);
	def.name = csa_project_join(m->project, def.scope, def.base);
	def.end_line = tag->end > tag->line ? tag->end : tag->line;
	def.flags = CSA_DEF_TAGGED;
	if (tag->is_static && !def.scope)
		def.flags |= CSA_DEF_STATIC;
	(void)csa_project_add_def(m->project, &def);
}

static void take_tags(struct merge *m, char *text)
{
	while (*text) {
		char *newline = strchr(text, '\n');
		char *next = newline ? newline + 1 : text + strlen(text);
		struct tag tag;

		if (newline)
			*newline = '\0';
		if (cut_tag(text, &tag))
			take_tag(m, &tag);
		text = next;
	}
}

static int run_language(struct merge *m, const char *program, bool is_cxx, struct csa_err *err)
{
	struct csa_buf list;
	struct csa_buf tags;
	int rc = 0;

	csa_buf_init(&list);
	csa_buf_init(&tags);
	for (uint32_t i = 0; i < m->project->files.count; i++) {
		const struct csa_file *file = &m->project->files.items[i];

		/* A newline cannot be said in a list of lines: the scanner does such a file alone. */
		if (((file->languages & CSA_LANGUAGE_CXX) != 0) != is_cxx || file->is_missing ||
		    strchr(file->path, '\n'))
			continue;
		csa_buf_add_str(&list, file->path);
		csa_buf_add_char(&list, '\n');
	}
	if (list.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for tags");
	else if (list.length)
		rc = csa_ctags_run(program, is_cxx ? "C++" : "C", &list, &tags, err);
	if (rc == 0 && tags.length)
		take_tags(m, tags.data);
	csa_buf_release(&list);
	csa_buf_release(&tags);
	return rc;
}

int csa_ctags_merge(struct csa_project *project, const char *program, struct csa_buf *notes,
		    struct csa_err *err)
{
	struct merge m = { .project = project };
	struct csa_err reason = { 0 };
	int rc = 0;

	csa_names_init(&m.paths);
	if (!index_project(&m))
		rc = csa_fail(&reason, CSA_E_NOMEM, "out of memory for tags");
	for (int is_cxx = 0; is_cxx < 2 && rc == 0; is_cxx++)
		rc = run_language(&m, program, is_cxx, &reason);
	free(m.first);
	free(m.spots);
	free(m.file_of);
	csa_names_release(&m.paths);
	if (rc == CSA_E_NOMEM)
		return csa_fail(err, rc, "%s", reason.msg);
	if (rc == CSA_E_ABSENT)
		csa_buf_add_fmt(notes,
				"notice: %s is not there (Debian package universal-ctags); "
				"CallSight's own scanner does alone\n",
				program);
	else if (rc < 0)
		csa_buf_add_fmt(notes, "notice: %s; CallSight's own scanner does alone\n",
				reason.msg);
	return 0;
}
