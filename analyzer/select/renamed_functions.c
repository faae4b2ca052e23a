/* SPDX-License-Identifier: MIT */
#include "renamed_functions.h"

#include <string.h>

#include "buf.h"
#include "declarator.h"
#include "macro_text.h"

#define ROUNDS_MAX 8u /* of expansion, one inside the other */

struct renaming {
	struct csa_project *project;
	struct csa_macros macros;
	struct csa_buf text;
	struct csa_buf next;
	uint32_t file;
};

void csa_renamed_define(struct csa_project *project, const char *lines)
{
	while (*lines && project->files.count > 0) {
		size_t length = strcspn(lines, "\n");
		size_t name = strcspn(lines, "=");
		struct csa_def def = { .kind = CSA_DEF_MACRO };

		if (name < length) {
			def.base = def.name = csa_names_add(&project->names, lines, name);
			def.body =
				csa_names_add(&project->names, lines + name + 1, length - name - 1);
			(void)csa_project_add_def(project, &def);
		}
		lines += length + (lines[length] != '\0');
	}
}

/* The only word of the text; false when there is more or less. */
static bool only_word(const char *text, struct csa_token *word)
{
	struct csa_token behind;
	struct csa_lex lex;

	csa_lex_init(&lex, text, strlen(text), true);
	csa_lex_next(&lex, word);
	csa_lex_next(&lex, &behind);
	csa_lex_release(&lex);
	return word->kind == CSA_TOKEN_IDENT && behind.kind == CSA_TOKEN_END;
}

/* Replaces macros without parameters, except @own. False: a word in capitals is no macro at all. */
static bool replace_plain(struct renaming *r, uint32_t own)
{
	struct csa_token token;
	struct csa_lex lex;
	bool is_known = true;

	csa_buf_clear(&r->next);
	csa_lex_init(&lex, r->text.data, r->text.length, true);
	for (csa_lex_next(&lex, &token); token.kind != CSA_TOKEN_END; csa_lex_next(&lex, &token)) {
		const struct csa_macros *macros = &r->macros;
		uint32_t macro = CSA_NO_INDEX;
		bool is_own = csa_names_find(&r->project->names, token.text, token.length) == own;

		if (token.kind == CSA_TOKEN_IDENT && !is_own)
			macro = csa_macros_find_plain(macros, r->file, token.text, token.length);
		if (macro != CSA_NO_INDEX)
			csa_buf_add_str(&r->next,
					csa_project_name(r->project,
							 r->project->defs.items[macro].body));
		else
			csa_buf_add(&r->next, token.text, token.length);
		csa_buf_add_char(&r->next, ' ');
		is_known = is_known && (is_own || macro != CSA_NO_INDEX ||
					!csa_declarator_is_caps(token.text, token.length) ||
					csa_macros_find(macros, r->file, token.text,
							token.length) != CSA_NO_INDEX);
	}
	csa_lex_release(&lex);
	return is_known && !r->next.failed;
}

static void swap_texts(struct renaming *r)
{
	struct csa_buf text = r->text;

	r->text = r->next;
	r->next = text;
}

/* What @macro makes of its own name, in r->text. False: not one word that is known. */
static bool expand(struct renaming *r, const struct csa_def *macro, struct csa_token *word)
{
	csa_buf_clear(&r->text);
	csa_buf_add_str(&r->text, csa_project_name(r->project, macro->body));
	for (uint32_t round = 0; round < ROUNDS_MAX && !only_word(r->text.data, word); round++) {
		/* The arguments of a macro are replaced when it hands them on. */
		if (round > 0) {
			if (!replace_plain(r, macro->base))
				return false;
			swap_texts(r);
		}
		if (!csa_macros_expand(&r->macros, r->file, r->text.data, &r->next))
			return false;
		swap_texts(r);
	}
	return only_word(r->text.data, word);
}

/* "#define f g" counts only where it surely is in force: another file may undefine it. */
static bool is_in_force(const struct csa_project *project, const struct csa_def *macro,
			const struct csa_def *def)
{
	const char *body = csa_project_name(project, macro->body);

	return strchr(body, '(') || (macro->file == def->file && macro->line < def->line &&
				     !(macro->flags & CSA_DEF_CONDITIONAL));
}

/* "#define f(a, b) g(a, b)": the length of g, 0 when the macro does anything else. */
static size_t renamed_call(const struct csa_project *project, const struct csa_def *macro)
{
	const char *body = csa_project_name(project, macro->body);
	const char *params = csa_project_name(project, macro->header);
	size_t word = strcspn(body, " ");
	size_t length = strlen(params);
	const char *args = body + word;

	if (strncmp(args, " ( ", 3) != 0 || strncmp(args + 3, params, length) != 0 ||
	    strcmp(args + 3 + length, " )") != 0)
		return 0;
	return word;
}

static bool expand_call(const struct renaming *r, uint32_t macro, const struct csa_def *def,
			struct csa_token *word)
{
	const struct csa_def *found;

	if (macro == CSA_NO_INDEX)
		return false;
	found = &r->project->defs.items[macro];
	if (found->file != def->file || found->line >= def->line ||
	    (found->flags & CSA_DEF_CONDITIONAL))
		return false;
	word->text = csa_project_name(r->project, found->body);
	word->length = (uint32_t)renamed_call(r->project, found);
	return word->length > 0;
}

static bool expand_plain(struct renaming *r, uint32_t macro, const struct csa_def *def,
			 struct csa_token *word)
{
	const struct csa_def *found;

	if (macro == CSA_NO_INDEX)
		return false;
	found = &r->project->defs.items[macro];
	return found->body && is_in_force(r->project, found, def) && expand(r, found, word);
}

static void rename_one(struct renaming *r, uint32_t index)
{
	struct csa_project *project = r->project;
	struct csa_def *def = &project->defs.items[index];
	const char *base = csa_project_name(project, def->base);
	uint32_t plain = csa_macros_find_plain(&r->macros, def->file, base, strlen(base));
	uint32_t call = csa_macros_find(&r->macros, def->file, base, strlen(base));
	struct csa_use use = { .kind = CSA_USE_CALL };
	struct csa_token word;

	r->file = def->file;
	if (expand_plain(r, plain, def, &word))
		use.def = plain;
	else if (expand_call(r, call, def, &word))
		use.def = call;
	else
		return;
	def->base = use.name = csa_names_add(&project->names, word.text, word.length);
	def->name = csa_project_join(project, def->scope, def->base);
	csa_project_add_use(project, &use);
}

void csa_renamed_functions(struct csa_project *project)
{
	struct renaming r = { .project = project };
	uint32_t count = project->defs.count;

	csa_buf_init(&r.text);
	csa_buf_init(&r.next);
	if (!csa_macros_init(&r.macros, project))
		project->failed = true;
	for (uint32_t i = 0; i < count && !project->failed; i++) {
		if (project->defs.items[i].kind == CSA_DEF_FUNCTION && project->defs.items[i].base)
			rename_one(&r, i);
	}
	csa_macros_release(&r.macros);
	csa_buf_release(&r.text);
	csa_buf_release(&r.next);
}
