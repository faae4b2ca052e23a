/* SPDX-License-Identifier: MIT */
/*
 * Words that the body of a macro puts together: "run_ ## name ## _first" becomes one word, in which
 * a mark stands for the argument. pasted_names.h replaces the mark at the place of a call.
 */
#ifndef CSA_SCAN_PASTE_H
#define CSA_SCAN_PASTE_H

#include "lex.h"
#include "project.h"

/* "\1" number "\2" */
#define CSA_PASTE_BEGIN '\1'
#define CSA_PASTE_END   '\2'

#define CSA_PASTE_WORDS 8u /* chosen: what is made of more is not put together */

struct csa_scan_paste {
	struct csa_project *project;
	uint32_t first_use;    /* from here on the parameters of the macro are among the uses */
	struct csa_token word; /* the first one; its text is that of a name */
	uint32_t words[CSA_PASTE_WORDS]; /* names */
	uint32_t count;
	bool is_joined;  /* a "##" was read last */
	uint32_t suffix; /* name; the word that ended last is "parameter ## suffix", or 0 */
};

/**
 * csa_scan_paste_feed() - the next token of the body.
 * @word: set to the word that ended before this token, when there is one
 *
 * Return: true when @word is set. A token that is no word is to be read by itself behind it.
 */
bool csa_scan_paste_feed(struct csa_scan_paste *paste, const struct csa_token *token,
			 struct csa_token *word);

/** csa_scan_paste_end() - the body ends. Return: true when @word is set. */
bool csa_scan_paste_end(struct csa_scan_paste *paste, struct csa_token *word);

#endif
