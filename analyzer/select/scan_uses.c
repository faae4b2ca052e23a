/* SPDX-License-Identifier: MIT */
#include "scan_uses.h"

#include <string.h>

#include "buf.h"
#include "vec.h"

/* Ids 1.. in this order; the first TYPE_WORDS may begin a declaration of a variable. */
static const char *const keywords[] = {
	"int",
	"char",
	"void",
	"long",
	"short",
	"unsigned",
	"signed",
	"float",
	"double",
	"bool",
	"_Bool",
	"auto",
	"const",
	"volatile",
	"register",
	"restrict",
	/* the rest */
	"if",
	"for",
	"while",
	"do",
	"goto",
	"switch",
	"return",
	"case",
	"default",
	"break",
	"continue",
	"else",
	"sizeof",
	"struct",
	"union",
	"enum",
	"typedef",
	"static",
	"extern",
	"inline",
	"class",
	"new",
	"delete",
	"this",
	"throw",
	"try",
	"catch",
	"template",
	"typename",
	"namespace",
	"using",
	"operator",
	"nullptr",
	"true",
	"false",
	"public",
	"private",
	"protected",
	"virtual",
	"friend",
	"static_cast",
	"const_cast",
	"dynamic_cast",
	"reinterpret_cast",
	"decltype",
	"noexcept",
	"constexpr",
	"mutable",
	"explicit",
	"alignof",
	"alignas",
	"static_assert",
	"co_await",
	"co_yield",
	"co_return",
	"requires",
	"concept",
	"typeid",
	"__attribute__",
	"__extension__",
	"_Static_assert",
	"_Alignof",
	"typeof",
	"__typeof__",
	"asm",
	"__asm__",
	"and",
	"or",
	"not",
};

#define TYPE_WORDS    16u
#define KEYWORD_COUNT ((uint32_t)(sizeof(keywords) / sizeof(*keywords)))

void csa_scanner_init(struct csa_scanner *scanner, struct csa_project *project)
{
	*scanner = (struct csa_scanner){ .project = project, .keywords = KEYWORD_COUNT };
	for (uint32_t i = 0; i < KEYWORD_COUNT; i++)
		(void)csa_names_add_str(&project->names, keywords[i]);
}

void csa_scanner_release(struct csa_scanner *scanner)
{
	free(scanner->seen.items);
	*scanner = (struct csa_scanner){ 0 };
}

/* The note about a name; NULL when memory ran out. */
static struct csa_scan_seen *seen_of(struct csa_scanner *scanner, uint32_t name)
{
	if (name >= scanner->seen.count) {
		uint32_t extra = name + 1 - scanner->seen.count;

		if (!CSA_VEC_ROOM(&scanner->seen, extra)) {
			scanner->project->failed = true;
			return NULL;
		}
		for (uint32_t i = scanner->seen.count; i <= name; i++)
			scanner->seen.items[i] = (struct csa_scan_seen){ .def = CSA_NO_INDEX,
									 .local = CSA_NO_INDEX };
		scanner->seen.count = name + 1;
	}
	return &scanner->seen.items[name];
}

void csa_uses_begin(struct csa_uses *uses, struct csa_scanner *scanner, uint32_t def, bool is_cxx)
{
	*uses = (struct csa_uses){
		.scanner = scanner, .def = def, .outer = CSA_NO_INDEX, .is_cxx = is_cxx
	};
}

static void declare_local(struct csa_uses *uses, uint32_t name)
{
	struct csa_scan_seen *seen = seen_of(uses->scanner, name);

	if (seen)
		seen->local = uses->def;
}

/* A variable here, or in the function around this lambda. */
static bool is_local(struct csa_uses *uses, uint32_t name)
{
	const struct csa_scan_seen *seen = seen_of(uses->scanner, name);

	return seen && uses->def != CSA_NO_INDEX &&
	       (seen->local == uses->def ||
		(uses->outer != CSA_NO_INDEX && seen->local == uses->outer));
}

/* Adds a use once: a scoped or member use is rarer and resolved differently, so has its own bits. */
static void add(struct csa_uses *uses, struct csa_use use)
{
	struct csa_scan_seen *seen = seen_of(uses->scanner, use.name);
	uint32_t shift = use.scope ? 16 : use.is_member ? 8 : 0;
	uint32_t bit = 1u << (use.kind + shift);

	if (!seen)
		return;
	use.def = uses->def;
	if (seen->def != uses->def) {
		seen->def = uses->def;
		seen->kinds = 0;
	}
	if (!use.scope && (seen->kinds & bit))
		return;
	seen->kinds |= bit;
	csa_project_add_use(uses->scanner->project, &use);
}

