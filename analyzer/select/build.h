/* SPDX-License-Identifier: MIT */
/* The selection step of a build, from the plan to the files that the compiler reads. */
#ifndef CSA_BUILD_H
#define CSA_BUILD_H

#include "buf.h"
#include "err.h"

/**
 * csa_build_select() - everything that "callsight select --plan" does.
 * @depfile, @stamp: may be NULL
 * @notes: gets warnings, a line each
 *
 * Return: 0; CSA_E_CONFIG for a wrong trace.config; what csa_plan_read() and csa_emit() return.
 */
int csa_build_select(const char *plan_path, const char *depfile, const char *stamp,
		     struct csa_buf *notes, struct csa_err *err);

#endif
