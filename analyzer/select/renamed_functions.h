/* SPDX-License-Identifier: MIT */
/*
 * Functions that a macro of their own name renames: "#define XXH32 XXH_NAME(XXH_NAMESPACE, XXH32)"
 * in front of "int XXH32(int x) {", with XXH_NAMESPACE on the command line of the compiler.
 */
#ifndef CSA_RENAMED_FUNCTIONS_H
#define CSA_RENAMED_FUNCTIONS_H

#include "project.h"

/** csa_renamed_define() - macros of the command line. @lines: "NAME=WORD\n" each */
void csa_renamed_define(struct csa_project *project, const char *lines);

/**
 * csa_renamed_functions() - give such functions their names, when all files are read. A name that
 * depends on a macro that nobody defines stays as it is written.
 */
void csa_renamed_functions(struct csa_project *project);

#endif