static void add_word(struct csa_uses *uses, const struct csa_flow_word *word, uint32_t scope,
		     enum csa_use_kind kind)
{
	struct csa_use use = { .name = word->name,
			       .scope = scope,
			       .kind = (uint8_t)kind,
			       .is_member = word->is_member };

	if (!scope && !word->is_member && is_local(uses, word->name)) {
		if (kind != CSA_USE_CALL)
			return;
		use.kind = CSA_USE_CALL_LOCAL;
	}
	add(uses, use);
}

/* "type name" followed by what may follow a variable's name in its declaration. */
static bool is_declaration(const struct csa_uses *uses, char next)
{
	bool after_type = uses->before == 'i' || uses->before == 't';
	bool after_star =
		(uses->before == '*' || uses->before == '&') &&
		(uses->before_before == 'i' || uses->before_before == 't' ||
		 uses->before_before == '>' ||
		 (uses->before_before == '(' && uses->before == '*') || uses->before_before == '*');

	if (uses->pending_scope || uses->before_is_member)
		return false;
	if (after_star)
		return next == '=' || next == ';' || next == '[' ||
		       (next == ')' && uses->before == '*' && uses->before_before == '(');
	return (after_type || (uses->is_cxx && uses->before == '>')) && next &&
	       strchr("=;,[):{", next);
}

static bool is_address_context(const struct csa_uses *uses, char next)
{
	/* S: behind "A::" the qualified name as a whole is in question, which is not looked at. */
	static const char lefts[] = "(,={&?:k[|!<S";
	static const char rights[] = "),;}:?=!|&]>";

	if (uses->before_is_member || next == 0 || !strchr(rights, next))
		return false;
	return uses->before == ')' || (uses->before && strchr(lefts, uses->before)) ||
	       (uses->before == '*' && next != '=');
}

void csa_uses_hand_on(struct csa_uses *uses, const struct csa_use *flow)
{
	uint32_t target = uses->flow.target.name;

	csa_flow_value(&uses->flow, uses->scanner->project, flow, target && is_local(uses, target));
}

/* The word goes where it stands: into an argument, a member, a variable. */
static void add_flow(struct csa_uses *uses, const struct csa_flow_word *word)
{
	struct csa_use use = { .def = uses->def, .name = word->name, .from = CSA_FROM_NAME };

	if (word->is_member)
		use.from = CSA_FROM_FIELD;
	else if (!uses->pending_scope && is_local(uses, word->name))
		use.from = CSA_FROM_LOCAL;
	csa_uses_hand_on(uses, &use);
}

/* @next: the class of the token to the right, as in csa_uses.last. */
static void judge(struct csa_uses *uses, char next)
{
	const struct csa_flow_word word = { uses->pending, uses->before_is_member };

	if (uses->pending == CSA_NAME_NONE || uses->def == CSA_NO_INDEX)
		return;
	if (next == '(' || (next == '<' && uses->is_cxx)) {
		add_word(uses, &word, uses->pending_scope, CSA_USE_CALL);
	} else if (is_declaration(uses, next)) {
		declare_local(uses, uses->pending);
		uses->flow.declared_type = uses->word_type;
	} else if (uses->before_is_member) {
		add_word(uses, &word, uses->pending_scope, CSA_USE_ADDRESS);
		if (next && strchr("),;}:?", next))
			add_flow(uses, &word);
	} else if (!is_address_context(uses, next)) {
		add_word(uses, &word, uses->pending_scope, CSA_USE_MENTION);
		if (next == '[' && !is_local(uses, word.name))
			add_flow(uses, &word); /* one of a table */
	} else {
		add_word(uses, &word, uses->pending_scope, CSA_USE_ADDRESS);
		add_flow(uses, &word);
	}
}

