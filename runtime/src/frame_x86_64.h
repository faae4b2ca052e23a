/* SPDX-License-Identifier: MIT */
/*
 * The canonical frame address (CFA) of the function that a hook belongs to, on x86-64.
 *
 * Selected code keeps frame pointers, so the caller's %rbp + 16 is its CFA: inlined functions share
 * it, siblings with frames of another size do not change it. A void function at -O2 tail-calls its
 * exit hook: %rbp is then its caller's again, and the hook stands in its place on the stack.
 * Macros, because __builtin_frame_address(0) must be the hook's own.
 */
#ifndef CSR_FRAME_ARCH_H
#define CSR_FRAME_ARCH_H

#define CSR_FRAME_KIND     "cfa"
#define CSR_FRAME_IS_EXACT 1

#define CSR_CFA_ENTER() (*(const uint64_t *)__builtin_frame_address(0) + 16)
#define CSR_CFA_EXIT(hook_ip, call_site)                                              \
	(((hook_ip) == (call_site) ? (uint64_t)__builtin_frame_address(0)             \
				   : *(const uint64_t *)__builtin_frame_address(0)) + \
	 16)

/* The CFA of the function with the frame address @frame. */
#define CSR_CFA_OF_FRAME(frame) ((uint64_t)(frame) + 16)

#endif
