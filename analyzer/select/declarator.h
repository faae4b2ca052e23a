/* SPDX-License-Identifier: MIT */
/*
 * What stands in front of a top-level '{': the tokens since the end of the declaration before.
 * Decides between function, class, namespace and initialiser, and finds the name. No state.
 */
#ifndef CSA_DECLARATOR_H
#define CSA_DECLARATOR_H

#include "buf.h"
#include "lex.h"

enum csa_declarator_kind {
	CSA_DECLARATOR_NONE, /* a block, or nothing that can be named */
	CSA_DECLARATOR_FUNCTION,
	CSA_DECLARATOR_CLASS,
	CSA_DECLARATOR_ENUM,
	CSA_DECLARATOR_NAMESPACE,
	CSA_DECLARATOR_LINKAGE, /* extern "C" */
	CSA_DECLARATOR_VARIABLE,
};

struct csa_declarator {
	enum csa_declarator_kind kind;
	struct csa_buf scope;  /* "A::B" of a qualified name, else empty */
	struct csa_buf base;   /* last component; empty for anonymous ones */
	uint32_t line;         /* of the name */
	uint32_t params_first; /* FUNCTION: tokens of the parameter list, without parentheses */
	uint32_t params_end;
	uint32_t tail;       /* FUNCTION: the first token behind the parameter list */
	uint32_t init_first; /* VARIABLE: the first token behind '='; count when there is none */
	bool is_static;
	bool is_defaulted; /* FUNCTION: "= default" instead of a body */
};

/** Does the macro @name exist? Its expansion then decides about the name; may be NULL. */
typedef bool (*csa_is_macro_fn)(const void *data, const char *name, size_t length);

struct csa_declarator_input {
	const struct csa_token *tokens;
	uint32_t count;
	bool is_cxx;
	bool has_body; /* a '{' follows; otherwise ';' */
	csa_is_macro_fn is_macro;
	const void *data;
};

void csa_declarator_init(struct csa_declarator *found);
void csa_declarator_release(struct csa_declarator *found);

/** csa_declarator_parse() - linear in the tokens. Return: 0, or CSA_E_NOMEM. */
int csa_declarator_parse(const struct csa_declarator_input *input, struct csa_declarator *found);

/** csa_declarator_is_caps() - only capitals, digits and '_', with at least two capitals. */
bool csa_declarator_is_caps(const char *name, size_t length);

#endif
