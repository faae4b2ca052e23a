/* SPDX-License-Identifier: MIT */
/*
 * swapcontext and setcontext, under the names that -Wl,--wrap gives them (docs/decisions/0012): the
 * stack that is switched to selects the control block. An object of its own: links without these names
 * take nothing from it.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <ucontext.h>

#include "fibers.h"

CSR_EXPORT int __wrap_swapcontext(ucontext_t *from, const ucontext_t *to);
CSR_EXPORT int __wrap_setcontext(const ucontext_t *to);
int __real_swapcontext(ucontext_t *from, const ucontext_t *to);
int __real_setcontext(const ucontext_t *to);

#if defined(__x86_64__)
#define STACK_POINTER(context) ((uint64_t)(context)->uc_mcontext.gregs[REG_RSP])
#elif defined(__aarch64__)
#define STACK_POINTER(context) ((uint64_t)(context)->uc_mcontext.sp)
#else
/* The whole of a stack that is named counts as switched to. */
#define STACK_POINTER(context) ((uint64_t)(uintptr_t)(context)->uc_stack.ss_sp + 1)
#endif

/* A saved context of the thread's own stack names no stack, or one that it does not run on. */
CSR_FN static struct csr_stack stack_of(const ucontext_t *to)
{
	uint64_t low = (uint64_t)(uintptr_t)to->uc_stack.ss_sp;
	uint64_t pointer = STACK_POINTER(to);

	if (!low || pointer <= low || pointer > low + to->uc_stack.ss_size)
		return (struct csr_stack){ 0, 0 };
	return (struct csr_stack){ low, low + to->uc_stack.ss_size };
}

/* Not inline: the call before it may return in another thread, with other thread-local storage. */
CSR_FN static __attribute__((noinline)) void come_back(struct csr_thread *t)
{
	if (csr_thread_records(t) && t->is_alive)
		csr_self = t;
}

CSR_FN int __wrap_swapcontext(ucontext_t *from, const ucontext_t *to)
{
	struct csr_thread *left = csr_self;
	int result;

	csr_fiber_select(stack_of(to), CSR_SWITCH_SEEN);
	result = __real_swapcontext(from, to);
	come_back(left); /* this stack goes on, whoever switched to it, and how */
	return result;
}

CSR_FN int __wrap_setcontext(const ucontext_t *to)
{
	csr_fiber_select(stack_of(to), CSR_SWITCH_SEEN);
	return __real_setcontext(to);
}
