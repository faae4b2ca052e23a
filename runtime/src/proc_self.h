/* SPDX-License-Identifier: MIT */
/* What /proc says of this process. Everywhere it may be missing: in a chroot, a container, a sandbox. */
#ifndef CSR_PROC_SELF_H
#define CSR_PROC_SELF_H

#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "text.h"

/** csr_proc_self_exe() - path of the executable into @path of @bytes; "" when it is not known. */
CSR_HIDDEN void csr_proc_self_exe(char *path, size_t bytes);

/**
 * csr_proc_self_name() - the name of a process image: <exe>-<pid>-<started>, of bytes that are safe in every file
 * system and shell. @text: of at least 260 bytes.
 */
CSR_HIDDEN void csr_proc_self_name(struct csr_text *text, uint64_t started);

/**
 * csr_proc_self_start() - when the process began, in the kernel's clock ticks since boot (field 22 of
 * /proc/self/stat, proc(5)): exec keeps it, so that with the pid it tells which images are one process.
 * 0 = not known. One thread at a time.
 */
CSR_HIDDEN uint64_t csr_proc_self_start(void);

/** csr_proc_self_pid_namespace() - says in which namespace the pid counts; 0 = not known. */
CSR_HIDDEN uint64_t csr_proc_self_pid_namespace(void);

#endif
