/* SPDX-License-Identifier: MIT */
#include "declarator.h"

#include <stdlib.h>
#include <string.h>

#include "decl_items.h"
#include "err.h"

#define NOWHERE UINT32_MAX

struct parse {
	const struct csa_declarator_input *in;
	const struct csa_item *items;
	uint32_t count;      /* of items */
	uint32_t header_end; /* items before it can hold the name: ends at ':', "->", ';' */
	uint32_t assign;     /* item of a top-level '=', or NOWHERE */
	struct csa_declarator *found;
};

/* A place where a function's name could stand. */
struct candidate {
	uint32_t word; /* item of the name; NOWHERE: the name is a token inside a group */
	uint32_t name_token;
	uint32_t group; /* item of the parameters */
	uint32_t params_first;
	uint32_t params_end;
};

void csa_declarator_init(struct csa_declarator *found)
{
	*found = (struct csa_declarator){ 0 };
	csa_buf_init(&found->scope);
	csa_buf_init(&found->base);
}

void csa_declarator_release(struct csa_declarator *found)
{
	csa_buf_release(&found->scope);
	csa_buf_release(&found->base);
}

bool csa_declarator_is_caps(const char *name, size_t length)
{
	size_t capitals = 0;

	for (size_t i = 0; i < length; i++) {
		if (name[i] >= 'A' && name[i] <= 'Z')
			capitals++;
		else if (name[i] != '_' && (name[i] < '0' || name[i] > '9'))
			return false;
	}
	return capitals >= 2;
}

static const struct csa_token *first_token(const struct parse *p, uint32_t item)
{
	return &p->in->tokens[p->items[item].first];
}

static bool item_is(const struct parse *p, uint32_t item, const char *text)
{
	return item < p->count && csa_token_is(first_token(p, item), text);
}

static bool is_kind(const struct parse *p, uint32_t item, enum csa_item_kind kind)
{
	return item < p->count && p->items[item].kind == kind;
}

static bool is_macro(const struct parse *p, uint32_t token)
{
	const struct csa_token *word = &p->in->tokens[token];

	if (p->in->is_macro)
		return p->in->is_macro(p->in->data, word->text, word->length);
	return csa_declarator_is_caps(word->text, word->length);
}

/* Adds the name in the demangler's spelling: "operator new", 'operator"" _kg'. */
static void add_operator(const struct parse *p, const struct csa_item *item, struct csa_buf *out)
{
	for (uint32_t i = item->first; i < item->end; i++) {
		const struct csa_token *token = &p->in->tokens[i];
		char last = out->length ? out->data[out->length - 1] : 0;
		bool word = token->kind == CSA_TOKEN_IDENT;
		uint32_t suffix = token->kind == CSA_TOKEN_STRING ? csa_lex_suffix(token) : 0;
		bool after_word = (last >= 'a' && last <= 'z') || (last >= 'A' && last <= 'Z') ||
				  last == '_' || last == '"' || last == '>';

		if (word && i > item->first && after_word)
			csa_buf_add_char(out, ' ');
		csa_buf_add(out, token->text, token->length - suffix);
		if (suffix > 0) {
			csa_buf_add_char(out, ' '); /* of 'operator""_kg' */
			csa_buf_add(out, token->text + token->length - suffix, suffix);
		}
	}
}

static void add_word(const struct parse *p, const struct csa_item *item, struct csa_buf *out)
{
	if (item->kind == CSA_ITEM_OPERATOR) {
		add_operator(p, item, out);
		return;
	}
	for (uint32_t i = item->first; i < item->end; i++)
		csa_buf_add(out, p->in->tokens[i].text, p->in->tokens[i].length);
}

/* Fills scope and base from the qualified name that ends with @word. */
static void take_qualified(const struct parse *p, uint32_t word)
{
	uint32_t first = word;

	csa_buf_clear(&p->found->scope);
	csa_buf_clear(&p->found->base);
	add_word(p, &p->items[word], &p->found->base);
	p->found->line = first_token(p, word)->line;
	while (first >= 2 && p->items[first - 1].kind == CSA_ITEM_SCOPE) {
		uint32_t before = first - 2;

		if (p->items[before].kind == CSA_ITEM_ANGLES && before > 0)
			before--;
		if (p->items[before].kind != CSA_ITEM_WORD)
			break;
		first = before;
	}
	for (uint32_t i = first; i < word; i++) {
		if (p->items[i].kind != CSA_ITEM_WORD)
			continue;
		if (p->found->scope.length)
			csa_buf_add_str(&p->found->scope, "::");
		add_word(p, &p->items[i], &p->found->scope);
	}
}

