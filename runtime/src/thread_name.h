/* SPDX-License-Identifier: MIT */
/* What a thread is called in the capture: as the program says by the API, else as the kernel knows it. */
#ifndef CSR_THREAD_NAME_H
#define CSR_THREAD_NAME_H

#include "attributes.h"
#include "thread.h"

/** csr_thread_name_read() - the name of the calling thread, which @t stands for, NUL padded. */
CSR_HIDDEN void csr_thread_name_read(const struct csr_thread *t, char name[CSR_NAME_BYTES]);

/** csr_thread_name_adopt() - @t takes over the name that the program gave: to @from where that is a control block
 *  (of the parent process, or of the thread that makes a fiber), else to the calling thread before it had one. */
CSR_HIDDEN void csr_thread_name_adopt(struct csr_thread *t, const struct csr_thread *from);

#endif
