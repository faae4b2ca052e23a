/* SPDX-License-Identifier: MIT */
/*
 * What code lies where and when: the list `modules` of a capture, and the list in memory that a
 * child of fork writes anew (docs/decisions/0017).
 */
#ifndef CSR_MODULES_H
#define CSR_MODULES_H

#include "attributes.h"

/** csr_modules_start() - lists everything that is loaded, in a capture that has just been opened. */
CSR_HIDDEN void csr_modules_start(void);

/** csr_modules_restart_in_child() - the same list for a child of fork, from the list in memory: the
 *  loader's lock may be held by a thread that does not exist here. */
CSR_HIDDEN void csr_modules_restart_in_child(void);

/** csr_modules_disown() - in a child of fork, whose list is its parent's no more. */
CSR_HIDDEN void csr_modules_disown(void);

/*
 * Called by the piece in every instrumented module, from its constructor and destructor, with an
 * address of its own. Exported: the piece lies in other modules than a shared runtime.
 */
CSR_EXPORT void csr_module_load(const void *address);
CSR_EXPORT void csr_module_unload(const void *address);

#endif
