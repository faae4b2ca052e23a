/* SPDX-License-Identifier: MIT */
/*
 * The compiler attributes that the runtime uses, and nothing else.
 *
 * Every function of the runtime carries CSR_FN: users may set -finstrument-functions globally, and
 * clang 14 has no option against it.
 */
#ifndef CSR_ATTRIBUTES_H
#define CSR_ATTRIBUTES_H

#define CSR_FN     __attribute__((no_instrument_function))
#define CSR_INLINE CSR_FN static inline __attribute__((always_inline))
#define CSR_COLD   CSR_FN __attribute__((noinline, cold))
/* Entered from the program's code, whose stack may be misaligned (assembly, old call conventions). */
#if defined(__x86_64__) || defined(__i386__)
#define CSR_ALIGNS_STACK __attribute__((force_align_arg_pointer))
#else
#define CSR_ALIGNS_STACK
#endif
#define CSR_HIDDEN      __attribute__((visibility("hidden")))
#define CSR_EXPORT      __attribute__((visibility("default")))
#define CSR_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CSR_LIKELY(x)   __builtin_expect(!!(x), 1)

/* Orders the stores of one thread as a signal handler, or a reader after SIGKILL, sees them. */
#define CSR_BARRIER() __asm__ volatile("" ::: "memory")

#endif
