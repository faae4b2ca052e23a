/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "live.h"

#include <sys/mman.h>

#include "file.h"
#include "process.h"
#include "slots.h"
#include "syscalls.h"

static struct csr_file live_file = { .fd = -1 };
static struct csf_live *header; /* written in csr_live_create(), signals blocked, one thread */
/* windows[i] is written once, by the thread that i was given to; a slot has one window or two */
static struct csf_block *windows[2 * CSR_SLOT_COUNT];
static uint32_t windows_given; /* atomic */

CSR_FN static void *map_shared(uint64_t offset, size_t bytes)
{
	long at = csr_sys(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			  live_file.fd, offset);

	return CSR_IS_ERROR(at) ? NULL : (void *)at;
}

CSR_FN int csr_live_create(void)
{
	int rc = csr_file_create(&live_file, csr_process.folder, "live.cst");

	if (rc < 0)
		return rc;
	rc = csr_file_reserve(&live_file, 0, CSF_LIVE_HEADER_BYTES);
	if (rc < 0)
		return rc;
	header = map_shared(0, CSF_LIVE_HEADER_BYTES);
	if (!header)
		return -12; /* ENOMEM */
	header->version = CSF_VERSION;
	header->window_bytes = CSF_BLOCK_BYTES;
	header->pid = (uint32_t)csr_process.pid;
	__atomic_store_n(&header->magic, CSF_LIVE_MAGIC, __ATOMIC_RELEASE);
	return 0;
}

CSR_FN struct csf_live *csr_live_header(void)
{
	return header;
}

/* Raises the count of windows that exist to at least @count; several threads may do so at once. */
CSR_FN static void publish_count(uint32_t count)
{
	uint32_t seen = __atomic_load_n(&header->window_count, __ATOMIC_RELAXED);

	/* release: a reader that sees the count finds the file long enough */
	while (seen < count &&
	       !__atomic_compare_exchange_n(&header->window_count, &seen, count, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		continue;
}

CSR_FN struct csf_block *csr_live_window(void)
{
	uint32_t index = __atomic_fetch_add(&windows_given, 1, __ATOMIC_RELAXED);
	uint64_t offset = CSF_LIVE_HEADER_BYTES + (uint64_t)index * CSF_BLOCK_BYTES;

	if (index >= sizeof(windows) / sizeof(*windows) ||
	    csr_file_check(&live_file, csr_process.folder, "live.cst") < 0 ||
	    csr_file_reserve(&live_file, offset, CSF_BLOCK_BYTES) < 0)
		return NULL;
	windows[index] = map_shared(offset, CSF_BLOCK_BYTES);
	if (windows[index])
		publish_count(index + 1);
	return windows[index];
}

CSR_FN void csr_live_disown(void)
{
	for (unsigned i = 0; i < sizeof(windows) / sizeof(*windows); i++) {
		if (!windows[i])
			continue;
		csr_sys(SYS_mmap, windows[i], CSF_BLOCK_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		windows[i] = NULL;
	}
	windows_given = 0;
	if (header)
		csr_sys(SYS_munmap, header, CSF_LIVE_HEADER_BYTES);
	header = NULL;
	csr_file_close(&live_file);
}
