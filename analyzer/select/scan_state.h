/* SPDX-License-Identifier: MIT */
/*
 * Where the scanner is in a file: the braces that are open and the declaration that is being read.
 * Private to scan*.c.
 */
#ifndef CSA_SCAN_STATE_H
#define CSA_SCAN_STATE_H

#include "declarator.h"
#include "lex.h"
#include "scan.h"
#include "scan_uses.h"

enum csa_open_kind {
	CSA_OPEN_SCOPE,    /* namespace, extern "C": declarations inside */
	CSA_OPEN_CLASS,    /* the same, members */
	CSA_OPEN_FUNCTION, /* a body: braces inside are only counted */
	CSA_OPEN_VARIABLE, /* an initialiser, counted likewise */
};

struct csa_open {
	uint32_t scope; /* qualified name around; CLASS and SCOPE: their own */
	uint32_t def;   /* FUNCTION, VARIABLE: whose uses; may be CSA_NO_INDEX */
	uint32_t depth; /* FUNCTION, VARIABLE: braces inside; CLASS: members so far */
	uint32_t line;  /* where it was opened */
	uint8_t kind;
	uint32_t twin;      /* FUNCTION: another branch of an #if opened this one instead */
	uint32_t first_use; /* FUNCTION: of the project when it was opened */
	bool is_typedef;    /* CLASS: a name for it follows */
};

#define CSA_OPEN_MAX   128u   /* chosen: deeper nesting of classes and namespaces is generated */
#define CSA_TOKENS_MAX 16384u /* chosen: only the end of a longer declaration head is kept */

struct csa_position {
	uint32_t open_count;
	uint32_t depth;       /* of the innermost open one */
	uint32_t token_count; /* of the declaration */
	uint32_t parens;
	uint32_t epoch;
	bool had_body;
};

struct csa_branch {
	struct csa_position before; /* at the #if */
	struct csa_position first;  /* at the end of the first branch */
	bool has_first;             /* an #else or #elif was read */
	bool agree;                 /* all branches so far ended alike */
	uint32_t first_def;         /* the body that is open there, or CSA_NO_INDEX */
	uint32_t saved;             /* where the copy of the open ones begins in saved.items */
};

/* "struct Name : Base {" inside a body, as far as it was read. */
struct csa_local_class {
	uint8_t step;  /* 0 nothing, 1 the keyword, 2 the name, 3 bases */
	uint32_t name; /* id */
};

/* "[captures](parameters) -> type {" inside a body, as far as it was read. */
struct csa_scan_lambda {
	uint8_t step;   /* private to scan_lambda.c; 0: nothing */
	uint32_t depth; /* of the brackets of this step */
	uint32_t line;  /* of the '[' */
};

struct csa_scan {
	struct csa_scanner *scanner;
	struct csa_project *project;
	const struct csa_scan_input *input;
	struct csa_lex lex;
	struct csa_declarator found;
	struct csa_uses uses;
	bool is_cxx;
	struct csa_open open[CSA_OPEN_MAX];
	struct csa_position at;
	uint32_t over; /* braces opened beyond CSA_OPEN_MAX */
	struct {
		struct csa_token *items;
		uint32_t count; /* unused: csa_position.token_count counts */
		uint32_t capacity;
	} tokens;
	struct {
		struct csa_branch *items;
		uint32_t count;
		uint32_t capacity;
	} branches;
	struct {
		struct csa_open *items;
		uint32_t count;
		uint32_t capacity;
	} saved;
	struct csa_local_class local;
	struct csa_scan_lambda lambda;
	struct {
		struct csa_uses *items; /* by number of open ones: what a lambda interrupted */
		uint32_t count;
		uint32_t capacity;
	} outer_uses;
	uint32_t closed_type; /* the class whose '}' the declaration goes on behind */
	bool closed_is_typedef;
	uint8_t ifunc_step;     /* 1 behind the word, 2 behind its parenthesis */
	bool has_tokens;        /* something was read; an #ifndef before that guards the file */
	uint32_t guards;        /* 1 inside such a guard */
	uint32_t last_function; /* the body that ended last, for "catch" behind it */
};

/** csa_scan_directive() - what follows a '#', the rest of its line included. */
void csa_scan_directive(struct csa_scan *scan, const struct csa_token *word);

/** csa_scan_branch_directive() - #if, #elif, #else, #endif and their relatives. */
void csa_scan_branch_directive(struct csa_scan *scan, const struct csa_token *word);

/* What is open here; NULL outside of everything. */
struct csa_open *csa_scan_innermost(struct csa_scan *scan);
uint32_t csa_scan_scope_here(struct csa_scan *scan);
bool csa_scan_in_class(struct csa_scan *scan);
bool csa_scan_in_body(struct csa_scan *scan);

uint32_t csa_scan_name_of(struct csa_scan *scan, const char *text, size_t length);

/* The declaration that is being read: keep one token more, decide what it is, forget it. */
void csa_scan_keep_token(struct csa_scan *scan, const struct csa_token *token);
void csa_scan_parse_declaration(struct csa_scan *scan, bool has_body);
void csa_scan_end_declaration(struct csa_scan *scan);

/** csa_scan_note_made() - "NAME(a, b)" alone on its lines may be whole functions. */
void csa_scan_note_made(struct csa_scan *scan, bool has_body);

/** csa_scan_is_made_alone() - is such a call complete in front of @next, in a line of its own? */
bool csa_scan_is_made_alone(const struct csa_scan *scan, const struct csa_token *next);

/** csa_scan_add_found() - a definition from what was parsed last. Return: its index. */
uint32_t csa_scan_add_found(struct csa_scan *scan, uint8_t kind);

/** csa_scan_first_default() - the '=' of the first default argument of C++; NO_INDEX: there is none. */
uint32_t csa_scan_first_default(const struct csa_scan *scan);

/** csa_scan_feed_tokens() - tokens of the declaration count as used. */
void csa_scan_feed_tokens(struct csa_scan *scan, uint32_t first, uint32_t end);

void csa_scan_push_open(struct csa_scan *scan, uint8_t kind, uint32_t scope, uint32_t def,
			uint32_t line);

/** csa_scan_open_brace() - a '{' behind a declaration. */
void csa_scan_open_brace(struct csa_scan *scan, const struct csa_token *token);

/** csa_scan_is_local_class() - does this '{' open a class inside a body? Sees every token of it. */
bool csa_scan_is_local_class(struct csa_scan *scan, const struct csa_token *token);
void csa_scan_open_local_class(struct csa_scan *scan, const struct csa_open *body, uint32_t line);

/** csa_scan_is_conditional() - is an #if around this, the guard of the file aside? */
bool csa_scan_is_conditional(const struct csa_scan *scan);

/** csa_scan_members() - the members that a declaration in a class makes. */
void csa_scan_members(struct csa_scan *scan);

/** csa_scan_typedef() - notes another name for a type, if the declaration is one. */
void csa_scan_typedef(struct csa_scan *scan);

/** csa_scan_table() - the variable found is initialised in braces that are open now. */
void csa_scan_table(struct csa_scan *scan);

/** csa_scan_feed_lambda() - the next token of a body. Return: it belongs to a lambda's head. */
bool csa_scan_feed_lambda(struct csa_scan *scan, const struct csa_token *token);

/** csa_scan_close_lambda() - when @closed was a lambda, go on where the body around stood. */
void csa_scan_close_lambda(struct csa_scan *scan, const struct csa_open *closed);

/** csa_scan_resume() - the innermost open one changed: its uses are the ones to feed. */
void csa_scan_resume(struct csa_scan *scan);

#endif
