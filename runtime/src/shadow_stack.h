/* SPDX-License-Identifier: MIT */
/*
 * The memory of a shadow stack. Address space for the deepest stack is taken at once, since entries have
 * to lie side by side; what is not needed yet has no access rights, so that it counts against no limit
 * of the program's, is not filled where it locks its memory, and gets no huge page.
 */
#ifndef CSR_SHADOW_STACK_H
#define CSR_SHADOW_STACK_H

#include <stdbool.h>

#include "attributes.h"
#include "thread.h"

/**
 * csr_stack_make() - an empty stack for @t.
 * @with_extra: half of it is for what summary mode keeps beside each frame.
 * Return: false when memory is short.
 */
CSR_HIDDEN bool csr_stack_make(struct csr_thread *t, bool with_extra);

/** csr_stack_drop() - gives the memory back; @t may have none. */
CSR_HIDDEN void csr_stack_drop(struct csr_thread *t);

/** csr_stack_adopt() - @t gets the stack of @from, with its frames, instead of its own. They are to be
 *  counted: csr_frames_recount(). */
CSR_HIDDEN void csr_stack_adopt(struct csr_thread *t, const struct csr_thread *from);

/** csr_stack_grow() - the slow half of csr_stack_has_room(). */
CSR_HIDDEN bool csr_stack_grow(struct csr_thread *t);

/** csr_stack_has_room() - is there room for a frame, and a barrier on it? Makes some where it can. */
CSR_INLINE bool csr_stack_has_room(struct csr_thread *t)
{
	return CSR_LIKELY(t->top + 1 < t->stack_end) || csr_stack_grow(t);
}

#endif
