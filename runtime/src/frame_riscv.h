/* SPDX-License-Identifier: MIT */
/*
 * The canonical frame address (CFA) of the function that a hook belongs to, on RISC-V.
 *
 * The frame pointer s0 is the CFA, and the caller's lies two words below it. A function that tail-calls its
 * exit hook has left its frame: the hook's own CFA is the function's then.
 * Macros, because __builtin_frame_address(0) must be the hook's own.
 */
#ifndef CSR_FRAME_ARCH_H
#define CSR_FRAME_ARCH_H

#define CSR_FRAME_KIND     "cfa"
#define CSR_FRAME_IS_EXACT 1

#define CSR_CFA_ENTER() ((uint64_t)((const uintptr_t *)__builtin_frame_address(0))[-2])
#define CSR_CFA_EXIT(hook_ip, call_site)                                            \
	((hook_ip) == (call_site) ? (uint64_t)(uintptr_t)__builtin_frame_address(0) \
				  : CSR_CFA_ENTER())

/* The CFA of the function with the frame address @frame. */
#define CSR_CFA_OF_FRAME(frame) ((uint64_t)(uintptr_t)(frame))

#endif
