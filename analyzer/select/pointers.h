/* SPDX-License-Identifier: MIT */
/*
 * What a call through a pointer may reach. A member is one pointer for all objects that have a
 * member of its name; variables and parameters are told apart by their function. Starting from the
 * pointers that are called, the values that travel into each are followed back to functions.
 *
 * Each such pointer becomes a definition of kind CSA_DEF_FIELD, which the call graph walks like a
 * macro: it leads to what was stored in it. Linear in the places where something is stored.
 */
#ifndef CSA_POINTERS_H
#define CSA_POINTERS_H

#include "project.h"

/** csa_pointers_resolve() - when all files are read; sorts the uses. */
void csa_pointers_resolve(struct csa_project *project);

#endif
