/* SPDX-License-Identifier: MIT */
/*
 * Stacks that a program switches by itself. Each gets a control block of its own, so that in the
 * capture it is a thread of its own: its calls nest among themselves, and nothing of the stack that
 * was left is taken for unwound.
 */
#ifndef CSR_FIBERS_H
#define CSR_FIBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "thread.h"

/**
 * csr_fiber_holds() - does @cfa lie on the stack that @t stands for? A fiber whose function returns
 * goes on at uc_link, without a call that could be seen; then the thread's own control block is due.
 * Always true for a thread's own stack, whose bounds are not known.
 */
CSR_INLINE bool csr_fiber_holds(const struct csr_thread *t, uint64_t cfa)
{
	return t->stack_low == 0 || (cfa > t->stack_low && cfa <= t->stack_high);
}

#endif
