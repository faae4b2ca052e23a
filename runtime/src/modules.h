/* SPDX-License-Identifier: MIT */
/*
 * What code lies where and when: the file `modules` of a capture, and the list in memory that a
 * child of fork writes anew (docs/decisions/0017).
 */
#ifndef CSR_MODULES_H
#define CSR_MODULES_H

#include "attributes.h"
#include "file.h"

/** csr_modules_start() - creates the file and lists everything that is loaded. 0 or -errno. */
CSR_HIDDEN int csr_modules_start(void);

/** csr_modules_restart_in_child() - the same file for a child of fork, from the list in memory: the
 *  loader's lock may be held by a thread that does not exist here. 0 or -errno. */
CSR_HIDDEN int csr_modules_restart_in_child(void);

/** csr_modules_copy() - what has been written up to now from *@offset on, to @to; *@offset is where it ends.
 *  @buffer has @bytes. Return: 0 or -errno. */
CSR_HIDDEN int csr_modules_copy(const struct csr_file *to, uint64_t *offset, void *buffer,
				uint64_t bytes);

/** csr_modules_disown() - closes the file; the list stays. */
CSR_HIDDEN void csr_modules_disown(void);

/*
 * Called by the piece in every instrumented module, from its constructor and destructor, with an
 * address of its own. Exported: the piece lies in other modules than a shared runtime.
 */
CSR_EXPORT void csr_module_load(const void *address);
CSR_EXPORT void csr_module_unload(const void *address);

#endif
