/* SPDX-License-Identifier: MIT */
#include "decl_items.h"

#include <string.h>

#include "vec.h"

static bool is_word_of(const struct csa_token *token, const char *const *words)
{
	for (; *words; words++) {
		if (csa_token_is(token, *words))
			return true;
	}
	return false;
}

/* Followed by parentheses that belong to them: both vanish. */
static bool takes_group(const struct csa_token *token, bool is_cxx)
{
	static const char *const words[] = {
		"__attribute__",  "__attribute", "__declspec", "_Alignas", "typeof",  "__typeof__",
		"__typeof",       "asm",         "__asm__",    "__asm",    "_Pragma", "__pragma",
		"_Static_assert", "_Atomic",     NULL,
	};
	static const char *const cxx_words[] = {
		"alignas",  "decltype",      "noexcept", "throw",
		"explicit", "static_assert", "requires", NULL,
	};

	return is_word_of(token, words) || (is_cxx && is_word_of(token, cxx_words));
}

static bool is_keyword(const struct csa_token *token, bool is_cxx)
{
	static const char *const words[] = {
		"int",       "void",     "char",          "long",       "short",    "unsigned",
		"signed",    "float",    "double",        "bool",       "_Bool",    "const",
		"volatile",  "static",   "extern",        "inline",     "__inline", "__inline__",
		"register",  "restrict", "typedef",       "struct",     "union",    "enum",
		"_Noreturn", "if",       "for",           "while",      "switch",   "return",
		"sizeof",    "do",       "else",          "__restrict", "goto",     "default",
		"case",      "auto",     "__extension__", NULL,
	};
	static const char *const cxx_words[] = {
		"virtual",   "constexpr", "consteval", "friend", "typename", "class",
		"namespace", "mutable",   "override",  "final",  "using",    "try",
		"catch",     "delete",    "wchar_t",   "new",    NULL,
	};

	return takes_group(token, is_cxx) || is_word_of(token, words) ||
	       (is_cxx && is_word_of(token, cxx_words));
}

/* The end of the bracket that opens at @at: behind its partner, or @count. */
static uint32_t match_bracket(const struct csa_token *tokens, uint32_t at, uint32_t count)
{
	uint32_t depth = 0;

	for (; at < count; at++) {
		char c = tokens[at].kind == CSA_TOKEN_PUNCT ? tokens[at].punct : 0;

		if (c == '(' || c == '[' || c == '{')
			depth++;
		else if ((c == ')' || c == ']' || c == '}') && --depth == 0)
			return at + 1;
	}
	return count;
}

static bool is_single(const struct csa_token *token, char c)
{
	return token->kind == CSA_TOKEN_PUNCT && token->punct == c &&
	       (token->length == 1 || c == '[' || c == ']');
}

/* Behind the '>' that closes the '<' at @at; @at when it does not look like template arguments. */
static uint32_t match_angles(const struct csa_token *tokens, uint32_t at, uint32_t count)
{
	uint32_t depth = 0;

	for (uint32_t i = at; i < count; i++) {
		char c = tokens[i].kind == CSA_TOKEN_PUNCT ? tokens[i].punct : 0;

		if (c == '(' || c == '[') {
			i = match_bracket(tokens, i, count) - 1;
		} else if (c == '<' && tokens[i].length == 1) {
			depth++;
		} else if (c == '>' && --depth == 0) {
			return i + 1;
		} else if (c == ';' || c == '{' || c == ')') {
			return at;
		}
	}
	return at;
}

/* "operator" at @at: behind its name, at the '(' of the parameters or at @count. */
static uint32_t match_operator(const struct csa_token *tokens, uint32_t at, uint32_t count)
{
	at++;
	if (at + 1 < count && is_single(&tokens[at], '(') && is_single(&tokens[at + 1], ')'))
		return at + 2;
	while (at < count && !is_single(&tokens[at], '('))
		at++;
	return at;
}

static bool push(struct csa_items *list, uint8_t kind, uint32_t first, uint32_t end, char punct)
{
	if (!CSA_VEC_ROOM(list, 1))
		return false;
	list->items[list->count++] =
		(struct csa_item){ .first = first, .end = end, .kind = kind, .punct = punct };
	return true;
}

static bool push_word(struct csa_items *list, const struct csa_token *tokens, uint32_t *at,
		      uint32_t count, bool is_cxx)
{
	uint32_t first = *at;
	uint32_t end = first + 1;

	if (is_cxx && csa_token_is(&tokens[first], "operator")) {
		*at = match_operator(tokens, first, count);
		return push(list, CSA_ITEM_OPERATOR, first, *at, 0);
	}
	if (is_cxx && csa_token_is(&tokens[first], "template") && end < count &&
	    is_single(&tokens[end], '<')) {
		*at = match_angles(tokens, end, count);
		return true;
	}
	if (takes_group(&tokens[first], is_cxx) && end < count && is_single(&tokens[end], '(')) {
		*at = match_bracket(tokens, end, count);
		return push(list, CSA_ITEM_KEYWORD, first, *at, 0);
	}
	*at = end;
	return push(list, is_keyword(&tokens[first], is_cxx) ? CSA_ITEM_KEYWORD : CSA_ITEM_WORD,
		    first, end, 0);
}

static bool push_punct(struct csa_items *list, const struct csa_token *tokens, uint32_t *at,
		       uint32_t count, bool is_cxx)
{
	uint32_t first = *at;
	const struct csa_token *token = &tokens[first];
	uint8_t kind = CSA_ITEM_PUNCT;
	uint32_t end = first + 1;

	if (is_single(token, '(')) {
		kind = CSA_ITEM_GROUP;
		end = match_bracket(tokens, first, count);
	} else if (is_single(token, '[') || is_single(token, '{')) {
		*at = match_bracket(tokens, first, count); /* attributes and array bounds */
		return true;
	} else if (token->punct == ':' && token->length == 2) {
		kind = CSA_ITEM_SCOPE;
	} else if (is_cxx && is_single(token, '<') && list->count > 0 &&
		   list->items[list->count - 1].kind == CSA_ITEM_WORD) {
		end = match_angles(tokens, first, count);
		kind = end > first ? CSA_ITEM_ANGLES : CSA_ITEM_PUNCT;
		end = end > first ? end : first + 1;
	} else if (is_single(token, '~') && end < count && tokens[end].kind == CSA_TOKEN_IDENT) {
		kind = CSA_ITEM_WORD;
		end++;
	}
	*at = end;
	return push(list, kind, first, end, token->length == 1 ? token->punct : 0);
}

bool csa_items_make(struct csa_items *list, const struct csa_token *tokens, uint32_t count,
		    bool is_cxx)
{
	uint32_t at = 0;

	*list = (struct csa_items){ 0 };
	while (at < count) {
		uint32_t first = at;
		bool ok = true;

		if (tokens[at].kind == CSA_TOKEN_IDENT)
			ok = push_word(list, tokens, &at, count, is_cxx);
		else if (tokens[at].kind == CSA_TOKEN_PUNCT)
			ok = push_punct(list, tokens, &at, count, is_cxx);
		else
			ok = push(list,
				  tokens[at].kind == CSA_TOKEN_STRING ? CSA_ITEM_STRING
								      : CSA_ITEM_PUNCT,
				  at, at + 1, 0);
		if (!ok)
			return false;
		at = at > first ? at : first + 1;
	}
	return true;
}
