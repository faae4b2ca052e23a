/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include <stdlib.h>
#include <string.h>

#include "plan.h"
#include "scan_state.h"
#include "vec.h"

#define OLD_STYLE_MAX 512u  /* tokens of parameter declarations; each ';' looks at all of them */
#define HEADER_MAX    1000u /* bytes; chosen: no function head that a macro makes is longer */

static uint32_t name_of(struct csa_scan *scan, const char *text, size_t length)
{
	return csa_names_add(&scan->project->names, text, length);
}

static struct csa_open *innermost(struct csa_scan *scan)
{
	return scan->at.open_count ? &scan->open[scan->at.open_count - 1] : NULL;
}

static uint32_t scope_here(struct csa_scan *scan)
{
	struct csa_open *open = innermost(scan);

	return open ? open->scope : CSA_NAME_NONE;
}

static bool in_class(struct csa_scan *scan)
{
	struct csa_open *open = innermost(scan);

	return open && open->kind == CSA_OPEN_CLASS;
}

static bool in_body(struct csa_scan *scan)
{
	struct csa_open *open = innermost(scan);

	return open && (open->kind == CSA_OPEN_FUNCTION || open->kind == CSA_OPEN_VARIABLE);
}

void csa_scan_resume(struct csa_scan *scan)
{
	uint32_t def = in_body(scan) ? innermost(scan)->def : CSA_NO_INDEX;

	csa_uses_begin(&scan->uses, scan->scanner, def, scan->is_cxx);
}

static void end_declaration(struct csa_scan *scan)
{
	scan->at.token_count = 0;
	scan->at.parens = 0;
	scan->at.had_body = false;
	scan->at.epoch++;
}

static void push_open(struct csa_scan *scan, uint8_t kind, uint32_t scope, uint32_t def,
		      uint32_t line)
{
	if (scan->at.open_count == CSA_OPEN_MAX) {
		scan->over++;
		return;
	}
	scan->open[scan->at.open_count++] = (struct csa_open){
		.kind = kind, .scope = scope, .def = def, .line = line, .depth = 1
	};
	csa_scan_resume(scan);
}

/* Keeps @token for the declaration. A token of a spliced name lives in the table of names. */
static void keep_token(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_token *kept;

	if (scan->at.token_count >= CSA_TOKENS_MAX)
		return;
	scan->tokens.count = scan->at.token_count;
	if (!CSA_VEC_ROOM(&scan->tokens, 1)) {
		scan->project->failed = true;
		return;
	}
	kept = &scan->tokens.items[scan->at.token_count++];
	*kept = *token;
	if (token->text == scan->lex.spliced.data) {
		uint32_t name = name_of(scan, token->text, token->length);

		kept->text = csa_project_name(scan->project, name);
		kept->length = csa_names_length(&scan->project->names, name);
	}
}

