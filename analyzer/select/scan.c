/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include <stdlib.h>
#include <string.h>

#include "plan.h"
#include "resolvers.h"
#include "scan_state.h"
#include "vec.h"

#define DEEP_MIN      256u /* chosen: nobody nests like that by hand */
#define OLD_STYLE_MAX 512u /* tokens of parameter declarations; each ';' looks at all of them */

struct csa_open *csa_scan_innermost(struct csa_scan *scan)
{
	return scan->at.open_count ? &scan->open[scan->at.open_count - 1] : NULL;
}

uint32_t csa_scan_scope_here(struct csa_scan *scan)
{
	struct csa_open *open = csa_scan_innermost(scan);

	return open ? open->scope : CSA_NAME_NONE;
}

bool csa_scan_in_class(struct csa_scan *scan)
{
	struct csa_open *open = csa_scan_innermost(scan);

	return open && open->kind == CSA_OPEN_CLASS;
}

bool csa_scan_in_body(struct csa_scan *scan)
{
	struct csa_open *open = csa_scan_innermost(scan);

	return open && (open->kind == CSA_OPEN_FUNCTION || open->kind == CSA_OPEN_VARIABLE);
}

void csa_scan_resume(struct csa_scan *scan)
{
	uint32_t def = csa_scan_in_body(scan) ? csa_scan_innermost(scan)->def : CSA_NO_INDEX;

	csa_uses_begin(&scan->uses, scan->scanner, def, scan->is_cxx);
	if (def != CSA_NO_INDEX && scan->project->defs.items[def].parent)
		scan->uses.outer = csa_project_around(scan->project, def);
	scan->lambda = (struct csa_scan_lambda){ 0 };
}

void csa_scan_end_declaration(struct csa_scan *scan)
{
	scan->at.token_count = 0;
	scan->at.parens = 0;
	scan->at.had_body = false;
	scan->at.epoch++;
	scan->closed_type = CSA_NAME_NONE;
	scan->closed_is_typedef = false;
}

void csa_scan_push_open(struct csa_scan *scan, uint8_t kind, uint32_t scope, uint32_t def,
			uint32_t line)
{
	if (scan->at.open_count == CSA_OPEN_MAX) {
		scan->over++;
		return;
	}
	scan->open[scan->at.open_count++] =
		(struct csa_open){ .kind = kind,
				   .scope = scope,
				   .def = def,
				   .line = line,
				   .depth = 1,
				   .twin = CSA_NO_INDEX,
				   .first_use = scan->project->uses.count };
	csa_scan_resume(scan);
}

/* Keeps @token for the declaration. A token of a spliced name lives in the table of names. */
void csa_scan_keep_token(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_token *kept;

	/* Data. What stands last may still be the head of a function. */
	if (scan->at.token_count >= CSA_TOKENS_MAX) {
		scan->at.token_count = CSA_TOKENS_MAX / 2;
		memmove(scan->tokens.items, scan->tokens.items + CSA_TOKENS_MAX / 2,
			CSA_TOKENS_MAX / 2 * sizeof(*scan->tokens.items));
		scan->at.epoch++;
	}
	scan->tokens.count = scan->at.token_count;
	if (!CSA_VEC_ROOM(&scan->tokens, 1)) {
		scan->project->failed = true;
		return;
	}
	kept = &scan->tokens.items[scan->at.token_count++];
	*kept = *token;
	if (token->text == scan->lex.spliced.data) {
		uint32_t name = csa_scan_name_of(scan, token->text, token->length);

		kept->text = csa_project_name(scan->project, name);
		kept->length = csa_names_length(&scan->project->names, name);
	}
}

/* "#if A / int f(void) { / #else / int g(void) { / #endif": the body is that of both. */
static void share_body(struct csa_scan *scan, const struct csa_open *open, uint32_t end_line)
{
	struct csa_project *project = scan->project;
	uint32_t end = project->uses.count;

	project->defs.items[open->twin].end_line = end_line;
	if (project->defs.items[open->twin].name == project->defs.items[open->def].name)
		return;
	for (uint32_t i = open->first_use; i < end && !project->failed; i++) {
		struct csa_use use = project->uses.items[i];

		if (use.def != open->def)
			continue;
		use.def = open->twin;
		csa_project_add_use(project, &use);
	}
}

