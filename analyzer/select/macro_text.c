/* SPDX-License-Identifier: MIT */
#include "macro_text.h"

#include <stdlib.h>
#include <string.h>

#include "lex.h"

#define ARGS_MAX 32u

struct slice {
	const char *at;
	size_t length;
};

struct call {
	const struct csa_def *macro;
	const char *begin; /* of the whole call in the text */
	const char *end;
	struct slice args[ARGS_MAX];
	uint32_t count;
};

bool csa_macros_init(struct csa_macros *macros, const struct csa_project *project)
{
	*macros = (struct csa_macros){ .project = project,
				       .name_count = project->names.count,
				       .def_count = project->defs.count };
	macros->head = malloc(((size_t)macros->name_count + 1) * sizeof(*macros->head));
	macros->next = malloc(((size_t)macros->def_count + 1) * sizeof(*macros->next));
	if (!macros->head || !macros->next)
		return false;
	memset(macros->head, 0xff, ((size_t)macros->name_count + 1) * sizeof(*macros->head));
	for (uint32_t i = 0; i < macros->def_count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if (def->kind != CSA_DEF_MACRO)
			continue;
		macros->next[i] = macros->head[def->name];
		macros->head[def->name] = i;
	}
	return true;
}

void csa_macros_release(struct csa_macros *macros)
{
	free(macros->head);
	free(macros->next);
	*macros = (struct csa_macros){ 0 };
}

static uint32_t find(const struct csa_macros *macros, uint32_t file, const char *name,
		     size_t length, uint16_t callable)
{
	const struct csa_def *defs = macros->project->defs.items;
	uint32_t id = csa_names_find(&macros->project->names, name, length);
	uint32_t found = CSA_NO_INDEX;

	if (id == CSA_NAME_NONE || id >= macros->name_count)
		return CSA_NO_INDEX;
	for (uint32_t at = macros->head[id]; at != CSA_NO_INDEX; at = macros->next[at]) {
		if ((defs[at].flags & CSA_DEF_CALLABLE) != callable)
			continue;
		if (defs[at].file == file)
			return at;
		if (found == CSA_NO_INDEX)
			found = at;
	}
	return found;
}

uint32_t csa_macros_find(const struct csa_macros *macros, uint32_t file, const char *name,
			 size_t length)
{
	return find(macros, file, name, length, CSA_DEF_CALLABLE);
}

uint32_t csa_macros_find_plain(const struct csa_macros *macros, uint32_t file, const char *name,
			       size_t length)
{
	return find(macros, file, name, length, 0);
}

/* Cuts "( a , b )" behind the '(' that was read last. False: it is not closed. */
static bool read_args(struct csa_lex *lex, struct call *call)
{
	const char *begin = lex->at;
	struct csa_token token;
	uint32_t depth = 1;

	for (csa_lex_next(lex, &token); token.kind != CSA_TOKEN_END; csa_lex_next(lex, &token)) {
		char c = token.kind == CSA_TOKEN_PUNCT ? token.punct : 0;

		if (c == '(' || c == '{' || c == '[')
			depth++;
		if (c == ')' || c == '}' || c == ']')
			depth--;
		if (depth > 0 && (depth > 1 || c != ','))
			continue;
		if (call->count < ARGS_MAX)
			call->args[call->count++] =
				(struct slice){ begin, (size_t)(token.text - begin) };
		begin = lex->at;
		if (depth == 0) {
			call->end = lex->at;
			return true;
		}
	}
	return false;
}

static bool find_call(const struct csa_macros *macros, uint32_t file, const char *text,
		      struct call *call)
{
	struct csa_token token = { 0 };
	struct csa_token before;
	struct csa_lex lex;
	bool found = false;

