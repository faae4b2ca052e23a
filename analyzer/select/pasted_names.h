/* SPDX-License-Identifier: MIT */
/*
 * Functions whose names a macro puts together at the place of a call: "RUN(parse)" with
 * "#define RUN(x) run_ ## x()" uses run_parse.
 */
#ifndef CSA_PASTED_NAMES_H
#define CSA_PASTED_NAMES_H

#include "project.h"

/** csa_pasted_names() - add the uses, when all files are read; sorts the uses. */
void csa_pasted_names(struct csa_project *project);

#endif
