/* SPDX-License-Identifier: MIT */
#include "made_names.h"

#include <stdlib.h>
#include <string.h>

#include "declarator.h"
#include "macro_text.h"
#include "plan.h"
#include "vec.h"

#define ROUNDS_MAX 24u     /* of expansion, one inside the other */
#define MADE_MAX   200000u /* calls that are expanded; chosen: far above real projects */

/*
 * Bytes that expansions may have, so that macros that double themselves end: shared by all calls and
 * linear in their number. Chosen: libuv needs 69 KB for 605 calls.
 */
#define MADE_BYTES_FREE     ((size_t)1 << 17)
#define MADE_BYTES_PER_CALL ((size_t)1 << 12)
#define MADE_BYTES_PER_NAME ((size_t)1 << 8)

struct making {
	struct csa_scanner *scanner;
	struct csa_project *project;
	struct csa_macros macros;
	struct csa_declarator found;
	struct {
		struct csa_token *items;
		uint32_t count;
		uint32_t capacity;
	} tokens;
	struct csa_buf text; /* what is being expanded */
	struct csa_buf next;
	size_t bytes_left;
	uint32_t file;
};

static bool is_macro(const void *data, const char *name, size_t length)
{
	const struct making *m = data;

	return csa_macros_find(&m->macros, m->file, name, length) != CSA_NO_INDEX ||
	       csa_declarator_is_caps(name, length);
}

/* The tokens behind the last ';' or '}' at the top level: the head that a body follows. */
static void read_tokens(struct making *m)
{
	struct csa_token token;
	struct csa_lex lex;
	uint32_t depth = 0;

	m->tokens.count = 0;
	csa_lex_init(&lex, m->text.data, m->text.length, true);
	for (csa_lex_next(&lex, &token); token.kind != CSA_TOKEN_END; csa_lex_next(&lex, &token)) {
		char c = token.kind == CSA_TOKEN_PUNCT ? token.punct : 0;

		if (c == '(' || c == '{' || c == '[')
			depth++;
		if ((c == ')' || c == '}' || c == ']') && depth > 0)
			depth--;
		if (depth == 0 && (c == ';' || c == '}')) {
			m->tokens.count = 0;
			continue;
		}
		if (!CSA_VEC_ROOM(&m->tokens, 1)) {
			m->project->failed = true;
			break;
		}
		m->tokens.items[m->tokens.count++] = token;
	}
	csa_lex_release(&lex);
}

static bool parse_head(struct making *m)
{
	bool is_cxx = m->project->files.items[m->file].languages & CSA_LANGUAGE_CXX;
	struct csa_declarator_input in = {
		.is_cxx = is_cxx, .has_body = true, .is_macro = is_macro, .data = m
	};

	read_tokens(m);
	in.tokens = m->tokens.items;
	in.count = m->tokens.count;
	if (csa_declarator_parse(&in, &m->found) < 0)
		m->project->failed = true;
	return m->found.kind == CSA_DECLARATOR_FUNCTION;
}

static bool is_known_macro(const struct making *m, const struct csa_buf *name)
{
	return csa_macros_find(&m->macros, m->file, name->data, name->length) != CSA_NO_INDEX;
}

static void rename_def(struct making *m, struct csa_def *def)
{
	struct csa_names *names = &m->project->names;
	uint32_t own = csa_names_add(names, m->found.scope.data, m->found.scope.length);

	if (own)
		def->scope = csa_project_join(m->project, def->scope, own);
	def->base = csa_names_add(names, m->found.base.data, m->found.base.length);
	def->name = csa_project_join(m->project, def->scope, def->base);
	def->flags &= (uint16_t)~CSA_DEF_NAMED_CAPS;
	if (m->found.is_static)
		def->flags |= CSA_DEF_STATIC;
}

/* Whether m->next may be used: within the bytes that are left. */
static bool may_take(struct making *m)
{
	m->project->failed |= m->next.failed;
	if (m->next.failed || m->next.length > m->bytes_left)
		return false;
	m->bytes_left -= m->next.length;
	return true;
}

/* Expands the first call of @text into m->next. False: there is none, or it would grow too long. */
static bool expand(struct making *m, const char *text)
{
	if (!csa_macros_expand(&m->macros, m->file, text, &m->next)) {
		m->project->failed |= m->next.failed;
		return false;
	}
	return may_take(m);
}

