/* SPDX-License-Identifier: MIT */
/* Which ctags the selection uses here. */
#ifndef CSA_CHECK_CTAGS_H
#define CSA_CHECK_CTAGS_H

#include "doctor.h"

/**
 * csa_ctags_path() - where it is: as given, or the first of the names that packages give it in PATH.
 *
 * Return: the caller frees it; NULL: there is none.
 */
char *csa_ctags_path(const struct csa_doctor_input *input);

/** csa_ctags_is_universal() - @version: set to the first line of --version, "" when it does not run. */
bool csa_ctags_is_universal(const char *path, char *version, size_t size);

#endif
