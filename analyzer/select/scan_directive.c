/* SPDX-License-Identifier: MIT */
#include "scan_paste.h"
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

/* "..." is a parameter that goes by another name. */
static void read_param(struct csa_uses *uses, const struct csa_token *token, uint32_t *count)
{
	static const char rest[] = "__VA_ARGS__";
	struct csa_token word = { .text = rest, .length = sizeof(rest) - 1 };

	if (token->kind == CSA_TOKEN_IDENT)
		csa_uses_param(uses, token, *count);
	else if (csa_token_is(token, "..."))
		csa_uses_param(uses, &word, *count);
	*count += csa_token_is(token, ",");
}

/* A macro's definition, as far as it was read. */
struct define {
	struct csa_scan *scan;
	uint32_t index; /* of the definition */
	uint32_t params;
	bool in_params;
	struct csa_uses uses;
	struct csa_scan_paste paste;
	struct csa_buf text;
};

static void end_params(struct define *define)
{
	struct csa_project *project = define->scan->project;

	project->defs.items[define->index].header =
		csa_names_add(&project->names, define->text.data, define->text.length);
	project->failed = project->failed || define->text.failed;
	csa_buf_clear(&define->text);
	define->in_params = false;
}

/* "x ## _kg" may also be a literal with a suffix. */
static void feed_word(struct define *define, const struct csa_token *word)
{
	const struct csa_names *names = &define->scan->project->names;
	uint32_t suffix = define->paste.suffix;

	csa_uses_feed(&define->uses, word);
	if (define->scan->is_cxx && suffix)
		csa_uses_suffix(&define->uses, csa_names_borrow(names, suffix),
				csa_names_length(names, suffix));
}

static void feed_define(struct define *define, const struct csa_token *token)
{
	struct csa_token word;

	if (define->in_params && token->kind == CSA_TOKEN_PUNCT && token->punct == ')') {
		end_params(define);
		return;
	}
	if (define->text.length && define->text.length <= BODY_MAX)
		csa_buf_add_char(&define->text, ' ');
	if (define->text.length <= BODY_MAX)
		csa_buf_add(&define->text, token->text, token->length);
	if (define->in_params) {
		read_param(&define->uses, token, &define->params);
		return;
	}
	if (csa_scan_paste_feed(&define->paste, token, &word))
		feed_word(define, &word);
	if (define->paste.count == 0 && !csa_token_is(token, "##"))
		csa_uses_feed(&define->uses, token);
}

static void end_define(struct define *define)
{
	struct csa_project *project = define->scan->project;
	struct csa_token word;

	if (csa_scan_paste_end(&define->paste, &word))
		feed_word(define, &word);
	csa_uses_end(&define->uses);
	if (define->text.length <= BODY_MAX)
		project->defs.items[define->index].body =
			csa_names_add(&project->names, define->text.data, define->text.length);
	project->failed = project->failed || define->text.failed;
	csa_buf_release(&define->text);
}

/* "#define NAME(a, b) body": a node of its own, with the text for expanding names. */
static void read_define(struct csa_scan *scan)
{
	struct csa_project *project = scan->project;
	struct csa_def def = { .kind = CSA_DEF_MACRO, .file = scan->input->file };
	struct define define = { .scan = scan };
	struct csa_token token;

	csa_lex_next(&scan->lex, &token);
	if (token.kind != CSA_TOKEN_IDENT)
		return;
	def.base = def.name = csa_names_add(&project->names, token.text, token.length);
	def.line = def.end_line = token.line;
	if (csa_scan_is_conditional(scan))
		def.flags |= CSA_DEF_CONDITIONAL;
	define.index = csa_project_add_def(project, &def);
	if (define.index == CSA_NO_INDEX)
		return;
	csa_uses_begin(&define.uses, scan->scanner, define.index, scan->is_cxx);
	define.uses.last = '='; /* "#define a b": b is a value */
	define.paste =
		(struct csa_scan_paste){ .project = project, .first_use = project->uses.count };
	csa_buf_init(&define.text);
	csa_lex_next(&scan->lex, &token);
	define.in_params = token.kind == CSA_TOKEN_PUNCT && token.punct == '(' && token.is_glued;
	if (define.in_params) {
		project->defs.items[define.index].flags |= CSA_DEF_CALLABLE;
		csa_lex_next(&scan->lex, &token);
	}
	for (; token.kind != CSA_TOKEN_EOL && token.kind != CSA_TOKEN_END;
	     csa_lex_next(&scan->lex, &token))
		feed_define(&define, &token);
	end_define(&define);
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
