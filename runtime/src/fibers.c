/* SPDX-License-Identifier: MIT */
/*
 * swapcontext and setcontext, under the names that -Wl,--wrap gives them (docs/decisions/0012): the
 * stack that is switched to selects the control block.
 */
#define _GNU_SOURCE
#include "fibers.h"

#include <stddef.h>
#include <ucontext.h>

#include "process.h"
#include "slots.h"
#include "syscalls.h"

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
CSR_FN static bool is_fiber(const ucontext_t *to)
{
	uint64_t low = (uint64_t)(uintptr_t)to->uc_stack.ss_sp;
	uint64_t pointer = STACK_POINTER(to);

	return low && pointer > low && pointer <= low + to->uc_stack.ss_size;
}

/* Signals are blocked. */
CSR_FN static struct csr_thread *make_fiber(const ucontext_t *to)
{
	struct csr_thread *t = csr_slot_take(NULL);

	if (!t)
		return NULL;
	t->stack_low = (uint64_t)(uintptr_t)to->uc_stack.ss_sp;
	t->stack_high = t->stack_low + to->uc_stack.ss_size;
	/* A hook of the thread's own stack shows by its CFA only if that stack lies above. */
	if (t->stack_high > (uint64_t)__builtin_frame_address(0))
		t->careful |= CSR_CAREFUL_FIBER;
	else
		t->bottom->cfa = t->stack_high + 1;
	csr_slot_open(t);
	return t;
}

CSR_FN static void select_stack(const ucontext_t *to)
{
	struct csr_thread *t = csr_self;
	uint64_t signals;

	if (!csr_thread_records(t) || !t->is_alive || !csr_busy_is_rest(t->busy) || t->running ||
	    !t->bottom /* count mode: stacks make no difference */)
		return;
	if (!is_fiber(to)) {
		csr_self = csr_primary;
		return;
	}
	signals = csr_signals_block();
	t = csr_slot_of_stack((uint64_t)(uintptr_t)to->uc_stack.ss_sp);
	if (!t)
		t = make_fiber(to);
	/* Without a slot the fiber's hooks find the thread's own stack, as without this file. */
	csr_self = t ? t : csr_primary;
	csr_signals_restore(signals);
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

	select_stack(to);
	result = __real_swapcontext(from, to);
	come_back(left); /* this stack goes on, whoever switched to it, and how */
	return result;
}

CSR_FN int __wrap_setcontext(const ucontext_t *to)
{
	select_stack(to);
	return __real_setcontext(to);
}
