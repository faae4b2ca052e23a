/* SPDX-License-Identifier: MIT */
/*
 * Which row of one side is which of the other: first by name, then what was renamed. Addresses move
 * between builds, paths differ between build folders; docs/reference/cli/diff.md has the rules.
 */
#ifndef CSA_PAIR_H
#define CSA_PAIR_H

#include "compare_side.h"

/**
 * csa_pair_names() - set partner of rows with the same name in the same module, and module_key of all.
 * csa_pair_renamed() - after that: set partner of those that only the name tells apart.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_pair_names(struct csa_side *a, struct csa_side *b, struct csa_err *err);
int csa_pair_renamed(struct csa_side *a, struct csa_side *b, struct csa_err *err);

/** csa_path_end() - the last @parts parts of a path; all of it when it has fewer. */
const char *csa_path_end(const char *path, unsigned parts);

#endif
