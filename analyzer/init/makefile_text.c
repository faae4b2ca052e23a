/* SPDX-License-Identifier: MIT */
#include "makefile_text.h"

#include <ctype.h>
#include <string.h>

#define NESTED_MAX   8u     /* variables in variables */
#define EXPANDED_MAX 65536u /* bytes; chosen: variables can double each other */

static char *trimmed(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

struct csa_makefile_variable *csa_makefile_variable(struct csa_makefile *m, const char *name,
						    size_t length)
{
	for (uint32_t i = 0; i < m->variables.count; i++) {
		struct csa_makefile_variable *v = &m->variables.items[i];

		if (strlen(v->name) == length && memcmp(v->name, name, length) == 0)
			return v;
	}
	return NULL;
}

/* A line "NAME = value", with every kind of '='. The value of += is put behind the old one. */
static void take_variable(struct csa_makefile *m, char *line, char *equals)
{
	bool adds = equals > line && equals[-1] == '+';
	char *end = equals;
	char *name;
	struct csa_makefile_variable *v;

	while (end > line && strchr(":?+!", end[-1]))
		end--;
	*end = '\0';
	name = trimmed(line);
	if (strncmp(name, "export ", 7) == 0 || strncmp(name, "override ", 9) == 0)
		name = trimmed(strchr(name, ' '));
	v = csa_makefile_variable(m, name, strlen(name));
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

static void take_rule(struct csa_makefile *m, char *line, char *colon)
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
		(struct csa_makefile_rule){ .targets = trimmed(line),
					    .needs = trimmed(colon + 1 + (colon[1] == ':')) };
}

/* A command of the last rule: one that compiles is not one that links. */
static void take_recipe(struct csa_makefile *m, const char *line)
{
	static const char *const compilers[] = { "(CC)", "(CXX)", "{CC}",  "{CXX}", "(LD)",
						 "LINK", "cc ",   "clang", "++ " };
	struct csa_makefile_rule *rule =
		m->rules.count ? &m->rules.items[m->rules.count - 1] : NULL;

	if (!rule)
		return;
	rule->has_recipe = true;
	if (strstr(line, "(MAKE)") || strstr(line, "{MAKE}"))
		return;
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

static void take_line(struct csa_makefile *m, char *line)
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
		m->is_adopted = true;
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
void csa_makefile_take(struct csa_makefile *m, char *text)
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

static void expand(struct csa_makefile *m, const char *text, struct csa_buf *out, unsigned depth)
{
	while (*text && out->length < EXPANDED_MAX) {
		size_t length = strcspn(text, "$");
		size_t name = 0;
		const struct csa_makefile_variable *v;

		csa_buf_add(out, text, length);
		text += length;
		if (!*text)
			return;
		if (text[1] == '(' || text[1] == '{')
			name = strcspn(text + 2, "(){}: \t$");
		v = name && text[2 + name] && strchr(")}", text[2 + name]) && depth < NESTED_MAX
			    ? csa_makefile_variable(m, text + 2, name)
			    : NULL;
		if (v)
			expand(m, v->value.data, out, depth + 1);
		else
			csa_buf_add_char(out, '$');
		text += v ? name + 3 : 1;
	}
}

void csa_makefile_expand(struct csa_makefile *m, const char *text, struct csa_buf *out)
{
	expand(m, text, out, 0);
}

bool csa_makefile_names(const char *text, bool are_objects)
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

void csa_makefile_release(struct csa_makefile *m)
{
	for (uint32_t i = 0; i < m->variables.count; i++)
		csa_buf_release(&m->variables.items[i].value);
	free(m->variables.items);
	free(m->rules.items);
}
