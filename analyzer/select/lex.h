/* SPDX-License-Identifier: MIT */
/*
 * C and C++ text into tokens, without preprocessing. Comments, line splices, raw strings, digraphs
 * and unterminated literals are dealt with here, so that nobody else looks at characters. One pass,
 * no allocation except for identifiers that a splice cuts in two.
 */
#ifndef CSA_LEX_H
#define CSA_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

enum csa_token_kind {
	CSA_TOKEN_END,
	CSA_TOKEN_IDENT,
	CSA_TOKEN_NUMBER,
	CSA_TOKEN_STRING, /* as a number with what is glued to it in C++: "a"_kg */
	CSA_TOKEN_CHAR,
	CSA_TOKEN_PUNCT,
	CSA_TOKEN_DIRECTIVE, /* the word after a '#' that begins a line; text may be empty */
	CSA_TOKEN_EOL,       /* end of a directive's line */
};

struct csa_token {
	const char
		*text; /* in the input, or in the lexer until the next token (spliced identifier) */
	uint32_t length;
	uint32_t line; /* from 1 */
	uint8_t kind;
	char punct; /* PUNCT: its first character, digraphs translated; "::" is ':' with length 2 */
	bool is_column0; /* first character of its line */
	bool is_glued;   /* nothing between it and the token before */
};

struct csa_lex {
	const char *at;
	const char *end;
	const char *line_start;
	uint32_t line;
	bool at_line_start; /* nothing but blanks so far in this line */
	bool in_directive;
	bool is_cxx;
	bool is_broken; /* a comment or raw string reached the end of the file */
	bool failed;    /* memory ran out: a spliced identifier was cut */
	struct csa_buf spliced;
};

/** csa_lex_init() - @text needs a NUL behind its @length bytes (csa_buf has it). */
void csa_lex_init(struct csa_lex *lex, const char *text, size_t length, bool is_cxx);
void csa_lex_release(struct csa_lex *lex);

/** csa_lex_next() - the next token; END for ever at the end. */
void csa_lex_next(struct csa_lex *lex, struct csa_token *token);

/** csa_lex_skip_line() - the rest of a directive's line, its EOL included. */
void csa_lex_skip_line(struct csa_lex *lex);

/**
 * csa_lex_suffix() - what a user wrote behind a literal of C++, as the _kg of 1.5_kg or "a"_kg.
 *
 * Return: its bytes, the last ones of @literal; 0 when there is none, or one of the language's own.
 */
uint32_t csa_lex_suffix(const struct csa_token *literal);

/** csa_token_is() - is it an identifier or punctuator of exactly this text? */
bool csa_token_is(const struct csa_token *token, const char *text);

#endif
