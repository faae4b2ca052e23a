/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "mapping.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "syscalls.h"

CSR_FN void *csr_map_private(uint64_t bytes, int flags)
{
	long at = csr_sys(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	return CSR_IS_ERROR(at) ? NULL : (void *)at;
}

CSR_FN void *csr_map_window(const struct csr_file *file, uint64_t offset, uint64_t bytes)
{
	long at = csr_sys(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			  file->fd, offset);

	return CSR_IS_ERROR(at) ? NULL : (void *)at;
}

CSR_FN void csr_map_take_back(void *at, uint64_t bytes)
{
	csr_sys(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

CSR_FN void csr_map_publish(uint32_t *window_count, uint32_t count)
{
	uint32_t seen = __atomic_load_n(window_count, __ATOMIC_RELAXED);

	/* release: a reader that sees the count finds the file long enough */
	while (seen < count && !__atomic_compare_exchange_n(window_count, &seen, count, false,
							    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		continue;
}
