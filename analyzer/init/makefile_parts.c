/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* access */
#include "makefile_parts.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "file_text.h"
#include "makefile_goals.h"

/* One Makefile while its words are chosen. */
struct choice {
	struct csa_makefile text;
	struct csa_makefile_parts *parts;
	const char *folder;
	struct csa_buf compiled; /* sources that a program is made of without objects between */
};

void csa_makefile_parts_init(struct csa_makefile_parts *parts)
{
	*parts = (struct csa_makefile_parts){ .name = NULL };
	csa_buf_init(&parts->programs);
	csa_buf_init(&parts->others);
	csa_buf_init(&parts->sources);
	csa_buf_init(&parts->objects);
}

void csa_makefile_parts_release(struct csa_makefile_parts *parts)
{
	csa_buf_release(&parts->programs);
	csa_buf_release(&parts->others);
	csa_buf_release(&parts->sources);
	csa_buf_release(&parts->objects);
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
static void add_source_of(struct choice *m, const char *object, size_t length)
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
static struct csa_makefile_variable *sources_in(struct choice *m, const char *value)
{
	for (uint32_t i = 0; i < m->text.variables.count; i++) {
		struct csa_makefile_variable *v = &m->text.variables.items[i];

		for (const char *at = strstr(value, v->name); at; at = strstr(at + 1, v->name)) {
			char after = at[strlen(v->name)];

			if (at >= value + 2 && at[-2] == '$' && strchr(":)}", after) &&
			    csa_makefile_names(v->value.data, false))
				return v;
		}
	}
	return NULL;
}

static void add_object_words(struct choice *m, const char *name, const char *value)
{
	struct csa_makefile_variable *sources = sources_in(m, value);

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
static void take_need(struct choice *m, const char *word, size_t length)
{
	struct csa_makefile_variable *v = NULL;
	struct csa_buf value;

	if (length > 3 && word[0] == '$')
		v = csa_makefile_variable(&m->text, word + 2, length - 3);
	csa_buf_init(&value);
	if (v)
		csa_makefile_expand(&m->text, v->value.data, &value);
	if (v && csa_makefile_names(value.data, true)) {
		add_object_words(m, v->name, v->value.data);
	} else if (v && csa_makefile_names(value.data, false)) {
		add_word(&m->compiled, word, length);
	} else if (length > 2 && memcmp(word + length - 2, ".o", 2) == 0 && word[0] != '$') {
		add_word(&m->parts->objects, word, length);
		add_source_of(m, word, length);
	} else if (word[0] != '$') {
		struct csa_buf text;

		csa_buf_init(&text);
		csa_buf_add(&text, word, length);
		if (csa_makefile_names(text.data, false))
			add_word(&m->compiled, word, length);
		csa_buf_release(&text);
	}
	csa_buf_release(&value);
}

/* Is what it needs traced? */
static bool is_taken(const struct csa_makefile_rule *rule)
{
	return csa_makefile_is_chosen(rule) || rule->is_part;
}

/* Programs that share objects: each word once. */
static bool is_new(const struct choice *m, uint32_t rule, const char *word, size_t length)
{
	for (uint32_t i = 0; i < rule; i++) {
		const char *at =
			is_taken(&m->text.rules.items[i]) ? m->text.rules.items[i].needs : "";

		for (size_t next; *at; at += next) {
			at += strspn(at, " \t");
			next = strcspn(at, " \t");
			if (next == length && memcmp(at, word, length) == 0)
				return false;
		}
	}
	return true;
}

static void take_programs(struct choice *m)
{
	for (uint32_t i = 0; i < m->text.rules.count; i++) {
		const struct csa_makefile_rule *rule = &m->text.rules.items[i];

		if (csa_makefile_is_chosen(rule) && !has_word(&m->parts->programs, rule->targets))
			add_word(&m->parts->programs, rule->targets, strlen(rule->targets));
		for (const char *at = is_taken(rule) ? rule->needs : ""; *at;) {
			size_t length;

			at += strspn(at, " \t");
			length = strcspn(at, " \t");
			if (length && is_new(m, i, at, length))
				take_need(m, at, length);
			at += length;
		}
	}
}

static void take_others(struct choice *m)
{
	for (uint32_t i = 0; i < m->text.rules.count; i++) {
		const struct csa_makefile_rule *rule = &m->text.rules.items[i];

		if (rule->is_link && !has_word(&m->parts->programs, rule->targets) &&
		    !has_word(&m->parts->others, rule->targets))
			add_word(&m->parts->others, rule->targets, strlen(rule->targets));
	}
}

static int read_file(struct csa_makefile_parts *parts, const char *folder, const char *path,
		     struct csa_err *err)
{
	struct choice m = { .parts = parts, .folder = folder };
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_buf_init(&m.compiled);
	rc = csa_file_text_read(&text, path, err);
	if (rc == 0 && text.length) {
		csa_makefile_take(&m.text, text.data);
		parts->is_adopted = m.text.is_adopted;
		csa_makefile_choose(&m.text);
		take_programs(&m);
		take_others(&m);
		/* Where some are made of objects, the lists are about those. */
		if (parts->objects.length == 0)
			csa_buf_add(&parts->sources, m.compiled.data, m.compiled.length);
	}
	if (rc == 0 && (m.text.failed || m.compiled.failed || parts->programs.failed ||
			parts->others.failed || parts->sources.failed || parts->objects.failed))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	csa_buf_release(&m.compiled);
	csa_makefile_release(&m.text);
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