/* Tokens as one line, for what a macro makes of them. 0 when too long. */
static uint32_t tokens_text(struct csa_scan *scan, uint32_t first, uint32_t end)
{
	struct csa_buf text;
	uint32_t id = CSA_NAME_NONE;

	csa_buf_init(&text);
	for (uint32_t i = first; i < end && text.length < HEADER_MAX; i++) {
		const struct csa_token *token = &scan->tokens.items[i];

		if (i > first)
			csa_buf_add_char(&text, ' ');
		csa_buf_add(&text, token->text, token->length);
	}
	if (text.length < HEADER_MAX)
		id = name_of(scan, text.data, text.length);
	scan->project->failed = scan->project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

static uint32_t found_scope(struct csa_scan *scan)
{
	uint32_t outer = scope_here(scan);
	uint32_t own = name_of(scan, scan->found.scope.data, scan->found.scope.length);

	return own ? csa_project_join(scan->project, outer, own) : outer;
}

static uint32_t add_found(struct csa_scan *scan, uint8_t kind)
{
	struct csa_declarator *found = &scan->found;
	struct csa_def def = { .kind = kind, .file = scan->input->file, .line = found->line };

	def.scope = found_scope(scan);
	def.base = name_of(scan, found->base.data, found->base.length);
	def.name = csa_project_join(scan->project, def.scope, def.base);
	def.end_line = found->line;
	if (found->is_static)
		def.flags |= CSA_DEF_STATIC;
	if (in_class(scan))
		def.flags |= CSA_DEF_METHOD;
	if (csa_declarator_is_caps(found->base.data, found->base.length))
		def.flags |= CSA_DEF_NAMED_CAPS;
	if (kind == CSA_DEF_FUNCTION)
		def.header = tokens_text(scan, 0, found->tail);
	return csa_project_add_def(scan->project, &def);
}

static void feed_tokens(struct csa_scan *scan, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		csa_uses_feed(&scan->uses, &scan->tokens.items[i]);
}

static void open_function(struct csa_scan *scan, uint32_t line)
{
	uint32_t def = add_found(scan, CSA_DEF_FUNCTION);
	struct csa_declarator *found = &scan->found;

	push_open(scan, CSA_OPEN_FUNCTION, scope_here(scan), def, line);
	csa_uses_params(&scan->uses, scan->tokens.items + found->params_first - 1,
			found->params_end + 1 - found->params_first);
	if (scan->is_cxx)
		feed_tokens(scan, found->tail, scan->at.token_count);
}

static void open_variable(struct csa_scan *scan, uint32_t line)
{
	uint32_t def = CSA_NO_INDEX;

	if (scan->found.kind == CSA_DECLARATOR_VARIABLE && scan->found.base.length)
		def = add_found(scan, CSA_DEF_VARIABLE);
	scan->at.had_body = true;
	push_open(scan, CSA_OPEN_VARIABLE, scope_here(scan), def, line);
	feed_tokens(scan, scan->found.init_first, scan->at.token_count);
}

/* C++ only: a struct of C has nothing that runs. */
static uint32_t add_class(struct csa_scan *scan, uint32_t scope, uint32_t base)
{
	struct csa_class class = {
		.name = scope, .base = base, .file = scan->input->file, .line = scan->found.line
	};
	struct csa_def def = { .kind = CSA_DEF_CLASS,
			       .name = scope,
			       .base = base,
			       .file = scan->input->file,
			       .line = scan->found.line,
			       .end_line = scan->found.line };

	if (!scan->is_cxx)
		return CSA_NO_INDEX;
	csa_project_add_class(scan->project, &class);
	return csa_project_add_def(scan->project, &def);
}

static void open_class(struct csa_scan *scan, uint32_t line)
{
	uint32_t base = name_of(scan, scan->found.base.data, scan->found.base.length);
	uint32_t scope = found_scope(scan);
	uint32_t def = CSA_NO_INDEX;

	if (base) {
		scope = csa_project_join(scan->project, scope, base);
		def = add_class(scan, scope, base);
	}
	csa_uses_begin(&scan->uses, scan->scanner, def, scan->is_cxx);
	feed_tokens(scan, 0, scan->at.token_count); /* the classes that it is derived from */
	csa_uses_end(&scan->uses);
	push_open(scan, CSA_OPEN_CLASS, scope, def, line);
}

static void open_namespace(struct csa_scan *scan, uint32_t line)
{
	uint32_t base = name_of(scan, scan->found.base.data, scan->found.base.length);

	push_open(scan, CSA_OPEN_SCOPE, csa_project_join(scan->project, scope_here(scan), base),
		  CSA_NO_INDEX, line);
}

static void parse_declaration(struct csa_scan *scan, bool has_body)
{
	struct csa_declarator_input in = { .tokens = scan->tokens.items,
					   .count = scan->at.token_count,
					   .is_cxx = scan->is_cxx,
					   .has_body = has_body };

	if (csa_declarator_parse(&in, &scan->found) < 0)
		scan->project->failed = true;
}

/* The index of the token that closes the parenthesis at @at, or the number of tokens. */
static uint32_t closing(const struct csa_scan *scan, uint32_t at)
{
	uint32_t depth = 0;

	for (; at < scan->at.token_count; at++) {
		const struct csa_token *token = &scan->tokens.items[at];

		if (token->kind != CSA_TOKEN_PUNCT)
			continue;
		if (token->punct == '(')
			depth++;
		if (token->punct == ')' && --depth == 0)
			return at;
	}
	return at;
}

/* "NAME(a, b)" alone on its lines at the beginning of a declaration: perhaps whole functions. */
static void note_made(struct csa_scan *scan, bool has_body)
{
	const struct csa_token *tokens = scan->tokens.items;
	uint32_t count = scan->at.token_count;

	for (uint32_t at = 0; at + 2 < count;) {
		uint32_t close = closing(scan, at + 1);
		bool is_last = close + 1 >= count;
		struct csa_made made = { .file = scan->input->file,
					 .line = tokens[at].line,
					 .rounds = scan->input->rounds };

		if (tokens[at].kind != CSA_TOKEN_IDENT || !csa_token_is(&tokens[at + 1], "(") ||
		    close >= count || (is_last && has_body) ||
		    (!is_last && scan->input->rounds == 0 &&
		     tokens[close + 1].line == tokens[close].line))
			return;
		made.text = tokens_text(scan, at, close + 1);
		made.scope = scope_here(scan);
		if (made.text)
			csa_project_add_made(scan->project, &made);
		at = close + 1;
	}
}

/* "a(x), b{y} {": the brace behind a member's name in a constructor's list is not the body. */
static bool is_member_init(const struct csa_scan *scan)
{
	const struct csa_token *last = &scan->tokens.items[scan->at.token_count - 1];
	bool has_colon = false;

	if (!scan->is_cxx || scan->found.kind != CSA_DECLARATOR_FUNCTION)
		return false;
	for (uint32_t i = scan->found.tail; i < scan->at.token_count; i++) {
		const struct csa_token *token = &scan->tokens.items[i];

		has_colon = has_colon || (token->kind == CSA_TOKEN_PUNCT && token->punct == ':' &&
					  token->length == 1);
	}
	return has_colon && (last->kind == CSA_TOKEN_IDENT || last->punct == '>');
}

/* A handler of a function try block goes on with the body that ended just now. */
static bool reopen_for_catch(struct csa_scan *scan, uint32_t line)
{
	if (!scan->is_cxx || scan->at.token_count == 0 || scan->last_function == CSA_NO_INDEX ||
	    !csa_token_is(&scan->tokens.items[0], "catch"))
		return false;
	push_open(scan, CSA_OPEN_FUNCTION, scope_here(scan), scan->last_function, line);
	return true;
}

static void open_brace(struct csa_scan *scan, const struct csa_token *token)
{
	uint32_t line = token->line;

	if (scan->at.parens > 0 || scan->at.token_count == 0) {
		push_open(scan, scan->at.parens ? CSA_OPEN_VARIABLE : CSA_OPEN_SCOPE,
			  scope_here(scan), CSA_NO_INDEX, line);
		return;
	}
	if (reopen_for_catch(scan, line)) {
		end_declaration(scan);
		return;
	}
	note_made(scan, true);
	parse_declaration(scan, true);
	if (is_member_init(scan)) {
		/* Stands for the braces, so that the next '{' follows a '}'. */
		keep_token(scan, token);
		push_open(scan, CSA_OPEN_VARIABLE, scope_here(scan), CSA_NO_INDEX, line);
		return;
	}
	switch (scan->found.kind) {
	case CSA_DECLARATOR_FUNCTION:
		open_function(scan, line);
		break;
	case CSA_DECLARATOR_CLASS:
		open_class(scan, line);
		break;
	case CSA_DECLARATOR_NAMESPACE:
		open_namespace(scan, line);
		break;
	case CSA_DECLARATOR_LINKAGE:
		push_open(scan, CSA_OPEN_SCOPE, scope_here(scan), CSA_NO_INDEX, line);
		break;
	default:
		open_variable(scan, line);
		break;
	}
	if (!in_body(scan) || innermost(scan)->kind == CSA_OPEN_FUNCTION)
		end_declaration(scan);
}

static void close_body(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_open *open = innermost(scan);

	csa_uses_end(&scan->uses);
	if (open->def != CSA_NO_INDEX)
		scan->project->defs.items[open->def].end_line = token->line;
	if (open->kind == CSA_OPEN_FUNCTION) {
		scan->last_function = open->def;
		end_declaration(scan);
	}
	scan->at.open_count--;
	csa_scan_resume(scan);
}

static void close_scope(struct csa_scan *scan)
{
	note_made(scan, false);
	if (scan->over > 0)
		scan->over--;
	else if (scan->at.open_count > 0)
		scan->at.open_count--;
	end_declaration(scan);
	csa_scan_resume(scan);
}

static void feed_body(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_open *open = innermost(scan);

	if (token->kind == CSA_TOKEN_PUNCT && token->punct == '{')
		open->depth++;
	if (token->kind == CSA_TOKEN_PUNCT && token->punct == '}' && --open->depth == 0) {
		close_body(scan, token);
		return;
	}
	csa_uses_feed(&scan->uses, token);
}

static bool names_parameter(const struct csa_scan *scan, const struct csa_token *word)
{
	for (uint32_t i = scan->found.params_first; i < scan->found.params_end; i++) {
		if (scan->tokens.items[i].length == word->length &&
		    memcmp(scan->tokens.items[i].text, word->text, word->length) == 0)
			return true;
	}
	return false;
}

/* "name(a, b) int a;": a declaration of a parameter, the definition goes on. */
static bool is_old_style(const struct csa_scan *scan)
{
	const struct csa_declarator *found = &scan->found;
	const struct csa_token *tokens = scan->tokens.items;
	bool is_parameter = false;

	if (scan->is_cxx || found->kind != CSA_DECLARATOR_FUNCTION ||
	    found->params_first >= found->params_end || scan->at.token_count - found->tail < 2 ||
	    scan->at.token_count - found->tail > OLD_STYLE_MAX)
		return false;
	for (uint32_t i = found->params_first; i < found->params_end; i++) {
		if (tokens[i].kind !=
		    (((i - found->params_first) & 1) ? CSA_TOKEN_PUNCT : CSA_TOKEN_IDENT))
			return false;
	}
	for (uint32_t i = found->tail; i < scan->at.token_count; i++) {
		if (tokens[i].kind == CSA_TOKEN_PUNCT && tokens[i].punct == ';')
			is_parameter = false;
		else if (tokens[i].kind == CSA_TOKEN_IDENT)
			is_parameter = is_parameter || names_parameter(scan, &tokens[i]);
	}
	return is_parameter;
}

/* Is there a word behind the '=' that could name something? "= 0" and "= default" have none. */
static bool has_initialiser(const struct csa_scan *scan)
{
	for (uint32_t i = scan->found.init_first; i < scan->at.token_count; i++) {
		const struct csa_token *token = &scan->tokens.items[i];

		if (token->kind == CSA_TOKEN_IDENT && !csa_token_is(token, "default") &&
		    !csa_token_is(token, "delete"))
			return true;
	}
	return false;
}

static void use_declaration(struct csa_scan *scan, uint32_t def, uint32_t first)
{
	csa_uses_begin(&scan->uses, scan->scanner, def, scan->is_cxx);
	feed_tokens(scan, first, scan->at.token_count);
	csa_uses_end(&scan->uses);
	csa_scan_resume(scan);
}

static void end_statement(struct csa_scan *scan, const struct csa_token *token)
{
	if (scan->at.token_count > 0) {
		note_made(scan, false);
		parse_declaration(scan, false);
		if (is_old_style(scan)) {
			keep_token(scan, token);
			return;
		}
		if (in_class(scan)) {
			if (scan->found.kind != CSA_DECLARATOR_FUNCTION)
				use_declaration(scan, innermost(scan)->def, 0);
		} else if (scan->found.kind == CSA_DECLARATOR_VARIABLE && scan->found.base.length &&
			   !scan->at.had_body && has_initialiser(scan)) {
			use_declaration(scan, add_found(scan, CSA_DEF_VARIABLE),
					scan->found.init_first - 1);
		}
	}
	end_declaration(scan);
}

/* "public:" and the like, also "signals:" and "public slots:". */
static bool is_access(const struct csa_scan *scan)
{
	static const char *const words[] = { "public", "private", "protected", "signals",
					     "Q_SIGNALS" };

	if (scan->at.token_count == 0 || scan->at.token_count > 2)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (csa_token_is(&scan->tokens.items[0], words[i]))
			return true;
	}
	return false;
}

