/* SPDX-License-Identifier: MIT */
/*
 * The canonical frame address (CFA) of the function that a hook belongs to, on 32-bit PowerPC.
 *
 * The first word of every frame is the address of the caller's frame, which is the CFA (System V ABI,
 * back chain). A function that tail-calls its exit hook has left its frame: the hook's own CFA is the
 * function's then.
 * Macros, because __builtin_frame_address(0) must be the hook's own.
 */
#ifndef CSR_FRAME_ARCH_H
#define CSR_FRAME_ARCH_H

#define CSR_FRAME_KIND     "cfa"
#define CSR_FRAME_IS_EXACT 1

/* The CFA of the function with the frame address @frame. */
#define CSR_CFA_OF_FRAME(frame) ((uint64_t) * (const uintptr_t *)(frame))

#define CSR_CFA_OWN()   CSR_CFA_OF_FRAME(__builtin_frame_address(0))
#define CSR_CFA_ENTER() CSR_CFA_OF_FRAME((uintptr_t)CSR_CFA_OWN())
#define CSR_CFA_EXIT(hook_ip, call_site) \
	((hook_ip) == (call_site) ? CSR_CFA_OWN() : CSR_CFA_ENTER())

#endif