/* "(wrapped)" or "(*f(int n))" directly before another group: the name is inside. */
static bool nested_candidate(const struct parse *p, uint32_t group, struct candidate *out)
{
	const struct csa_token *tokens = p->in->tokens;
	const struct csa_item *item = &p->items[group];
	uint32_t last = item->end - 1; /* ')' */

	if (!is_kind(p, group + 1, CSA_ITEM_GROUP) || group + 1 >= p->header_end)
		return false;
	if (item->end - item->first == 3 && tokens[item->first + 1].kind == CSA_TOKEN_IDENT) {
		*out = (struct candidate){ .word = NOWHERE,
					   .name_token = item->first + 1,
					   .group = group + 1,
					   .params_first = p->items[group + 1].first + 1,
					   .params_end = p->items[group + 1].end - 1 };
		return true;
	}
	if (tokens[item->first + 1].punct != '*' && tokens[item->first + 1].punct != '&')
		return false;
	for (uint32_t i = item->first + 1; i + 1 < last; i++) {
		if (tokens[i].kind == CSA_TOKEN_IDENT && tokens[i + 1].punct == '(') {
			*out = (struct candidate){ .word = NOWHERE,
						   .name_token = i,
						   .group = group + 1,
						   .params_first = i + 2,
						   .params_end = last - 1 };
			return true;
		}
	}
	return false;
}

static bool candidate_at(const struct parse *p, uint32_t at, struct candidate *out)
{
	uint32_t group = at + 1;

	if (p->items[at].kind == CSA_ITEM_GROUP)
		return nested_candidate(p, at, out);
	if (p->items[at].kind != CSA_ITEM_WORD && p->items[at].kind != CSA_ITEM_OPERATOR)
		return false;
	if (is_kind(p, group, CSA_ITEM_ANGLES))
		group++;
	if (!is_kind(p, group, CSA_ITEM_GROUP) || group >= p->header_end)
		return false;
	if (p->items[at].kind == CSA_ITEM_WORD && nested_candidate(p, group, out))
		return true;
	*out = (struct candidate){ .word = at,
				   .name_token = p->items[at].first,
				   .group = group,
				   .params_first = p->items[group].first + 1,
				   .params_end = p->items[group].end - 1 };
	return true;
}

/* Empty, "void", "int a", "a *": looks like parameters and not like arguments of a macro. */
static bool has_parameters(const struct parse *p, const struct candidate *c)
{
	const struct csa_token *tokens = p->in->tokens;

	if (c->params_first >= c->params_end || csa_token_is(&tokens[c->params_first], "void"))
		return true;
	for (uint32_t i = c->params_first; i + 1 < c->params_end; i++) {
		if (tokens[i].kind == CSA_TOKEN_IDENT &&
		    (tokens[i + 1].kind == CSA_TOKEN_IDENT || tokens[i + 1].punct == '*' ||
		     tokens[i + 1].punct == '&'))
			return true;
	}
	return false;
}

/* Higher is better; of equals the last wins, with real parameters the first. */
static int rank(const struct parse *p, const struct candidate *c)
{
	if (is_macro(p, c->name_token))
		return 0;
	return has_parameters(p, c) ? 2 : 1;
}

static bool choose(const struct parse *p, struct candidate *best)
{
	int best_rank = -1;
	uint32_t at = 0;

	while (at < p->header_end) {
		struct candidate c;
		int c_rank;

		if (!candidate_at(p, at, &c)) {
			at++;
			continue;
		}
		c_rank = rank(p, &c);
		if (c_rank > best_rank || (c_rank == best_rank && c_rank < 2)) {
			*best = c;
			best_rank = c_rank;
		}
		at = c.group + 1;
	}
	return best_rank >= 0;
}

static uint32_t find_word(const struct parse *p, const char *const *words)
{
	for (uint32_t i = 0; i < p->count; i++) {
		for (const char *const *word = words; *word; word++) {
			if (item_is(p, i, *word))
				return i;
		}
	}
	return NOWHERE;
}

/* A class head has a name behind its last parentheses ("class API(x) Foo"); a function has not. */
static bool is_class_head(const struct parse *p, uint32_t key, const struct candidate *c)
{
	uint32_t after = c->group + 1;

	/* "MACRO(x) struct s {", but not the old "f(a) struct s *a; {" */
	if (key > c->group) {
		for (uint32_t i = key; i < p->count; i++) {
			if (item_is(p, i, ";"))
				return false;
		}
		return true;
	}
	return is_kind(p, after, CSA_ITEM_WORD) && !is_kind(p, after + 1, CSA_ITEM_GROUP) &&
	       !csa_declarator_is_caps(first_token(p, after)->text, first_token(p, after)->length);
}

static void take_class(const struct parse *p, uint32_t key)
{
	uint32_t name = NOWHERE;

	for (uint32_t i = key + 1; i < p->count; i++) {
		if (p->items[i].kind == CSA_ITEM_PUNCT && p->items[i].punct == ':')
			break;
		if (p->items[i].kind == CSA_ITEM_WORD && !item_is(p, i, "final"))
			name = i;
	}
	p->found->kind = CSA_DECLARATOR_CLASS;
	if (name != NOWHERE)
		take_qualified(p, name);
}

static void take_namespace(const struct parse *p, uint32_t key)
{
	p->found->kind = CSA_DECLARATOR_NAMESPACE;
	for (uint32_t i = key + 1; i < p->count; i++) {
		if (p->items[i].kind != CSA_ITEM_WORD)
			continue;
		if (p->found->base.length)
			csa_buf_add_str(&p->found->base, "::");
		add_word(p, &p->items[i], &p->found->base);
	}
	if (p->found->base.length == 0)
		csa_buf_add_str(&p->found->base, "(anonymous namespace)");
}

