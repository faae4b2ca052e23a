/* SPDX-License-Identifier: MIT */
/* Words that the body of a macro puts together: "run_ ## name", "name ## _first". Private to scan. */
#ifndef CSA_SCAN_PASTE_H
#define CSA_SCAN_PASTE_H

#include "lex.h"
#include "project.h"

#define CSA_PASTE_WORDS 4u /* chosen: what is made of more is not looked at */

struct csa_scan_paste {
	struct csa_project *project;
	uint32_t def;       /* the macro */
	uint32_t first_use; /* from here on the parameters of the macro are among the uses */
	uint32_t words[CSA_PASTE_WORDS]; /* names */
	uint32_t count;
	bool is_joined; /* a "##" was read last */
};

/** csa_scan_paste_feed() - the next token of the body; adds uses of kind CSA_USE_PASTE. */
void csa_scan_paste_feed(struct csa_scan_paste *paste, const struct csa_token *token);

/** csa_scan_paste_end() - the body ends. */
void csa_scan_paste_end(struct csa_scan_paste *paste);

#endif
