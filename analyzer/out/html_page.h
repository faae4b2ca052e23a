/* SPDX-License-Identifier: MIT */
/* The page without its data, made of analyzer/out/html/ when the command is built. */
#ifndef CSA_HTML_PAGE_H
#define CSA_HTML_PAGE_H

#include <stddef.h>

struct csa_html_part {
	const unsigned char *bytes;
	size_t count;
};

extern const struct csa_html_part csa_html_head; /* the data blocks come behind */
extern const struct csa_html_part csa_html_tail;

#endif
