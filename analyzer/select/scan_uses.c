/* SPDX-License-Identifier: MIT */
#include "scan_uses.h"

#include <string.h>

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
	*uses = (struct csa_uses){ .scanner = scanner, .def = def, .is_cxx = is_cxx };
}

static void declare_local(struct csa_uses *uses, uint32_t name)
{
	struct csa_scan_seen *seen = seen_of(uses->scanner, name);

	if (seen)
		seen->local = uses->def;
}

static void add(struct csa_uses *uses, enum csa_use_kind kind)
{
	struct csa_scan_seen *seen = seen_of(uses->scanner, uses->pending);
	struct csa_use use = { .def = uses->def,
			       .name = uses->pending,
			       .scope = uses->pending_scope,
			       .kind = (uint8_t)kind,
			       .is_member = uses->before_is_member };
	/* A scoped or member use is rarer and resolved differently: its own bits. */
	uint32_t shift = uses->pending_scope ? 8 : uses->before_is_member ? 4 : 0;
	uint32_t bit = 1u << ((uint32_t)kind + shift);

	if (!seen || (seen->local == uses->def && shift == 0))
		return;
	if (seen->def != uses->def) {
		seen->def = uses->def;
		seen->kinds = 0;
	}
	if (shift != 8 && (seen->kinds & bit))
		return;
	seen->kinds |= bit;
	csa_project_add_use(uses->scanner->project, &use);
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

/* "p->read = f": whoever calls through a member of this name may come to f. */
static void add_field(struct csa_uses *uses)
{
	struct csa_project *project = uses->scanner->project;
	struct csa_scan_seen *seen = seen_of(uses->scanner, uses->pending);
	const struct csa_def *user = &project->defs.items[uses->def];
	struct csa_use use = { .name = uses->pending,
			       .scope = uses->pending_scope,
			       .kind = CSA_USE_ADDRESS };
	struct csa_def field = { .kind = CSA_DEF_FIELD,
				 .name = uses->target,
				 .base = uses->target,
				 .file = user->file,
				 .line = user->line,
				 .end_line = user->line };

	if (!seen || seen->local == uses->def)
		return;
	use.def = csa_project_add_def(project, &field);
	if (use.def != CSA_NO_INDEX)
		csa_project_add_use(project, &use);
}

/* @next: the class of the token to the right, as in csa_uses.last. */
static void judge(struct csa_uses *uses, char next)
{
	if (uses->pending == CSA_NAME_NONE || uses->def == CSA_NO_INDEX)
		return;
	if (next == '(' || (next == '<' && uses->is_cxx)) {
		add(uses, CSA_USE_CALL);
	} else if (is_declaration(uses, next)) {
		declare_local(uses, uses->pending);
	} else if (!is_address_context(uses, next)) {
		if (!uses->before_is_member)
			add(uses, CSA_USE_MENTION);
	} else {
		add(uses, CSA_USE_ADDRESS);
		if (uses->target)
			add_field(uses);
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

/* Parentheses behind a name hold arguments; other ones are a cast. */
static void note_target(struct csa_uses *uses, char class, uint32_t length)
{
	if (class == '=' && length == 1)
		uses->target = uses->last == 'i' ? uses->last_name : CSA_NAME_NONE;
	else if (class == ';' || class == ',' || class == '{' || class == '}' ||
		 (class == '(' && uses->last == 'i'))
		uses->target = CSA_NAME_NONE;
}

void csa_uses_feed(struct csa_uses *uses, const struct csa_token *token)
{
	char class = '0'; /* numbers and literals */

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
	note_target(uses, class, token->length);
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

void csa_uses_params(struct csa_uses *uses, const struct csa_token *tokens, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++) {
		char next = i + 1 < count && tokens[i + 1].kind == CSA_TOKEN_PUNCT
				    ? tokens[i + 1].punct
				    : ',';
		bool after_type = tokens[i - 1].kind == CSA_TOKEN_IDENT ||
				  (tokens[i - 1].kind == CSA_TOKEN_PUNCT &&
				   strchr("*&>", tokens[i - 1].punct));

		if (tokens[i].kind == CSA_TOKEN_IDENT && after_type && strchr(",)[=", next))
			csa_uses_local(uses, &tokens[i]);
	}
}
