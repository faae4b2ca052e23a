/* SPDX-License-Identifier: MIT */
#include "scan_state.h"

#include <string.h>

#define HEADER_MAX 1000u  /* bytes; chosen: no function head that a macro makes is longer */
#define TABLE_MAX  65536u /* likewise of a table between two macros */

uint32_t csa_scan_name_of(struct csa_scan *scan, const char *text, size_t length)
{
	return csa_names_add(&scan->project->names, text, length);
}

/* Tokens as one line, for what a macro makes of them. 0 when too long. */
static uint32_t tokens_text(struct csa_scan *scan, uint32_t first, uint32_t end, size_t limit)
{
	struct csa_buf text;
	uint32_t id = CSA_NAME_NONE;

	csa_buf_init(&text);
	for (uint32_t i = first; i < end && text.length < limit; i++) {
		const struct csa_token *token = &scan->tokens.items[i];

		if (i > first)
			csa_buf_add_char(&text, ' ');
		csa_buf_add(&text, token->text, token->length);
	}
	if (text.length < limit)
		id = csa_scan_name_of(scan, text.data, text.length);
	scan->project->failed = scan->project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

/* "friend C operator""_c(char) { ... }" in a class is a function of the namespace around. */
static bool is_friend(const struct csa_scan *scan)
{
	const struct csa_token *tokens = scan->tokens.items;

	if (!scan->is_cxx || scan->found.kind != CSA_DECLARATOR_FUNCTION)
		return false;
	for (uint32_t i = 0; i < scan->found.params_first && i < scan->at.token_count; i++) {
		if (csa_token_is(&tokens[i], "friend"))
			return true;
	}
	return false;
}

static uint32_t scope_around_classes(const struct csa_scan *scan)
{
	uint32_t at = scan->at.open_count;

	while (at > 0 && scan->open[at - 1].kind == CSA_OPEN_CLASS)
		at--;
	return at > 0 ? scan->open[at - 1].scope : CSA_NAME_NONE;
}

static uint32_t found_scope(struct csa_scan *scan)
{
	uint32_t outer = is_friend(scan) ? scope_around_classes(scan) : csa_scan_scope_here(scan);
	uint32_t own = csa_scan_name_of(scan, scan->found.scope.data, scan->found.scope.length);

	return own ? csa_project_join(scan->project, outer, own) : outer;
}

uint32_t csa_scan_add_found(struct csa_scan *scan, uint8_t kind)
{
	struct csa_declarator *found = &scan->found;
	struct csa_def def = { .kind = kind, .file = scan->input->file, .line = found->line };

	def.scope = found_scope(scan);
	def.base = csa_scan_name_of(scan, found->base.data, found->base.length);
	def.name = csa_project_join(scan->project, def.scope, def.base);
	def.end_line = found->line;
	if (found->is_static)
		def.flags |= CSA_DEF_STATIC;
	if (csa_scan_is_conditional(scan))
		def.flags |= CSA_DEF_CONDITIONAL;
	if (csa_scan_in_class(scan) && !is_friend(scan))
		def.flags |= CSA_DEF_METHOD;
	if (csa_declarator_is_caps(found->base.data, found->base.length))
		def.flags |= CSA_DEF_NAMED_CAPS;
	if (kind == CSA_DEF_FUNCTION)
		def.header = tokens_text(scan, 0, found->tail, HEADER_MAX);
	return csa_project_add_def(scan->project, &def);
}

void csa_scan_feed_tokens(struct csa_scan *scan, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		csa_uses_feed(&scan->uses, &scan->tokens.items[i]);
}

uint32_t csa_scan_first_default(const struct csa_scan *scan)
{
	for (uint32_t i = scan->found.params_first; scan->is_cxx && i < scan->found.params_end;
	     i++) {
		if (csa_token_is(&scan->tokens.items[i], "="))
			return i;
	}
	return CSA_NO_INDEX;
}

static bool head_names(const struct csa_scan *scan, const char *word)
{
	for (uint32_t i = 0; i < scan->found.tail; i++) {
		if (csa_token_is(&scan->tokens.items[i], word))
			return true;
	}
	return false;
}

/* Naming a class may run its operators; of friends that is seen by their head, nearly always. */
static void use_friend(struct csa_scan *scan, uint32_t def)
{
	const struct csa_def *found = &scan->project->defs.items[def];
	const struct csa_open *class = csa_scan_innermost(scan);
	struct csa_use use = { .name = found->base, .scope = found->scope, .kind = CSA_USE_CALL };
	uint32_t base;

	if (!class || class->def == CSA_NO_INDEX || !is_friend(scan) ||
	    strncmp(scan->found.base.data, "operator", 8) != 0)
		return;
	use.def = class->def;
	base = scan->project->defs.items[class->def].base;
	if (!head_names(scan, csa_project_name(scan->project, base)))
		csa_project_add_use(scan->project, &use);
}

static void open_function(struct csa_scan *scan, uint32_t line)
{
	uint32_t def = csa_scan_add_found(scan, CSA_DEF_FUNCTION);
	struct csa_declarator *found = &scan->found;
	uint32_t first_default = csa_scan_first_default(scan);

	if (def != CSA_NO_INDEX)
		use_friend(scan, def);
	csa_scan_push_open(scan, CSA_OPEN_FUNCTION, csa_scan_scope_here(scan), def, line);
	csa_uses_params(&scan->uses, scan->tokens.items + found->params_first - 1,
			found->params_end + 1 - found->params_first,
			!scan->is_cxx && found->tail < scan->at.token_count);
	if (!scan->is_cxx)
		return;
	if (first_default != CSA_NO_INDEX)
		csa_scan_feed_tokens(scan, first_default, found->params_end);
	csa_uses_end(&scan->uses);
	/* "C(f g) : g(g)": the member is told by the parentheses behind it. */
	scan->uses.flow.is_member_init = true;
	csa_scan_feed_tokens(scan, found->tail, scan->at.token_count);
	csa_uses_end(&scan->uses);
	scan->uses.flow = (struct csa_flow){ 0 };
	scan->uses.last = ';';
}

static void open_variable(struct csa_scan *scan, uint32_t line)
{
	uint32_t def = CSA_NO_INDEX;

	if (scan->found.kind == CSA_DECLARATOR_VARIABLE && scan->found.base.length)
		def = csa_scan_add_found(scan, CSA_DEF_VARIABLE);
	scan->at.had_body = true;
	csa_scan_push_open(scan, CSA_OPEN_VARIABLE, csa_scan_scope_here(scan), def, line);
	csa_scan_feed_tokens(scan, scan->found.init_first, scan->at.token_count);
	csa_uses_end(&scan->uses);
	scan->uses.last = '{';
	if (def != CSA_NO_INDEX)
		csa_scan_table(scan);
}

/* A struct of C has nothing that runs, but tables are laid out by it. */
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

	if (scan->is_cxx && scope)
		csa_project_add_class(scan->project, &class);
	if (!scope)
		def.name = base;
	return csa_project_add_def(scan->project, &def);
}

