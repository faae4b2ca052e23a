/* SPDX-License-Identifier: MIT */
/* Which line of trace.config decided over each function of a plan: what "callsight scan" prints. */
#ifndef CSA_DECISIONS_H
#define CSA_DECISIONS_H

#include <stdbool.h>

#include "buf.h"
#include "build.h"
#include "err.h"

struct csa_decisions_input {
	const struct csa_build *build;
	const char *target; /* NULL: all targets whose selection the plan writes */
	const char *folder; /* absolute: paths below it are shown without it; "" for none */
	bool is_selected;   /* only selected functions */
};

/**
 * csa_decisions_print() - the lines of each config with what they matched, then the functions of the
 * targets that it is for, by file and line.
 *
 * Return: the number of targets shown; CSA_E_NOMEM.
 */
int csa_decisions_print(const struct csa_decisions_input *input, struct csa_buf *out,
			struct csa_err *err);

#endif
