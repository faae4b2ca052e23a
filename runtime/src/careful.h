/* SPDX-License-Identifier: MIT */
/*
 * Recording one hook with every case in it: frames that were left or inlined, alternate stacks, any
 * clock, wide words. The hot path writes the same words where none of these occurs.
 */
#ifndef CSR_CAREFUL_H
#define CSR_CAREFUL_H

#include "attributes.h"
#include "frames.h"
#include "thread.h"

/** csr_careful_record() - @t has an open block with room for one hook, and no hook of it runs. */
CSR_HIDDEN void csr_careful_record(struct csr_thread *t, const struct csr_hook *hook);

/** csr_careful_drop() - down to @top, without a word. Return: calls of the capture among what went. */
CSR_HIDDEN uint32_t csr_careful_drop(struct csr_thread *t, struct csr_frame *top);

/** csr_careful_pop() - down to @top; what ends there without an exit hook is recorded as unwound. */
CSR_HIDDEN void csr_careful_pop(struct csr_thread *t, struct csr_frame *top);

#endif