static void feed_declaration(struct csa_scan *scan, const struct csa_token *token)
{
	char c = token->kind == CSA_TOKEN_PUNCT ? token->punct : 0;

	if (c == '{') {
		open_brace(scan, token);
		return;
	}
	if (c == '}') {
		close_scope(scan);
		return;
	}
	if (c == ';' && scan->at.parens == 0) {
		end_statement(scan, token);
		return;
	}
	if (c == ':' && token->length == 1 && in_class(scan) && is_access(scan)) {
		end_declaration(scan);
		return;
	}
	if (c == '(' || c == '[')
		scan->at.parens++;
	if ((c == ')' || c == ']') && scan->at.parens > 0)
		scan->at.parens--;
	keep_token(scan, token);
}

static void note_broken(struct csa_scan *scan)
{
	struct csa_file *file = &scan->project->files.items[scan->input->file];

	if (scan->at.open_count > 0)
		file->broken_line = scan->open[0].line;
	else if (scan->lex.is_broken)
		file->broken_line = scan->lex.line;
	for (uint32_t i = 0; i < scan->at.open_count; i++) {
		if (scan->open[i].kind == CSA_OPEN_FUNCTION && scan->open[i].def != CSA_NO_INDEX)
			scan->project->defs.items[scan->open[i].def].end_line = scan->lex.line;
	}
}

