/* SPDX-License-Identifier: MIT */
/* Functions that an attribute ifunc("name") has the dynamic loader call before anything is ready. */
#ifndef CSA_RESOLVERS_H
#define CSA_RESOLVERS_H

#include "lex.h"
#include "project.h"

/**
 * csa_resolvers_note() - the string of the attribute, with its quotes. C++ names are mangled there.
 */
void csa_resolvers_note(struct csa_project *project, uint32_t file, const struct csa_token *string);

/** csa_resolvers_mark() - set CSA_DEF_RESOLVER, when all files are read. */
void csa_resolvers_mark(struct csa_project *project);

#endif
