/* SPDX-License-Identifier: MIT */
/*
 * Members that are defined outside of their class are written without what may be left out there:
 * anonymous and inline namespaces, and what a using directive opens. This puts it back. The names of
 * lambdas follow those of their functions.
 */
#ifndef CSA_FULL_SCOPE_H
#define CSA_FULL_SCOPE_H

#include "project.h"

/** csa_full_scope() - complete the names of such members, when all files are read. */
void csa_full_scope(struct csa_project *project);

#endif
