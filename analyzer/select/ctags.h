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
#include "source_facts.h"

/**
 * csa_ctags_read() - take what ctags printed into facts, file by file.
 * @tags: its output; cut in place
 *
 * A file of the project whose has_tags is set had its turn before; the slices of the others are set.
 * Return: 0, or CSA_E_NOMEM.
 */
int csa_ctags_read(struct csa_project *project, struct csa_source_facts *facts,
		   struct csa_buf *tags, struct csa_err *err);

/** csa_ctags_merge() - make definitions of the tags that say something new. CSA_E_NOMEM or 0. */
int csa_ctags_merge(struct csa_project *project, const struct csa_source_facts *facts,
		    struct csa_err *err);

#endif
