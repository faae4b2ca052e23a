/* SPDX-License-Identifier: MIT */
/* Runs Universal Ctags over a list of files and hands over its lines. Knows nothing of tags. */
#ifndef CSA_CTAGS_RUN_H
#define CSA_CTAGS_RUN_H

#include "buf.h"
#include "err.h"

/**
 * csa_ctags_run() - one run of @program.
 * @language: "C" or "C++", forced upon every file
 * @list: paths, one a line
 * @out: gets the tags; nothing of a user's own ctags options goes into them
 *
 * The child reads the list from a temporary file, so that neither side waits for the other.
 * Return: 0; CSA_E_ABSENT when the program is not there; CSA_E_SYSTEM when it failed, with a
 * reason; CSA_E_NOMEM.
 */
int csa_ctags_run(const char *program, const char *language, const struct csa_buf *list,
		  struct csa_buf *out, struct csa_err *err);

#endif
