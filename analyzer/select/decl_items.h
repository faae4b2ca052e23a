/* SPDX-License-Identifier: MIT */
/*
 * The tokens of a declaration as a flat list: parentheses, template arguments, attributes and
 * operator names are one item each. Private to declarator.c and its tests.
 */
#ifndef CSA_DECL_ITEMS_H
#define CSA_DECL_ITEMS_H

#include "lex.h"

enum csa_item_kind {
	CSA_ITEM_WORD,     /* identifier that can be a name */
	CSA_ITEM_OPERATOR, /* "operator" and what belongs to it */
	CSA_ITEM_KEYWORD,  /* type or specifier: never a function's name */
	CSA_ITEM_GROUP,    /* ( ... ) */
	CSA_ITEM_ANGLES,   /* < ... > */
	CSA_ITEM_SCOPE,    /* :: */
	CSA_ITEM_STRING,
	CSA_ITEM_PUNCT, /* anything else */
};

struct csa_item {
	uint32_t first; /* token */
	uint32_t end;   /* behind the last token */
	uint8_t kind;
	char punct;
};

struct csa_items {
	struct csa_item *items;
	uint32_t count;
	uint32_t capacity;
};

/** csa_items_make() - Return: false when memory ran out. Release with free(list->items). */
bool csa_items_make(struct csa_items *list, const struct csa_token *tokens, uint32_t count,
		    bool is_cxx);

#endif