/* Expands the head step by step until a name appears that is not a macro's. */
static void fix_name(struct making *m, uint32_t index)
{
	struct csa_def *def = &m->project->defs.items[index];

	m->file = def->file;
	csa_buf_clear(&m->text);
	csa_buf_add_str(&m->text, csa_project_name(m->project, def->header));
	for (uint32_t round = 0; round < ROUNDS_MAX; round++) {
		struct csa_buf swap;

		if (parse_head(m) && !is_known_macro(m, &m->found.base)) {
			if (m->found.base.length)
				rename_def(m, def);
			return;
		}
		m->project->failed |= m->text.failed;
		if (!expand(m, m->text.data))
			return;
		swap = m->text;
		m->text = m->next;
		m->next = swap;
	}
}

static bool add_plain(struct making *m, const char *word, size_t length)
{
	uint32_t macro = csa_macros_find_plain(&m->macros, m->file, word, length);
	uint32_t body = macro == CSA_NO_INDEX ? 0 : m->project->defs.items[macro].body;

	if (!body)
		return false;
	csa_buf_add_str(&m->next, csa_project_name(m->project, body));
	return true;
}

/* "BEGIN_TABLE ENTRY(a) ENTRY(b) END_TABLE": replaces the first word, and the last one if it can. */
static bool expand_ends(struct making *m, const char *text)
{
	const char *first_end = strchr(text, ' ');
	const char *last = strrchr(text, ' ');

	csa_buf_clear(&m->next);
	if (!first_end || !add_plain(m, text, (size_t)(first_end - text)))
		return false;
	if (!strchr(m->next.data, '{'))
		return false;
	csa_buf_add(&m->next, first_end, (size_t)(last + 1 - first_end));
	if (!add_plain(m, last + 1, strlen(last + 1)))
		csa_buf_add_str(&m->next, last + 1);
	return may_take(m);
}

/* Scans what a call of a macro expands to, when that holds a body at all. */
static void scan_made(struct making *m, const struct csa_made *made)
{
	const char *text = csa_project_name(m->project, made->text);
	struct csa_scan_input input = { .file = made->file,
					.line = made->line,
					.scope = made->scope,
					.rounds = made->rounds + 1 };

	m->file = made->file;
	if (made->rounds >= ROUNDS_MAX || (!expand_ends(m, text) && !expand(m, text)))
		return;
	/* Without a body and without another call there is nothing to find. */
	if (!strchr(m->next.data, '{') && !strchr(m->next.data, '('))
		return;
	input.text = m->next.data;
	input.length = m->next.length;
	csa_scan_file(m->scanner, &input);
}

/*
 * "int getc(file) {" defines a function although a macro of this name exists as well; only in
 * capitals, or with nothing in front, the macro makes the head.
 */
static bool is_own_function(const struct csa_project *project, const struct csa_def *def)
{
	const char *header = csa_project_name(project, def->header);
	uint32_t length = csa_names_length(&project->names, def->base);

	if (def->flags & CSA_DEF_NAMED_CAPS)
		return false;
	if (strncmp(header, "static ", 7) == 0)
		header += 7;
	return strncmp(header, csa_project_name(project, def->base), length) != 0 ||
	       header[length] != ' ';
}

void csa_made_names(struct csa_scanner *scanner)
{
	struct making m = { .scanner = scanner, .project = scanner->project };
	struct csa_project *project = scanner->project;

	csa_declarator_init(&m.found);
	csa_buf_init(&m.text);
	csa_buf_init(&m.next);
	m.bytes_left = MADE_BYTES_FREE + MADE_BYTES_PER_CALL * project->made.count;
	if (!csa_macros_init(&m.macros, project))
		project->failed = true;
	for (uint32_t i = 0; i < project->made.count && i < MADE_MAX && !project->failed; i++) {
		struct csa_made made = project->made.items[i];

		scan_made(&m, &made);
	}
	m.bytes_left += MADE_BYTES_PER_NAME * project->defs.count;
	for (uint32_t i = 0; i < project->defs.count && !project->failed; i++) {
		const struct csa_def *def = &project->defs.items[i];
		const char *base = csa_project_name(project, def->base);

		m.file = def->file;
		if (def->kind == CSA_DEF_FUNCTION && def->header &&
		    is_macro(&m, base, csa_names_length(&project->names, def->base)) &&
		    !is_own_function(project, def))
			fix_name(&m, i);
	}
	csa_macros_release(&m.macros);
	csa_declarator_release(&m.found);
	csa_buf_release(&m.text);
	csa_buf_release(&m.next);
	free(m.tokens.items);
}
