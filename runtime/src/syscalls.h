/* SPDX-License-Identifier: MIT */
/*
 * System calls without libc: programs define and instrument write, open or memcpy themselves, and a
 * wrapper would set errno. Return values are the kernel's: negative = -errno.
 */
#ifndef CSR_SYSCALLS_H
#define CSR_SYSCALLS_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "attributes.h"

#if defined(__x86_64__)
CSR_INLINE long csr_syscall6(long number, long a, long b, long c, long d, long e, long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
CSR_INLINE long csr_syscall6(long number, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;

	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return x0;
}
#else
#include <unistd.h>
CSR_INLINE long csr_syscall6(long number, long a, long b, long c, long d, long e, long f)
{
	int kept = errno;
	long result = syscall(number, a, b, c, d, e, f);

	if (result == -1)
		result = -errno;
	errno = kept;
	return result;
}
#endif

#define CSR_SYS_PICK(_1, _2, _3, _4, _5, _6, _7, count, ...) count
#define csr_sys1(n)                                          csr_syscall6(n, 0, 0, 0, 0, 0, 0)
#define csr_sys2(n, a)                                       csr_syscall6(n, (long)(a), 0, 0, 0, 0, 0)
#define csr_sys3(n, a, b)                                    csr_syscall6(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define csr_sys4(n, a, b, c)                                 csr_syscall6(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define csr_sys5(n, a, b, c, d)                              csr_syscall6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define csr_sys6(n, a, b, c, d, e) \
	csr_syscall6(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define csr_sys7(n, a, b, c, d, e, f) \
	csr_syscall6(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/** csr_sys(SYS_name, arguments...) - at most six arguments, each converted to long. */
#define csr_sys(...)                                                                          \
	CSR_SYS_PICK(__VA_ARGS__, csr_sys7, csr_sys6, csr_sys5, csr_sys4, csr_sys3, csr_sys2, \
		     csr_sys1)                                                                \
	(__VA_ARGS__)

#define CSR_IS_ERROR(result) ((unsigned long)(result) > -4096ul)

/* All signals blocked while a slow path runs; the kernel's set is 8 bytes, not glibc's 128. */
#define CSR_SIGSET_BYTES 8

/*
 * A slow path needs at most 2 KiB of stack (gcc -fstack-usage), but for the start of a capture. Where they
 * are not there the fault comes here, while the program's handler can still be called: a signal that is
 * blocked would end a program that catches overflows of its stacks.
 */
CSR_INLINE void csr_stack_probe(void)
{
#if defined(__x86_64__)
	__asm__ volatile("testb $0, -2560(%%rsp)" : : : "cc", "memory");
#elif defined(__aarch64__)
	__asm__ volatile("sub x16, sp, #2560\n\tldrb wzr, [x16]" : : : "x16", "memory");
#endif
}

CSR_INLINE uint64_t csr_signals_block(void)
{
	uint64_t all = ~UINT64_C(0);
	uint64_t old = 0;

	csr_stack_probe();
	csr_sys(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &all, &old, CSR_SIGSET_BYTES);
	return old;
}

/* A write that failed by @rc may have raised a signal that would end the program: takes it back while
 * signals are blocked. */
CSR_INLINE void csr_signal_take_back(long rc)
{
	const long none[2] = { 0, 0 };
	/* The kernel counts in words of the machine: both signals are in the first. */
	unsigned long set[CSR_SIGSET_BYTES / sizeof(unsigned long)] = { 0 };

	if (rc == -EFBIG)
		set[0] = 1ul << (SIGXFSZ - 1);
	if (rc == -EPIPE)
		set[0] = 1ul << (SIGPIPE - 1);
	if (set[0])
		csr_sys(SYS_rt_sigtimedwait, set, 0, none, CSR_SIGSET_BYTES);
}

CSR_INLINE void csr_signals_restore(uint64_t old)
{
	csr_sys(SYS_rt_sigprocmask, 2, &old, 0, CSR_SIGSET_BYTES);
}

#endif
