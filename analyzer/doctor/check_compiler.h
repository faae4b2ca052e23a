/* SPDX-License-Identifier: MIT */
/* One compiler while it is looked at: what check_compiler.c finds out before check_linker.c goes on. */
#ifndef CSA_CHECK_COMPILER_H
#define CSA_CHECK_COMPILER_H

#include "findings.h"
#include "trial.h"

struct csa_compiler_seen {
	struct csa_trial_compiler compiler;
	struct csa_trial trial; /* holds CSA_TRIAL_SOURCE */
	bool is_gcc;
};

/* Without -DHOOKS a program that lacks the hooks. */
#define CSA_TRIAL_SOURCE "trial.c"
#define CSA_TRIAL_WORD   "%trial.c" /* as csa_trial_run() takes it */

/** csa_linker_look() - the linker that it links with, --wrap, and callsight link on what comes out. */
void csa_linker_look(struct csa_compiler_seen *seen, struct csa_findings *out);

/** csa_compiler_complaint() - the line of the last output that says what went wrong, into @line. */
const char *csa_compiler_complaint(const struct csa_compiler_seen *seen, char *line, size_t size);

#endif