void csa_scan_file(struct csa_scanner *scanner, const struct csa_scan_input *input)
{
	struct csa_scan *scan = calloc(1, sizeof(*scan));
	struct csa_token token;

	if (!scan) {
		scanner->project->failed = true;
		return;
	}
	scan->scanner = scanner;
	scan->project = scanner->project;
	scan->input = input;
	scan->last_function = CSA_NO_INDEX;
	scan->is_cxx = (scan->project->files.items[input->file].languages & CSA_LANGUAGE_CXX) != 0;
	csa_lex_init(&scan->lex, input->text, input->length, scan->is_cxx);
	if (input->line)
		scan->lex.line = input->line;
	csa_declarator_init(&scan->found);
	csa_scan_resume(scan);
	if (input->scope)
		push_open(scan, CSA_OPEN_SCOPE, input->scope, CSA_NO_INDEX, input->line);
	for (csa_lex_next(&scan->lex, &token); token.kind != CSA_TOKEN_END;
	     csa_lex_next(&scan->lex, &token)) {
		if (token.kind == CSA_TOKEN_DIRECTIVE)
			csa_scan_directive(scan, &token);
		else if (in_body(scan))
			feed_body(scan, &token);
		else
			feed_declaration(scan, &token);
	}
	note_made(scan, false);
	if (input->rounds == 0)
		note_broken(scan);
	scan->project->failed = scan->project->failed || scan->lex.failed;
	csa_lex_release(&scan->lex);
	csa_declarator_release(&scan->found);
	free(scan->tokens.items);
	free(scan->branches.items);
	free(scan->saved.items);
	free(scan);
}