static void note_word(struct csa_uses *uses, uint32_t name, char class)
{
	if (class == 'i') {
		uses->pending = name;
		uses->pending_scope = uses->last == 'S' ? uses->scope : CSA_NAME_NONE;
		uses->before = uses->last;
		uses->before_before = uses->last_last;
		uses->before_is_member = uses->last_is_member;
		uses->word_type = uses->last == 'i' ? uses->last_name : CSA_NAME_NONE;
		uses->word = (struct csa_flow_word){ name, uses->last_is_member };
	}
	uses->last_last = uses->last;
	uses->last = class;
	uses->last_name = name;
	uses->last_is_member = false;
}

static void feed_word(struct csa_uses *uses, const struct csa_token *token)
{
	uint32_t name = csa_names_add(&uses->scanner->project->names, token->text, token->length);
	struct csa_def *def;
	bool is_loop;

	if (name > uses->scanner->keywords || name == CSA_NAME_NONE) {
		note_word(uses, name, 'i');
		return;
	}
	is_loop = csa_token_is(token, "for") || csa_token_is(token, "while") ||
		  csa_token_is(token, "do") || csa_token_is(token, "goto");
	if (uses->def != CSA_NO_INDEX) {
		def = &uses->scanner->project->defs.items[uses->def];
		if (is_loop)
			def->flags |= CSA_DEF_LOOP;
		if (uses->is_cxx && (csa_token_is(token, "class") || csa_token_is(token, "struct")))
			def->flags |= CSA_DEF_LAMBDA;
	}
	note_word(uses, name, name <= TYPE_WORDS ? 't' : 'k');
}

static void note_lambda(struct csa_uses *uses)
{
	static const char starts[] = "(,={;}&|?:k!";

	if (uses->is_cxx && uses->def != CSA_NO_INDEX && uses->last && strchr(starts, uses->last))
		uses->scanner->project->defs.items[uses->def].flags |= CSA_DEF_LAMBDA;
}

static void feed_flow(struct csa_uses *uses, char class, uint32_t length)
{
	struct csa_flow_token token = {
		.class = class, .is_cxx = uses->is_cxx, .is_single = length == 1, .last = uses->last
	};
	struct csa_flow_word called;

	/* "return (*f)(x)", but not "if (*p) (x)" */
	if (class == '(' && uses->last == 'k' &&
	    strcmp(csa_project_name(uses->scanner->project, uses->last_name), "return") == 0)
		token.last = '=';
	if (uses->last == 'i') {
		token.word = uses->word;
		token.type = uses->is_cxx ? uses->word_type : CSA_NAME_NONE;
	}
	called = csa_flow_feed(&uses->flow, &uses->scanner->project->names, &token);
	if (called.name && uses->def != CSA_NO_INDEX)
		add_word(uses, &called, CSA_NAME_NONE, CSA_USE_CALL);
}

void csa_uses_suffix(struct csa_uses *uses, const char *suffix, uint32_t length)
{
	struct csa_project *project = uses->scanner->project;
	struct csa_use use = { .kind = CSA_USE_CALL };
	struct csa_buf name;

	if (uses->def == CSA_NO_INDEX)
		return;
	csa_buf_init(&name);
	csa_buf_add_str(&name, "operator\"\" ");
	csa_buf_add(&name, suffix, length);
	use.name = csa_names_add(&project->names, name.data, name.length);
	project->failed = project->failed || name.failed;
	csa_buf_release(&name);
	if (use.name)
		add(uses, use);
}

/* 1.5_kg, 'c'_c, "text"_s, and operator""_kg by its name, with or without a blank in it. */
static void feed_literal(struct csa_uses *uses, const struct csa_token *token)
{
	struct csa_use macro = { .kind = CSA_USE_MENTION };
	bool is_named = uses->last_is_operator;
	uint32_t length;
	const char *suffix;

	uses->last_is_operator = false;
	if (token->kind == CSA_TOKEN_IDENT && is_named)
		csa_uses_suffix(uses, token->text, token->length);
	if (token->kind == CSA_TOKEN_IDENT || token->kind == CSA_TOKEN_PUNCT)
		return;
	length = csa_lex_suffix(token);
	suffix = token->text + token->length - length;
	if (length > 0)
		csa_uses_suffix(uses, suffix, length);
	if (length == 0)
		uses->last_is_operator =
			uses->last == 'k' &&
			strcmp(csa_project_name(uses->scanner->project, uses->last_name),
			       "operator") == 0;
	if (length == 0 || token->kind == CSA_TOKEN_NUMBER || uses->def == CSA_NO_INDEX)
		return;
	/* "%"PRIu64: compilers look for a macro first. */
	macro.name = csa_names_add(&uses->scanner->project->names, suffix, length);
	if (macro.name)
		add(uses, macro);
}

