/* SPDX-License-Identifier: MIT */
/*
 * Functions whose name or head comes from a macro: "SYSCALL(open, int, fd) {". Runs when all files
 * are read and all macros are known.
 */
#ifndef CSA_MADE_NAMES_H
#define CSA_MADE_NAMES_H

#include "scan.h"

/** csa_made_names() - give such definitions the name that the compiler sees. */
void csa_made_names(struct csa_scanner *scanner);

#endif
