/* SPDX-License-Identifier: MIT */
/*
 * Universal Ctags as a second opinion: what it calls a function and the scanner did not find
 * becomes a definition as well. Its names never replace the scanner's.
 */
#ifndef CSA_CTAGS_H
#define CSA_CTAGS_H

#include "buf.h"
#include "err.h"
#include "project.h"

/**
 * csa_ctags_merge() - run @program once for each language and merge what it says.
 * @notes: gets a line when the program is not there or fails; the scanner then does alone
 *
 * Return: 0, or CSA_E_NOMEM.
 */
int csa_ctags_merge(struct csa_project *project, const char *program, struct csa_buf *notes,
		    struct csa_err *err);

#endif
