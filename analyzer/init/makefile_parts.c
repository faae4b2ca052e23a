/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* access */
#include "makefile_parts.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "file_text.h"
#include "vec.h"

struct variable {
	char *name;
	struct csa_buf value;
};

struct rule {
	char *targets;
	char *needs;
	bool has_recipe;
	bool is_link;
};

struct makefile {
	struct csa_makefile_parts *parts;
	const char *folder;
	struct {
		struct variable *items;
		uint32_t count;
		uint32_t capacity;
	} variables;
	struct {
		struct rule *items;
		uint32_t count;
		uint32_t capacity;
	} rules;
	struct csa_buf compiled; /* sources that a program is made of without objects between */
	bool failed;
};

void csa_makefile_parts_init(struct csa_makefile_parts *parts)
{
	*parts = (struct csa_makefile_parts){ .name = NULL };
	csa_buf_init(&parts->programs);
	csa_buf_init(&parts->sources);
	csa_buf_init(&parts->objects);
}

void csa_makefile_parts_release(struct csa_makefile_parts *parts)
{
	csa_buf_release(&parts->programs);
	csa_buf_release(&parts->sources);
	csa_buf_release(&parts->objects);
}

static char *trimmed(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

static struct variable *find_variable(struct makefile *m, const char *name, size_t length)
{
	for (uint32_t i = 0; i < m->variables.count; i++) {
		struct variable *v = &m->variables.items[i];

		if (strlen(v->name) == length && memcmp(v->name, name, length) == 0)
			return v;
	}
	return NULL;
}

/* A line "NAME = value", with every kind of '='. The value of += is put behind the old one. */
static void take_variable(struct makefile *m, char *line, char *equals)
{
	bool adds = equals > line && equals[-1] == '+';
	char *end = equals;
	char *name;
	struct variable *v;

	while (end > line && strchr(":?+!", end[-1]))
		end--;
	*end = '\0';
	name = trimmed(line);
	if (strncmp(name, "export ", 7) == 0 || strncmp(name, "override ", 9) == 0)
		name = trimmed(strchr(name, ' '));
	v = find_variable(m, name, strlen(name));
	if (!v) {
		if (!CSA_VEC_ROOM(&m->variables, 1)) {
			m->failed = true;
			return;
		}
		v = &m->variables.items[m->variables.count++];
		v->name = name;
		csa_buf_init(&v->value);
	}
	if (!adds)
		csa_buf_clear(&v->value);
	csa_buf_add_fmt(&v->value, "%s%s", adds ? " " : "", trimmed(equals + 1));
}

static void take_rule(struct makefile *m, char *line, char *colon)
{
	char *recipe = strchr(colon, ';');
	char *bar;

	if (recipe)
		*recipe++ = '\0';
	bar = strchr(colon, '|');
	if (bar)
		*bar = '\0';
	*colon = '\0';
	if (!CSA_VEC_ROOM(&m->rules, 1)) {
		m->failed = true;
		return;
	}
	m->rules.items[m->rules.count++] =
		(struct rule){ .targets = trimmed(line),
			       .needs = trimmed(colon + 1 + (colon[1] == ':')) };
}

/* A command of the last rule: one that compiles is not one that links. */
static void take_recipe(struct makefile *m, const char *line)
{
	static const char *const compilers[] = { "(CC)", "(CXX)", "{CC}",  "{CXX}", "(LD)",
						 "LINK", "cc ",   "clang", "++ " };
	struct rule *rule = m->rules.count ? &m->rules.items[m->rules.count - 1] : NULL;

	if (!rule)
		return;
	rule->has_recipe = true;
	for (size_t i = 0; i < sizeof(compilers) / sizeof(*compilers); i++) {
		if (strstr(line, compilers[i]) && strstr(line, " -o") && !strstr(line, " -c "))
			rule->is_link = true;
	}
}

/* The first of ':' and '=' outside of $(...) decides what a line is. */
static char *find_sign(char *line)
{
	int depth = 0;

	for (; *line; line++) {
		if (*line == '(' || *line == '{')
			depth++;
		else if (*line == ')' || *line == '}')
			depth--;
		else if (depth == 0 && (*line == ':' || *line == '='))
			return line;
	}
	return NULL;
}

static void take_line(struct makefile *m, char *line)
{
	char *hash = line[0] == '\t' ? NULL : strchr(line, '#');
	char *sign;
	char *equals;

	if (hash)
		*hash = '\0';
	if (line[0] == '\t') {
		take_recipe(m, line);
		return;
	}
	if (strstr(line, "include") && strstr(line, "callsight"))
		m->parts->is_adopted = true;
	sign = find_sign(line);
	if (!sign)
		return;
	equals = sign;
	while (*equals == ':')
		equals++;
	if (*equals == '=')
		take_variable(m, line, equals);
	else if (!strchr(sign, '=')) /* else a variable of one target */
		take_rule(m, line, sign);
}

/* Lines that end in a backslash go on. */
static void take_text(struct makefile *m, char *text)
{
	for (char *at = text; (at = strstr(at, "\\\n")) != NULL;)
		at[0] = at[1] = ' ';
	while (*text) {
		size_t length = strcspn(text, "\n");
		char *next = text + length + (text[length] == '\n');

		text[length] = '\0';
		take_line(m, text);
		text = next;
	}
}

/* Does a text name files of this kind: ".o" or sources, as suffixes of words, in lists or in patterns? */
static bool names_files(const char *text, bool are_objects)
{
	static const char *const sources[] = { ".c", ".cc", ".cpp", ".cxx", NULL };
	static const char *const objects[] = { ".o", NULL };

	for (const char *const *suffix = are_objects ? objects : sources; *suffix; suffix++) {
		size_t length = strlen(*suffix);

		for (const char *at = strstr(text, *suffix); at; at = strstr(at + 1, *suffix)) {
			if (!at[length] || strchr(" \t,)}", at[length]))
				return true;
		}
	}
	return false;
}

static void add_word(struct csa_buf *list, const char *word, size_t length)
{
	if (list->length)
		csa_buf_add_char(list, ' ');
	csa_buf_add(list, word, length);
}

static bool has_word(const struct csa_buf *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list->data; (at = strstr(at, word)) != NULL; at++) {
		if ((at == list->data || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	}
	return false;
}

/* The existing source of an object, or NAME.c. */
static void add_source_of(struct makefile *m, const char *object, size_t length)
{
	static const char *const suffixes[] = { ".c", ".cc", ".cpp", ".cxx" };
	struct csa_buf path;
	size_t stem = length - 2;
	const char *found = suffixes[0];

	csa_buf_init(&path);
	for (size_t i = 4; i-- > 0;) {
		csa_buf_clear(&path);
		csa_buf_add_fmt(&path, "%s/%.*s%s", m->folder, (int)stem, object, suffixes[i]);
		if (!path.failed && access(path.data, F_OK) == 0)
			found = suffixes[i];
	}
	csa_buf_clear(&path);
	csa_buf_add_fmt(&path, "%.*s%s", (int)stem, object, found);
	add_word(&m->parts->sources, path.data, path.length);
	csa_buf_release(&path);
}

/* The variable of sources that the value of a variable of objects is made of. */
static struct variable *sources_in(struct makefile *m, const char *value)
{
	for (uint32_t i = 0; i < m->variables.count; i++) {
		struct variable *v = &m->variables.items[i];

		for (const char *at = strstr(value, v->name); at; at = strstr(at + 1, v->name)) {
			char after = at[strlen(v->name)];

			if (at >= value + 2 && at[-2] == '$' && strchr(":)}", after) &&
			    names_files(v->value.data, false))
				return v;
		}
	}
	return NULL;
}

static void add_object_words(struct makefile *m, const char *name, const char *value)
{
	struct variable *sources = sources_in(m, value);

	csa_buf_add_fmt(&m->parts->objects, "%s$(%s)", m->parts->objects.length ? " " : "", name);
	if (sources || strchr(value, '$')) {
		csa_buf_add_fmt(&m->parts->sources, "%s$(%s%s)",
				m->parts->sources.length ? " " : "", sources ? sources->name : name,
				sources ? "" : ":.o=.c");
		return;
	}
	for (size_t length; *value; value += length) {
		value += strspn(value, " \t");
		length = strcspn(value, " \t");
		if (length > 2)
			add_source_of(m, value, length);
	}
}

/* One word among what a program is made of. */
static void take_need(struct makefile *m, const char *word, size_t length)
{
	struct variable *v = NULL;

	if (length > 3 && word[0] == '$')
		v = find_variable(m, word + 2, length - 3);
	if (v && names_files(v->value.data, true)) {
		add_object_words(m, v->name, v->value.data);
	} else if (v && names_files(v->value.data, false)) {
		add_word(&m->compiled, word, length);
	} else if (length > 2 && memcmp(word + length - 2, ".o", 2) == 0 && word[0] != '$') {
		add_word(&m->parts->objects, word, length);
		add_source_of(m, word, length);
	} else if (word[0] != '$') {
		struct csa_buf text;

		csa_buf_init(&text);
		csa_buf_add(&text, word, length);
		if (names_files(text.data, false))
			add_word(&m->compiled, word, length);
		csa_buf_release(&text);
	}
}

/* Programs that share objects: each word once. */
static bool is_new(const struct makefile *m, uint32_t rule, const char *word, size_t length)
{
	for (uint32_t i = 0; i < rule; i++) {
		const char *at = m->rules.items[i].is_link ? m->rules.items[i].needs : "";

		for (size_t next; *at; at += next) {
			at += strspn(at, " \t");
			next = strcspn(at, " \t");
			if (next == length && memcmp(at, word, length) == 0)
				return false;
		}
	}
	return true;
}

static void take_programs(struct makefile *m)
{
	for (uint32_t i = 0; i < m->rules.count; i++) {
		struct rule *rule = &m->rules.items[i];

		/* A program may also be linked by make's own rule. */
		if (!rule->has_recipe && names_files(rule->needs, true) &&
		    rule->targets[0] != '.' && !strchr(rule->targets, ' ') &&
		    !names_files(rule->targets, true))
			rule->is_link = true;
		if (strchr(rule->targets, '%') || names_files(rule->targets, true))
			rule->is_link = false;
		if (!rule->is_link)
			continue;
		if (!has_word(&m->parts->programs, rule->targets))
			add_word(&m->parts->programs, rule->targets, strlen(rule->targets));
		for (const char *at = rule->needs; *at;) {
			size_t length;

			at += strspn(at, " \t");
			length = strcspn(at, " \t");
			if (length && is_new(m, i, at, length))
				take_need(m, at, length);
			at += length;
		}
	}
}

static void release(struct makefile *m)
{
	for (uint32_t i = 0; i < m->variables.count; i++)
		csa_buf_release(&m->variables.items[i].value);
	free(m->variables.items);
	csa_buf_release(&m->compiled);
	free(m->rules.items);
}

static int read_file(struct csa_makefile_parts *parts, const char *folder, const char *path,
		     struct csa_err *err)
{
	struct makefile m = { .parts = parts, .folder = folder };
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_buf_init(&m.compiled);
	rc = csa_file_text_read(&text, path, err);
	if (rc == 0 && text.length) {
		take_text(&m, text.data);
		take_programs(&m);
		/* Where some are made of objects, the lists are about those. */
		if (parts->objects.length == 0)
			csa_buf_add(&parts->sources, m.compiled.data, m.compiled.length);
	}
	if (rc == 0 && (m.failed || m.compiled.failed || parts->programs.failed ||
			parts->sources.failed || parts->objects.failed))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	release(&m);
	csa_buf_release(&text);
	return rc;
}

int csa_makefile_parts_read(struct csa_makefile_parts *parts, const char *folder,
			    struct csa_err *err)
{
	/* In the order in which make looks for them. */
	static const char *const names[] = { "GNUmakefile", "makefile", "Makefile" };
	struct csa_buf path;
	int rc = 0;

	csa_buf_init(&path);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names) && !parts->name; i++) {
		csa_buf_clear(&path);
		csa_buf_add_fmt(&path, "%s/%s", folder, names[i]);
		if (!path.failed && access(path.data, F_OK) == 0)
			parts->name = names[i];
	}
	if (path.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else if (parts->name)
		rc = read_file(parts, folder, path.data, err);
	csa_buf_release(&path);
	return rc;
}