/* The variable before '=' or before its braces: the last plain word, or the one in "(*name)". */
static void take_variable(const struct parse *p, uint32_t end)
{
	p->found->kind = CSA_DECLARATOR_VARIABLE;
	p->found->init_first = p->in->count;
	if (p->assign != NOWHERE)
		p->found->init_first = p->items[p->assign].end;
	for (uint32_t i = end; i-- > 0;) {
		const struct csa_item *item = &p->items[i];

		if (item->kind == CSA_ITEM_WORD) {
			take_qualified(p, i);
			return;
		}
		if (item->kind == CSA_ITEM_GROUP && is_kind(p, i + 1, CSA_ITEM_GROUP)) {
			for (uint32_t t = item->first + 1; t < item->end; t++) {
				if (p->in->tokens[t].kind != CSA_TOKEN_IDENT ||
				    csa_token_is(&p->in->tokens[t], "const"))
					continue;
				csa_buf_add(&p->found->base, p->in->tokens[t].text,
					    p->in->tokens[t].length);
				p->found->line = p->in->tokens[t].line;
				return;
			}
		}
	}
}

static void take_function(const struct parse *p, const struct candidate *c)
{
	struct csa_declarator *found = p->found;

	found->kind = CSA_DECLARATOR_FUNCTION;
	found->params_first = c->params_first;
	found->params_end = c->params_end;
	found->tail = p->items[c->group].end;
	if (c->word != NOWHERE) {
		take_qualified(p, c->word);
		return;
	}
	csa_buf_add(&found->base, p->in->tokens[c->name_token].text,
		    p->in->tokens[c->name_token].length);
	found->line = p->in->tokens[c->name_token].line;
}

static void find_limits(struct parse *p)
{
	p->header_end = p->count;
	p->assign = NOWHERE;
	for (uint32_t i = 0; i < p->count; i++) {
		const struct csa_item *item = &p->items[i];
		bool is_arrow = item->kind == CSA_ITEM_PUNCT && item_is(p, i, "->");

		if (item->kind == CSA_ITEM_PUNCT && item->punct == '=' && p->assign == NOWHERE)
			p->assign = i;
		if (p->header_end == p->count &&
		    (is_arrow ||
		     (item->kind == CSA_ITEM_PUNCT && strchr(":;=", item->punct) && item->punct) ||
		     (p->in->is_cxx && item_is(p, i, "try"))))
			p->header_end = i;
		if (item_is(p, i, "static"))
			p->found->is_static = true;
	}
}

static void decide(struct parse *p)
{
	static const char *const class_keys[] = { "struct", "union", "class", NULL };
	static const char *const enum_keys[] = { "enum", NULL };
	static const char *const namespace_keys[] = { "namespace", NULL };
	bool is_cxx = p->in->is_cxx;
	uint32_t key;
	struct candidate c = { 0 };
	bool has_candidate;

	find_limits(p);
	p->found->is_defaulted = is_cxx && p->assign != NOWHERE && p->assign + 2 == p->count &&
				 item_is(p, p->assign + 1, "default");
	if (p->found->is_defaulted)
		p->count = p->assign;
	if (p->assign != NOWHERE && !p->found->is_defaulted) {
		take_variable(p, p->assign);
		return;
	}
	has_candidate = choose(p, &c);
	key = is_cxx ? find_word(p, namespace_keys) : NOWHERE;
	if (key != NOWHERE && !has_candidate) {
		take_namespace(p, key);
		return;
	}
	if (p->count == 2 && item_is(p, 0, "extern") && is_kind(p, 1, CSA_ITEM_STRING)) {
		p->found->kind = CSA_DECLARATOR_LINKAGE;
		return;
	}
	key = find_word(p, enum_keys);
	if (key != NOWHERE && !has_candidate) {
		p->found->kind = CSA_DECLARATOR_ENUM;
		return;
	}
	key = find_word(p, class_keys);
	if (key != NOWHERE && p->in->has_body && (!has_candidate || is_class_head(p, key, &c))) {
		take_class(p, key);
		return;
	}
	if (has_candidate)
		take_function(p, &c);
	else if (p->count > 1 && p->in->has_body)
		take_variable(p, p->count);
}

int csa_declarator_parse(const struct csa_declarator_input *input, struct csa_declarator *found)
{
	struct csa_items list;
	struct parse parse = { .in = input, .found = found };
	int rc = 0;

	csa_buf_clear(&found->scope);
	csa_buf_clear(&found->base);
	*found = (struct csa_declarator){ .scope = found->scope, .base = found->base };
	found->init_first = input->count;
	if (csa_items_make(&list, input->tokens, input->count, input->is_cxx)) {
		parse.items = list.items;
		parse.count = list.count;
		if (list.count > 0)
			decide(&parse);
	} else {
		rc = CSA_E_NOMEM;
	}
	if (found->scope.failed || found->base.failed)
		rc = CSA_E_NOMEM;
	free(list.items);
	return rc;
}
