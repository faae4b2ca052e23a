/* SPDX-License-Identifier: MIT */
/* Where a program is, as execvp() would look for it. */
#ifndef CSA_PROGRAM_PATH_H
#define CSA_PROGRAM_PATH_H

#include "err.h"

/**
 * csa_program_find() - look for a program.
 * @name: with a slash: a path; without: searched for in PATH
 * @path: the caller frees it; NULL on failure
 *
 * Return: 0; CSA_E_ABSENT when there is none; CSA_E_SYSTEM when what is there cannot be run;
 * CSA_E_NOMEM. @err says which and why.
 */
int csa_program_find(const char *name, char **path, struct csa_err *err);

#endif
