/* SPDX-License-Identifier: MIT */
#include "scan_state.h"

#include <string.h>

#define BODY_MAX 32768u /* bytes; chosen: whole red-black trees are one macro of 12 KB */

static void read_include(struct csa_scan *scan)
{
	struct csa_token token;
	const char *end;

	csa_lex_next(&scan->lex, &token);
	if (!scan->input->on_include)
		return;
	if (token.kind == CSA_TOKEN_STRING && token.length > 2 && token.text[0] == '"') {
		scan->input->on_include(scan->input->data, token.text + 1, token.length - 2, false);
	} else if (token.kind == CSA_TOKEN_PUNCT && token.punct == '<') {
		end = memchr(token.text, '>', (size_t)(scan->lex.end - token.text));
		if (end && !memchr(token.text, '\n', (size_t)(end - token.text)))
			scan->input->on_include(scan->input->data, token.text + 1,
						(size_t)(end - token.text - 1), true);
	}
}

/* "#define NAME(a, b) body": a node of its own, with the text for expanding names. */
static void read_define(struct csa_scan *scan)
{
	struct csa_def def = { .kind = CSA_DEF_MACRO, .file = scan->input->file };
	struct csa_uses uses;
	struct csa_token token;
	struct csa_buf text;
	bool in_params;
	uint32_t index;

	csa_lex_next(&scan->lex, &token);
	if (token.kind != CSA_TOKEN_IDENT)
		return;
	def.base = def.name = csa_names_add(&scan->project->names, token.text, token.length);
	def.line = def.end_line = token.line;
	index = csa_project_add_def(scan->project, &def);
	if (index == CSA_NO_INDEX)
		return;
	csa_uses_begin(&uses, scan->scanner, index, scan->is_cxx);
	csa_buf_init(&text);
	csa_lex_next(&scan->lex, &token);
	in_params = token.kind == CSA_TOKEN_PUNCT && token.punct == '(' && token.is_glued;
	if (in_params) {
		scan->project->defs.items[index].flags |= CSA_DEF_CALLABLE;
		csa_lex_next(&scan->lex, &token);
	}
	while (token.kind != CSA_TOKEN_EOL && token.kind != CSA_TOKEN_END) {
		if (in_params && token.kind == CSA_TOKEN_PUNCT && token.punct == ')') {
			scan->project->defs.items[index].header =
				csa_names_add(&scan->project->names, text.data, text.length);
			scan->project->failed = scan->project->failed || text.failed;
			csa_buf_clear(&text);
			in_params = false;
		} else {
			if (text.length && text.length <= BODY_MAX)
				csa_buf_add_char(&text, ' ');
			if (text.length <= BODY_MAX)
				csa_buf_add(&text, token.text, token.length);
			if (!in_params)
				csa_uses_feed(&uses, &token);
			else if (token.kind == CSA_TOKEN_IDENT)
				csa_uses_local(&uses, &token);
		}
		csa_lex_next(&scan->lex, &token);
	}
	csa_uses_end(&uses);
	if (text.length <= BODY_MAX)
		scan->project->defs.items[index].body =
			csa_names_add(&scan->project->names, text.data, text.length);
	scan->project->failed = scan->project->failed || text.failed;
	csa_buf_release(&text);
}

void csa_scan_directive(struct csa_scan *scan, const struct csa_token *word)
{
	if (word->length == 7 && memcmp(word->text, "include", 7) == 0)
		read_include(scan);
	else if (word->length == 6 && memcmp(word->text, "define", 6) == 0)
		read_define(scan);
	else
		csa_scan_branch_directive(scan, word);
	csa_lex_skip_line(&scan->lex);
}
