/* SPDX-License-Identifier: MIT */
/* New lines at the end of a trace.config, which is otherwise kept byte by byte. */
#ifndef CSA_CONFIG_APPEND_H
#define CSA_CONFIG_APPEND_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "err.h"

/** A line "exclude-func WORD # COMMENT" to add. */
struct csa_config_line {
	const char *name; /* without quotes and "::" in front */
	const char *word; /* what to write: perhaps with "::", as csa_config_quote() makes it */
	const char *comment;
	bool is_new; /* filled: it was not there and was added */
};

/** csa_config_quote() - @name as a word of trace.config, in quotes where it needs them. */
void csa_config_quote(struct csa_buf *out, const char *name);

/**
 * csa_config_append() - add the lines that are not there yet, below a comment.
 * @path: trace.config; made when it is not there, replaced at once otherwise, with its mode
 * @heading: lines of the comment, each without "# ", separated by '\n'
 *
 * Lines end as those of the file do. With nothing new the file is not touched.
 *
 * Return: how many lines were added; CSA_E_CONFIG when the file is wrong before; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_config_append(const char *path, const char *heading, struct csa_config_line *lines,
		      size_t count, struct csa_err *err);

#endif
