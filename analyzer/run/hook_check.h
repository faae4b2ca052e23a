/* SPDX-License-Identifier: MIT */
/* Why a program recorded nothing, as far as its file shows. */
#ifndef CSA_HOOK_CHECK_H
#define CSA_HOOK_CHECK_H

#include "buf.h"

enum csa_hook_state {
	CSA_HOOKS_UNREADABLE, /* the file cannot be read, or is of no known kind */
	CSA_HOOKS_SCRIPT,     /* #! ...: what it starts is not known */
	CSA_HOOKS_NO_RUNTIME, /* a program that was not linked with the runtime */
	CSA_HOOKS_NO_CALLS,   /* the runtime is there, nothing calls the hooks */
	CSA_HOOKS_CALLED,     /* there is a call, or its absence cannot be shown */
};

/** csa_hook_check() - @interpreter: that of a script is added; may be NULL */
enum csa_hook_state csa_hook_check(const char *path, struct csa_buf *interpreter);

/** csa_hook_explain() - adds one line for people: why @path recorded nothing, and what to do. */
void csa_hook_explain(const char *path, struct csa_buf *out);

#endif
