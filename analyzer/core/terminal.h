/* SPDX-License-Identifier: MIT */
/* What is known about the terminal that a stream leads to, and its few styles. */
#ifndef CSA_TERMINAL_H
#define CSA_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

struct csa_terminal {
	bool is_terminal;
	unsigned columns; /* 0: not a terminal */
	unsigned rows;    /* likewise */
	bool has_styles;  /* it is to be asked for colours: no NO_COLOR, not dumb */
	bool is_dumb;     /* TERM is not set or "dumb": it cannot be paged either */
};

/** csa_terminal_look() - @out's; COLUMNS and LINES of the environment win over what it says itself. */
void csa_terminal_look(struct csa_terminal *terminal, FILE *out);

enum csa_style {
	CSA_STYLE_PLAIN,
	CSA_STYLE_TITLE,
	CSA_STYLE_STRONG, /* what a reader looks for */
	CSA_STYLE_WEAK,   /* what is there to be looked up */
	CSA_STYLE_WARNING,
	CSA_STYLE_DAMAGE,
};

/** csa_style_begin() - the bytes that begin a style; "" for CSA_STYLE_PLAIN or without @has_styles. */
const char *csa_style_begin(bool has_styles, enum csa_style style);
/** csa_style_end() - those that end it. */
const char *csa_style_end(bool has_styles, enum csa_style style);

#endif
