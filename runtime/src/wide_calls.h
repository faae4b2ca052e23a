/* SPDX-License-Identifier: MIT */
/*
 * System calls that machines with 32-bit registers take in another way: offsets are two registers, which
 * some ABIs want to begin at an even one (syscall(2), "Architecture-specific requirements"), and mmap
 * counts pages. Return values are the kernel's, as csr_sys().
 */
#ifndef CSR_WIDE_CALLS_H
#define CSR_WIDE_CALLS_H

#include <stdint.h>

#include "attributes.h"
#include "syscalls.h"

#if UINTPTR_MAX > UINT32_MAX
#define CSR_WIDE(value) (value)
#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CSR_WIDE(value) (uint32_t)((uint64_t)(value) >> 32), (uint32_t)(value)
#else
#define CSR_WIDE(value) (uint32_t)(value), (uint32_t)((uint64_t)(value) >> 32)
#endif

/* After three arguments the next register is an odd one. */
#if UINTPTR_MAX == UINT32_MAX && \
	(defined(__arm__) || defined(__powerpc__) || defined(__mips__) || defined(__xtensa__))
#define CSR_WIDE_FOURTH(value) 0, CSR_WIDE(value)
#else
#define CSR_WIDE_FOURTH(value) CSR_WIDE(value)
#endif

/* Expands its arguments first. */
#define CSR_SYS_WIDE(...) csr_sys(__VA_ARGS__)

CSR_INLINE long csr_sys_pread(int fd, void *to, uint64_t bytes, uint64_t offset)
{
	return CSR_SYS_WIDE(SYS_pread64, fd, to, bytes, CSR_WIDE_FOURTH(offset));
}

CSR_INLINE long csr_sys_pwrite(int fd, const void *from, uint64_t bytes, uint64_t offset)
{
	return CSR_SYS_WIDE(SYS_pwrite64, fd, from, bytes, CSR_WIDE_FOURTH(offset));
}

CSR_INLINE long csr_sys_fallocate(int fd, uint64_t offset, uint64_t bytes)
{
	return CSR_SYS_WIDE(SYS_fallocate, fd, 0, CSR_WIDE(offset), CSR_WIDE(bytes));
}

/** csr_sys_size() - where the file ends; the place of the descriptor is there then. */
CSR_INLINE int64_t csr_sys_size(int fd)
{
#if UINTPTR_MAX > UINT32_MAX
	return csr_sys(SYS_lseek, fd, 0, 2 /* SEEK_END */);
#else
	int64_t place = 0;
	long rc = csr_sys(SYS__llseek, fd, 0, 0, &place, 2);

	return CSR_IS_ERROR(rc) ? rc : place;
#endif
}

/** csr_sys_mmap() - @offset: a multiple of 4096 */
CSR_INLINE long csr_sys_mmap(void *at, uint64_t bytes, int protection, int flags, int fd,
			     uint64_t offset)
{
#if defined(__s390__)
	const unsigned long arguments[6] = { (unsigned long)at,         (unsigned long)bytes,
					     (unsigned long)protection, (unsigned long)flags,
					     (unsigned long)(long)fd,   (unsigned long)offset };

	return csr_sys(SYS_mmap, arguments);
#elif defined(SYS_mmap2)
	return csr_sys(SYS_mmap2, at, bytes, protection, flags, fd, offset >> 12);
#else
	return csr_sys(SYS_mmap, at, bytes, protection, flags, fd, offset);
#endif
}

/** csr_sys_soft_limit() - of a resource (getrlimit(2)); UINT64_MAX: none, or not known */
CSR_INLINE uint64_t csr_sys_soft_limit(int resource)
{
	uint64_t limits[2] = { UINT64_MAX,
			       UINT64_MAX }; /* 64 bits each, whatever libc's struct rlimit has */

	csr_sys(SYS_prlimit64, 0, resource, 0, limits);
	return limits[0];
}

#endif