static void close_body(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_open *open = csa_scan_innermost(scan);
	struct csa_open closed = *open;

	csa_uses_end(&scan->uses);
	if (open->def != CSA_NO_INDEX)
		scan->project->defs.items[open->def].end_line = token->line;
	if (open->def != CSA_NO_INDEX && open->twin != CSA_NO_INDEX)
		share_body(scan, open, token->line);
	if (open->kind == CSA_OPEN_FUNCTION) {
		scan->last_function = open->def;
		csa_scan_end_declaration(scan);
	}
	scan->at.open_count--;
	csa_scan_resume(scan);
	csa_scan_close_lambda(scan, &closed);
}

static void close_scope(struct csa_scan *scan)
{
	struct csa_open closed = { .def = CSA_NO_INDEX };

	csa_scan_note_made(scan, false);
	if (scan->over > 0)
		scan->over--;
	else if (scan->at.open_count > 0)
		closed = scan->open[--scan->at.open_count];
	csa_scan_end_declaration(scan);
	if (closed.kind == CSA_OPEN_CLASS && closed.def != CSA_NO_INDEX) {
		scan->closed_type = scan->project->defs.items[closed.def].base;
		scan->closed_is_typedef = closed.is_typedef;
	}
	csa_scan_resume(scan);
}

static void feed_body(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_open *open = csa_scan_innermost(scan);

	if (scan->is_cxx && open->kind == CSA_OPEN_FUNCTION && open->def != CSA_NO_INDEX &&
	    csa_scan_is_local_class(scan, token)) {
		csa_scan_open_local_class(scan, open, token->line);
		return;
	}
	if (scan->is_cxx && open->kind == CSA_OPEN_FUNCTION && open->def != CSA_NO_INDEX &&
	    csa_scan_feed_lambda(scan, token))
		return;
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
	    scan->at.token_count - found->tail > OLD_STYLE_MAX ||
	    tokens[found->tail].kind != CSA_TOKEN_IDENT) /* "int f(void), g(void);" */
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

/* Does what stands behind the '=' name something? "= 0" and "= default" do not, "= 1_kg" does. */
static bool has_initialiser(const struct csa_scan *scan)
{
	for (uint32_t i = scan->found.init_first; i < scan->at.token_count; i++) {
		const struct csa_token *token = &scan->tokens.items[i];

		if (token->kind == CSA_TOKEN_IDENT && !csa_token_is(token, "default") &&
		    !csa_token_is(token, "delete"))
			return true;
		if (scan->is_cxx && token->kind != CSA_TOKEN_IDENT &&
		    token->kind != CSA_TOKEN_PUNCT && csa_lex_suffix(token))
			return true;
	}
	return false;
}

static void use_declaration(struct csa_scan *scan, uint32_t def, uint32_t first)
{
	csa_uses_begin(&scan->uses, scan->scanner, def, scan->is_cxx);
	csa_scan_feed_tokens(scan, first, scan->at.token_count);
	csa_uses_end(&scan->uses);
	csa_scan_resume(scan);
}

/* "Table table_ GUARDED_BY(mutex_);" declares data, although a macro looks like a function. */
static bool is_prototype(const struct csa_scan *scan)
{
	return scan->found.kind == CSA_DECLARATOR_FUNCTION &&
	       !csa_declarator_is_caps(scan->found.base.data, scan->found.base.length);
}

/*
 * "int f(int x = g());": whoever calls f may call g. The declaration is something of f's name that is
 * used with it; of a member it counts as its class's.
 */
static void use_defaults(struct csa_scan *scan)
{
	uint32_t first = csa_scan_first_default(scan);
	uint32_t def;

	if (first == CSA_NO_INDEX)
		return;
	def = csa_scan_in_class(scan) ? csa_scan_innermost(scan)->def
				      : csa_scan_add_found(scan, CSA_DEF_VARIABLE);
	use_declaration(scan, def, first);
}

