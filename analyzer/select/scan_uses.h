/* SPDX-License-Identifier: MIT */
/*
 * What a body uses: decides for each identifier, by its neighbours, whether it is called, its
 * address is taken, or it is only mentioned. Private to the scanner.
 *
 * An identifier is judged when the token after it is known, so tokens are fed one by one and the
 * last one is flushed at the end of the body.
 */
#ifndef CSA_SCAN_USES_H
#define CSA_SCAN_USES_H

#include "lex.h"
#include "scan.h"
#include "scan_flow.h"

struct csa_uses {
	struct csa_scanner *scanner;
	uint32_t def; /* CSA_NO_INDEX: what is fed is dropped */
	bool is_cxx;
	/* The identifier that waits for its right neighbour, and its left ones. */
	uint32_t pending;
	uint32_t pending_scope;
	char before;           /* punctuation, 'k' keyword, 't' type keyword, 'i' other word, 0 */
	char before_before;    /* of the token before that one */
	bool before_is_member; /* '.' or "->" */
	/* The two tokens read last. */
	char last;
	char last_last;
	uint32_t last_name;
	bool last_is_member;
	bool last_is_operator; /* 'operator ""': the word that follows names one */
	uint32_t scope;        /* the word before a "::" that was read last */
	uint32_t outer;        /* of a lambda: the definition around it, whose variables it sees */
	struct csa_flow flow;
	struct csa_flow_word word; /* the word read last */
	uint32_t word_type;        /* the word directly in front of that one */
};

void csa_uses_begin(struct csa_uses *uses, struct csa_scanner *scanner, uint32_t def, bool is_cxx);

/** csa_uses_feed() - the next token of the body. */
void csa_uses_feed(struct csa_uses *uses, const struct csa_token *token);

/** csa_uses_suffix() - a literal of C++ with this suffix stands here: a call of its operator. */
void csa_uses_suffix(struct csa_uses *uses, const char *suffix, uint32_t length);

/** csa_uses_hand_on() - a value that is no word stands here. @flow: def, name and from are set */
void csa_uses_hand_on(struct csa_uses *uses, const struct csa_use *flow);

/** csa_uses_end() - judge the last identifier. */
void csa_uses_end(struct csa_uses *uses);

/** csa_uses_local() - this name is a variable or parameter here, not a function. */
void csa_uses_local(struct csa_uses *uses, const struct csa_token *word);

/**
 * csa_uses_params() - the names of a parameter list are variables, not functions. In C++ the classes
 * of the parameters are used.
 * @tokens: with the parentheses around it
 * @is_old_style: "f(a, b)", their types follow
 */
void csa_uses_params(struct csa_uses *uses, const struct csa_token *tokens, uint32_t count,
		     bool is_old_style);

/** csa_uses_param() - this name is parameter number @index of the definition. */
void csa_uses_param(struct csa_uses *uses, const struct csa_token *word, uint32_t index);

#endif
