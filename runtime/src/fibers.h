/* SPDX-License-Identifier: MIT */
/*
 * Stacks that a program switches by itself. Each gets a control block of its own, so that in the
 * capture it is a thread of its own: its calls nest among themselves, and nothing of the stack that
 * was left is taken for unwound. Switches are seen in swapcontext and setcontext (contexts.c), or told by
 * the API.
 */
#ifndef CSR_FIBERS_H
#define CSR_FIBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "thread.h"

/** CFAs on it are above low, and at most high; 0, 0: the thread's own, whose bounds are not known. */
struct csr_stack {
	uint64_t low;
	uint64_t high;
};

/* How often the program says which stack it is on: at every switch, or where it makes a call for it. */
enum csr_switch { CSR_SWITCH_TOLD, CSR_SWITCH_SEEN };

/** csr_fiber_recorder() - what the calling thread records with: csr_self, or on a stack for which there was no
 *  control block that of its own stack. */
CSR_INLINE struct csr_thread *csr_fiber_recorder(void)
{
	return csr_self->busy == CSR_BUSY_OFF ? csr_primary : csr_self;
}

/** csr_fiber_select() - the calling thread goes on on @stack. While a hook runs that a handler interrupted,
 *  everything stays as it is. */
CSR_HIDDEN void csr_fiber_select(struct csr_stack stack, enum csr_switch by);

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
