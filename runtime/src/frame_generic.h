/* SPDX-License-Identifier: MIT */
/*
 * Architectures without a rule of their own: the hook's own frame stands for the frame of its
 * function. Frames that were left are found, but inlined calls and siblings of another frame size
 * can be nested wrongly; the capture says so (CSF_BLOCK_HOOK_FRAMES).
 */
#ifndef CSR_FRAME_ARCH_H
#define CSR_FRAME_ARCH_H

#define CSR_FRAME_KIND     "hook"
#define CSR_FRAME_IS_EXACT 0

#define CSR_CFA_ENTER()                  ((uint64_t)(uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *))
#define CSR_CFA_EXIT(hook_ip, call_site) ((void)(hook_ip), (void)(call_site), CSR_CFA_ENTER())

#endif
