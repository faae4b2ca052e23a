/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "mapping.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include "syscalls.h"
#include "thread.h"
#include "wide_calls.h"

/* Linux 5.14; headers may be older. */
#define POPULATE_READ  22
#define POPULATE_WRITE 23

CSR_FN void *csr_map_private(uint64_t bytes, int flags)
{
	long at = csr_sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	return CSR_IS_ERROR(at) ? NULL : (void *)at;
}

CSR_FN void *csr_map_reserved(uint64_t bytes)
{
	long at = csr_sys_mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			       -1, 0);

	if (CSR_IS_ERROR(at))
		return NULL;
	csr_sys(SYS_munlock, at, bytes); /* after mlockall() it is born locked */
	return (void *)at;
}

CSR_FN void *csr_map_window(const struct csr_file *file, uint64_t offset, uint64_t bytes)
{
	long at = csr_sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			       file->fd, offset);

	return CSR_IS_ERROR(at) ? NULL : (void *)at;
}

CSR_FN void *csr_map_ahead(const struct csr_file *file, uint64_t offset, uint64_t bytes)
{
	long at = csr_sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, offset);

	return CSR_IS_ERROR(at) ? NULL : (void *)at;
}

CSR_FN bool csr_map_touch(void *at, uint64_t bytes, bool is_memory)
{
	/* Pages in memory may be written once they are mapped, and a page that is read brings those around
	 * it. A file on a disk hears of the first write to each page. */
	long rc = csr_sys(SYS_madvise, at, bytes, is_memory ? POPULATE_READ : POPULATE_WRITE);

	for (uint64_t i = 0; rc == -EINVAL && i < bytes; i += CSR_PAGE)
		((volatile char *)at)[i] = 0;
	return rc != -EFAULT;
}

CSR_FN void csr_map_take_back(void *at, uint64_t bytes)
{
	csr_sys_mmap(at, bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}

CSR_FN void csr_map_publish(uint32_t *window_count, uint32_t count)
{
	uint32_t seen = __atomic_load_n(window_count, __ATOMIC_RELAXED);

	/* release: a reader that sees the count finds the file long enough */
	while (seen < count && !__atomic_compare_exchange_n(window_count, &seen, count, false,
							    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		continue;
}