	csa_lex_init(&lex, text, strlen(text), true);
	do {
		uint32_t macro = CSA_NO_INDEX;

		before = token;
		csa_lex_next(&lex, &token);
		if (token.kind == CSA_TOKEN_PUNCT && token.punct == '(' &&
		    before.kind == CSA_TOKEN_IDENT)
			macro = csa_macros_find(macros, file, before.text, before.length);
		if (macro == CSA_NO_INDEX)
			continue;
		*call = (struct call){ .macro = &macros->project->defs.items[macro],
				       .begin = before.text };
		found = read_args(&lex, call);
	} while (!found && token.kind != CSA_TOKEN_END);
	csa_lex_release(&lex);
	return found;
}

/* The argument for a parameter's name; false when @word is none. */
static bool argument_of(const struct csa_macros *macros, const struct call *call,
			const struct csa_token *word, struct slice *out)
{
	const char *params = csa_project_name(macros->project, call->macro->header);
	bool is_variable = csa_token_is(word, "__VA_ARGS__");
	struct csa_token token;
	struct csa_lex lex;
	uint32_t index = 0;
	bool found = false;

	csa_lex_init(&lex, params, strlen(params), true);
	for (csa_lex_next(&lex, &token); token.kind != CSA_TOKEN_END && !found;
	     csa_lex_next(&lex, &token)) {
		if (token.kind == CSA_TOKEN_PUNCT && token.punct == ',') {
			/* Later ones have no argument: a long list costs no more than a short one. */
			if (++index == ARGS_MAX)
				break;
			continue;
		}
		found = is_variable
				? csa_token_is(&token, "...")
				: token.kind == CSA_TOKEN_IDENT && token.length == word->length &&
					  memcmp(token.text, word->text, word->length) == 0;
	}
	csa_lex_release(&lex);
	*out = (struct slice){ "", 0 };
	if (found && index < call->count) {
		*out = call->args[index];
		if (is_variable)
			out->length = (size_t)(call->args[call->count - 1].at +
					       call->args[call->count - 1].length - out->at);
	}
	return found;
}

static void add_trimmed(struct csa_buf *out, struct slice slice)
{
	while (slice.length && *slice.at == ' ') {
		slice.at++;
		slice.length--;
	}
	while (slice.length && slice.at[slice.length - 1] == ' ')
		slice.length--;
	csa_buf_add(out, slice.at, slice.length);
}

/* Takes back the blank before "##"; one that belongs to an argument cannot be there. */
static void paste(struct csa_buf *out)
{
	while (out->length && out->data[out->length - 1] == ' ')
		out->data[--out->length] = '\0';
}

static void add_body(const struct csa_macros *macros, const struct call *call, struct csa_buf *out)
{
	const char *body = csa_project_name(macros->project, call->macro->body);
	struct csa_token token;
	struct csa_lex lex;
	bool is_pasted = true;
	bool is_string = false;

	csa_lex_init(&lex, body, strlen(body), true);
	lex.at_line_start = false; /* a '#' in front is not a directive */
	for (csa_lex_next(&lex, &token); token.kind != CSA_TOKEN_END; csa_lex_next(&lex, &token)) {
		struct slice value;

		if (token.kind == CSA_TOKEN_PUNCT && token.punct == '#') {
			if (token.length == 2)
				paste(out);
			is_pasted = token.length == 2;
			is_string = token.length == 1;
			continue;
		}
		if (!is_pasted)
			csa_buf_add_char(out, ' ');
		if (is_string)
			csa_buf_add_str(out, "\"\"");
		else if (token.kind == CSA_TOKEN_IDENT && argument_of(macros, call, &token, &value))
			add_trimmed(out, value);
		else
			csa_buf_add(out, token.text, token.length);
		is_pasted = false;
		is_string = false;
	}
	csa_lex_release(&lex);
}

bool csa_macros_expand(const struct csa_macros *macros, uint32_t file, const char *text,
		       struct csa_buf *out)
{
	struct call call;

	csa_buf_clear(out);
	if (!find_call(macros, file, text, &call))
		return false;
	csa_buf_add(out, text, (size_t)(call.begin - text));
	add_body(macros, &call, out);
	csa_buf_add_char(out, ' ');
	csa_buf_add_str(out, call.end);
	return !out->failed && out->length < CSA_MACRO_TEXT_MAX;
}