void csa_uses_feed(struct csa_uses *uses, const struct csa_token *token)
{
	char class = '0'; /* numbers and literals */

	if (uses->is_cxx)
		feed_literal(uses, token);
	if (token->kind == CSA_TOKEN_PUNCT) {
		class = token->punct;
		if (class == ':' && token->length == 2)
			class = 'S';
		else if (token->length == 2 && class != '&' && token->text[1] == '=' &&
			 strchr("+-*/|^%", class))
			class = 'a'; /* arithmetic assignment: no function on either side */
	}
	if (token->kind == CSA_TOKEN_IDENT)
		class = 'i';
	judge(uses, class);
	uses->pending = CSA_NAME_NONE;
	feed_flow(uses, class, token->length);
	if (token->kind == CSA_TOKEN_IDENT) {
		feed_word(uses, token);
		return;
	}
	if (class == '[')
		note_lambda(uses);
	if (class == 'S')
		uses->scope = uses->last == 'i' ? uses->last_name : CSA_NAME_NONE;
	uses->last_is_member =
		class == '.' || (class == '-' && token->length == 2 && token->text[1] == '>');
	uses->last_last = uses->last;
	uses->last = class;
}

void csa_uses_end(struct csa_uses *uses)
{
	judge(uses, ';');
	uses->pending = CSA_NAME_NONE;
}

void csa_uses_local(struct csa_uses *uses, const struct csa_token *word)
{
	declare_local(uses,
		      csa_names_add(&uses->scanner->project->names, word->text, word->length));
}

void csa_uses_param(struct csa_uses *uses, const struct csa_token *word, uint32_t index)
{
	struct csa_use use = { .def = uses->def,
			       .kind = CSA_USE_PARAM,
			       .index = (uint8_t)(index < CSA_INDEX_ANY ? index : CSA_INDEX_ANY) };

	use.name = csa_names_add(&uses->scanner->project->names, word->text, word->length);
	declare_local(uses, use.name);
	csa_project_add_use(uses->scanner->project, &use);
}

static bool is_parameter(const struct csa_token *tokens, uint32_t at, uint32_t count,
			 bool is_old_style)
{
	char next = at + 1 < count && tokens[at + 1].kind == CSA_TOKEN_PUNCT ? tokens[at + 1].punct
									     : ',';
	bool after_type =
		tokens[at - 1].kind == CSA_TOKEN_IDENT ||
		(tokens[at - 1].kind == CSA_TOKEN_PUNCT && strchr("*&>", tokens[at - 1].punct));

	return tokens[at].kind == CSA_TOKEN_IDENT && (after_type || is_old_style) &&
	       strchr(",)[=", next);
}

/* What "a < b" and the end of the call run belongs to the classes of a and b. */
static void add_type(struct csa_uses *uses, const struct csa_token *word)
{
	struct csa_use use = { .kind = CSA_USE_MENTION };

	use.name = csa_names_add(&uses->scanner->project->names, word->text, word->length);
	if (use.name > uses->scanner->keywords)
		add(uses, use);
}

void csa_uses_params(struct csa_uses *uses, const struct csa_token *tokens, uint32_t count,
		     bool is_old_style)
{
	uint32_t depth = 0;
	uint32_t index = 0;

	for (uint32_t i = 0; i < count; i++) {
		char c = tokens[i].kind == CSA_TOKEN_PUNCT ? tokens[i].punct : 0;

		if (c == '(' || c == '<')
			depth++;
		if ((c == ')' || c == '>') && depth > 0)
			depth--;
		if (c == ',' && depth == 1)
			index++;
		if (i > 0 && is_parameter(tokens, i, count, is_old_style))
			csa_uses_param(uses, &tokens[i], index);
	}
	/* Behind the parameters, which are the first uses of a definition. */
	for (uint32_t i = 1; i < count && uses->is_cxx && uses->def != CSA_NO_INDEX; i++) {
		if (tokens[i].kind == CSA_TOKEN_IDENT &&
		    !is_parameter(tokens, i, count, is_old_style))
			add_type(uses, &tokens[i]);
	}
}