static void end_statement(struct csa_scan *scan, const struct csa_token *token)
{
	if (scan->at.token_count > 0) {
		csa_scan_note_made(scan, false);
		csa_scan_parse_declaration(scan, false);
		if (is_old_style(scan)) {
			csa_scan_keep_token(scan, token);
			return;
		}
		if (csa_scan_in_class(scan)) {
			if (!is_prototype(scan)) {
				if (scan->is_cxx)
					use_declaration(scan, csa_scan_innermost(scan)->def, 0);
				csa_scan_members(scan);
			} else {
				use_defaults(scan);
			}
		} else if (scan->found.is_defaulted &&
			   scan->found.kind == CSA_DECLARATOR_FUNCTION) {
			(void)csa_scan_add_found(scan, CSA_DEF_FUNCTION);
		} else if (is_prototype(scan)) {
			use_defaults(scan);
		} else if (scan->found.kind == CSA_DECLARATOR_VARIABLE && scan->found.base.length &&
			   !scan->at.had_body && has_initialiser(scan)) {
			use_declaration(scan, csa_scan_add_found(scan, CSA_DEF_VARIABLE),
					scan->found.init_first - 1);
		}
		csa_scan_typedef(scan);
	} else if (csa_scan_in_class(scan)) {
		csa_scan_members(scan);
	}
	csa_scan_end_declaration(scan);
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

	if (csa_scan_is_made_alone(scan, token)) {
		csa_scan_note_made(scan, false);
		csa_scan_end_declaration(scan);
	}
	if (c == '{') {
		csa_scan_open_brace(scan, token);
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
	if (c == ':' && token->length == 1 && csa_scan_in_class(scan) && is_access(scan)) {
		csa_scan_end_declaration(scan);
		return;
	}
	if (c == '(' || c == '[')
		scan->at.parens++;
	if ((c == ')' || c == ']') && scan->at.parens > 0)
		scan->at.parens--;
	csa_scan_keep_token(scan, token);
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

/* Braces and parentheses around this place, in all branches of an #if alike. */
static bool is_deep(const struct csa_scan *scan)
{
	uint32_t depth = scan->over + scan->at.open_count + scan->at.parens + scan->uses.flow.depth;

	if (scan->at.open_count > 0 && scan->open[scan->at.open_count - 1].kind != CSA_OPEN_CLASS)
		depth += scan->open[scan->at.open_count - 1].depth;
	return depth > DEEP_MIN;
}

/* What is of interest wherever it stands: "ifunc("f")", and what would take ctags for ever. */
static void note_token(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_file *file = &scan->project->files.items[scan->input->file];

	if (token->kind == CSA_TOKEN_STRING && scan->ifunc_step == 2)
		csa_resolvers_note(scan->project, scan->input->file, token);
	if (token->kind == CSA_TOKEN_IDENT)
		scan->ifunc_step = csa_token_is(token, "ifunc") || csa_token_is(token, "__ifunc__");
	else
		scan->ifunc_step = scan->ifunc_step == 1 && csa_token_is(token, "(") ? 2 : 0;
	if (token->kind == CSA_TOKEN_PUNCT && (token->punct == '{' || token->punct == '('))
		file->is_deep = file->is_deep || is_deep(scan);
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
		csa_scan_push_open(scan, CSA_OPEN_SCOPE, input->scope, CSA_NO_INDEX, input->line);
	for (csa_lex_next(&scan->lex, &token); token.kind != CSA_TOKEN_END;
	     csa_lex_next(&scan->lex, &token)) {
		note_token(scan, &token);
		if (token.kind == CSA_TOKEN_DIRECTIVE)
			csa_scan_directive(scan, &token);
		else if (csa_scan_in_body(scan))
			feed_body(scan, &token);
		else
			feed_declaration(scan, &token);
		scan->has_tokens = true;
	}
	csa_scan_note_made(scan, false);
	if (input->rounds == 0)
		note_broken(scan);
	scan->project->failed = scan->project->failed || scan->lex.failed;
	csa_lex_release(&scan->lex);
	csa_declarator_release(&scan->found);
	free(scan->tokens.items);
	free(scan->branches.items);
	free(scan->saved.items);
	free(scan->outer_uses.items);
	free(scan);
}
