/* SPDX-License-Identifier: MIT */
/* The two functions that instrumented code calls; see hooks.c for their names. */
#ifndef CSR_HOOKS_H
#define CSR_HOOKS_H

#include "attributes.h"

CSR_EXPORT void __wrap___cyg_profile_func_enter(void *function, void *call_site);
CSR_EXPORT void __wrap___cyg_profile_func_exit(void *function, void *call_site);

#endif