/* A name for a structure without one, for "struct { ... } table[] = { ... }". */
static uint32_t unnamed(struct csa_scan *scan, uint32_t line)
{
	struct csa_buf text;
	uint32_t id;

	csa_buf_init(&text);
	csa_buf_add_fmt(&text, "struct@%u:%s", line,
			scan->project->files.items[scan->input->file].path);
	id = csa_scan_name_of(scan, text.data, text.length);
	scan->project->failed = scan->project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

static void open_class(struct csa_scan *scan, uint32_t line)
{
	bool is_typedef;
	uint32_t base = csa_scan_name_of(scan, scan->found.base.data, scan->found.base.length);
	uint32_t scope = found_scope(scan);
	uint32_t def;

	if (base) {
		scope = csa_project_join(scan->project, scope, base);
		def = add_class(scan, scope, base);
	} else {
		def = add_class(scan, CSA_NAME_NONE, unnamed(scan, line));
	}
	csa_uses_begin(&scan->uses, scan->scanner, def, scan->is_cxx);
	csa_scan_feed_tokens(scan, 0,
			     scan->at.token_count); /* the classes that it is derived from */
	csa_uses_end(&scan->uses);
	is_typedef = csa_token_is(&scan->tokens.items[0], "typedef");
	csa_scan_push_open(scan, CSA_OPEN_CLASS, scope, def, line);
	if (csa_scan_in_class(scan)) {
		csa_scan_innermost(scan)->depth = 0;
		csa_scan_innermost(scan)->is_typedef = is_typedef;
	}
}

static void open_namespace(struct csa_scan *scan, uint32_t line)
{
	uint32_t base = csa_scan_name_of(scan, scan->found.base.data, scan->found.base.length);

	csa_scan_push_open(scan, CSA_OPEN_SCOPE,
			   csa_project_join(scan->project, csa_scan_scope_here(scan), base),
			   CSA_NO_INDEX, line);
}

void csa_scan_parse_declaration(struct csa_scan *scan, bool has_body)
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

/* Behind the last macro that has a line of its own; what follows is a declaration by itself. */
static uint32_t end_of_table(const struct csa_scan *scan)
{
	const struct csa_token *tokens = scan->tokens.items;

	for (uint32_t i = scan->at.token_count - 1; i > 1; i--) {
		if (tokens[i - 1].kind == CSA_TOKEN_IDENT && tokens[i - 1].line != tokens[i].line &&
		    tokens[i - 1].line != tokens[i - 2].line &&
		    csa_declarator_is_caps(tokens[i - 1].text, tokens[i - 1].length))
			return i;
	}
	return scan->at.token_count;
}

/* "BEGIN_TABLE ENTRY(a) ...": the first macro may open the braces of a variable. */
static void note_table(struct csa_scan *scan)
{
	const struct csa_token *tokens = scan->tokens.items;
	struct csa_made made = { .file = scan->input->file,
				 .line = tokens[0].line,
				 .rounds = scan->input->rounds };

	if (tokens[0].kind != CSA_TOKEN_IDENT || tokens[1].kind != CSA_TOKEN_IDENT ||
	    tokens[0].line == tokens[1].line ||
	    !csa_declarator_is_caps(tokens[0].text, tokens[0].length) ||
	    !csa_declarator_is_caps(tokens[1].text, tokens[1].length))
		return;
	made.text = tokens_text(scan, 0, end_of_table(scan), TABLE_MAX);
	made.scope = csa_scan_scope_here(scan);
	if (made.text)
		csa_project_add_made(scan->project, &made);
}

/* May something new begin at @next, behind "NAME(...)" at @at? In the same line only "NAME(...)". */
static bool begins_anew(const struct csa_scan *scan, uint32_t at, uint32_t next)
{
	const struct csa_token *name = &scan->tokens.items[at];
	const struct csa_token *other = &scan->tokens.items[next];

	if (scan->input->rounds > 0 || other->line != scan->tokens.items[next - 1].line)
		return true;
	return other->kind == CSA_TOKEN_IDENT && other->length == name->length &&
	       strncmp(other->text, name->text, name->length) == 0;
}

/* "NAME(a, b)" alone on its lines at the beginning of a declaration: perhaps whole functions. */
void csa_scan_note_made(struct csa_scan *scan, bool has_body)
{
	const struct csa_token *tokens = scan->tokens.items;
	uint32_t count = scan->at.token_count;

	if (count > 3 && scan->input->rounds == 0)
		note_table(scan);
	for (uint32_t at = 0; at + 2 < count;) {
		uint32_t close = closing(scan, at + 1);
		bool is_last = close + 1 >= count;
		struct csa_made made = { .file = scan->input->file,
					 .line = tokens[at].line,
					 .rounds = scan->input->rounds };

		if (tokens[at].kind != CSA_TOKEN_IDENT || !csa_token_is(&tokens[at + 1], "(") ||
		    close >= count || (is_last && has_body) ||
		    (!is_last && !begins_anew(scan, at, close + 1)))
			return;
		made.text = tokens_text(scan, at, close + 1, HEADER_MAX);
		made.scope = csa_scan_scope_here(scan);
		if (made.text)
			csa_project_add_made(scan->project, &made);
		at = close + 1;
	}
}

/* "NAME(a)" is complete on its lines and something else begins in the next one. */
bool csa_scan_is_made_alone(const struct csa_scan *scan, const struct csa_token *next)
{
	const struct csa_token *tokens = scan->tokens.items;
	uint32_t count = scan->at.token_count;

	return count > 2 && scan->at.parens == 0 && scan->input->rounds == 0 &&
	       next->kind == CSA_TOKEN_IDENT && next->line > tokens[count - 1].line &&
	       tokens[0].kind == CSA_TOKEN_IDENT && csa_token_is(&tokens[1], "(") &&
	       csa_token_is(&tokens[count - 1], ")") &&
	       csa_declarator_is_caps(tokens[0].text, tokens[0].length) &&
	       closing(scan, 1) == count - 1;
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
	csa_scan_push_open(scan, CSA_OPEN_FUNCTION, csa_scan_scope_here(scan), scan->last_function,
			   line);
	return true;
}

void csa_scan_open_brace(struct csa_scan *scan, const struct csa_token *token)
{
	uint32_t line = token->line;

	if (scan->at.parens > 0 || scan->at.token_count == 0) {
		csa_scan_push_open(scan, scan->at.parens ? CSA_OPEN_VARIABLE : CSA_OPEN_SCOPE,
				   csa_scan_scope_here(scan), CSA_NO_INDEX, line);
		return;
	}
	if (reopen_for_catch(scan, line)) {
		csa_scan_end_declaration(scan);
		return;
	}
	csa_scan_note_made(scan, true);
	csa_scan_parse_declaration(scan, true);
	if (is_member_init(scan)) {
		/* Stands for the braces, so that the next '{' follows a '}'. */
		csa_scan_keep_token(scan, token);
		csa_scan_push_open(scan, CSA_OPEN_VARIABLE, csa_scan_scope_here(scan), CSA_NO_INDEX,
				   line);
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
		csa_scan_push_open(scan, CSA_OPEN_SCOPE, csa_scan_scope_here(scan), CSA_NO_INDEX,
				   line);
		break;
	default:
		open_variable(scan, line);
		break;
	}
	if (!csa_scan_in_body(scan) || csa_scan_innermost(scan)->kind == CSA_OPEN_FUNCTION)
		csa_scan_end_declaration(scan);
}

/* Follows the head of a class inside a body. Return: this '{' opens the class. */
bool csa_scan_is_local_class(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_local_class *local = &scan->local;
	char c = token->kind == CSA_TOKEN_PUNCT ? token->punct : 0;
	bool is_word = token->kind == CSA_TOKEN_IDENT;
	bool is_head = local->step == 2 || local->step == 3;

	if (c == '{') {
		local->step = 0;
		return is_head;
	}
	if (is_word && (csa_token_is(token, "struct") || csa_token_is(token, "class"))) {
		local->step = 1;
	} else if (local->step == 1 && is_word) {
		local->name = csa_scan_name_of(scan, token->text, token->length);
		local->step = 2;
	} else if (local->step == 2 && c == ':' && token->length == 1) {
		local->step = 3;
	} else if (!(local->step == 2 && csa_token_is(token, "final")) &&
		   !(local->step == 3 && (is_word || strchr(":<>,", c ? c : '.')))) {
		local->step = 0;
	}
	return false;
}

void csa_scan_open_local_class(struct csa_scan *scan, const struct csa_open *body, uint32_t line)
{
	uint32_t function =
		scan->project->defs.items[csa_project_around(scan->project, body->def)].name;
	uint32_t scope = csa_project_join(scan->project, function, scan->local.name);
	uint32_t def = CSA_NO_INDEX;

	csa_uses_end(&scan->uses);
	scan->found.line = line;
	def = add_class(scan, scope, scan->local.name);
	csa_scan_end_declaration(scan);
	csa_scan_push_open(scan, CSA_OPEN_CLASS, scope, def, line);
}
