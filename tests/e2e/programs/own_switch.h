/* SPDX-License-Identifier: MIT */
/* A switch of stacks as libraries for fibers have it: registers that a call keeps, and the stack pointer. */
#ifndef OWN_SWITCH_H
#define OWN_SWITCH_H

#include <stddef.h>
#include <stdint.h>

/** own_switch() - saves where this stack is in *@from and goes on where @to was saved. */
void own_switch(void **from, void *to);

__asm__(".text\n"
	".type own_switch, @function\n"
	"own_switch:\n"
	"	push %rbp\n"
	"	push %rbx\n"
	"	push %r12\n"
	"	push %r13\n"
	"	push %r14\n"
	"	push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	mov %rsi, %rsp\n"
	"	pop %r15\n"
	"	pop %r14\n"
	"	pop %r13\n"
	"	pop %r12\n"
	"	pop %rbx\n"
	"	pop %rbp\n"
	"	ret\n"
	".size own_switch, . - own_switch\n");

/** own_switch_prepare() - the first switch to what it returns calls @start, which must not return. */
__attribute__((no_instrument_function)) static inline void *own_switch_prepare(void *stack,
									       size_t bytes,
									       void (*start)(void))
{
	uintptr_t *top = (uintptr_t *)(((uintptr_t)stack + bytes) & ~(uintptr_t)15);

	*--top = 0; /* no caller */
	*--top = (uintptr_t)start;
	for (int i = 0; i < 6; i++)
		*--top = 0;
	return top;
}

#endif
