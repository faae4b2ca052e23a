/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "ring_object.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "mapping.h"
#include "ring_lock.h"
#include "syscalls.h"
#include "wide_calls.h"

/* What a header may say: far beyond what is made, small enough that sums of them do not overflow. */
#define CELLS_MAX     (1u << 24)
#define PROCESSES_MAX 4096u
#define WINDOWS_MAX   (1u << 20)

CSR_FN static int check_file(const struct csr_ring *ring, uint64_t *bytes)
{
	struct statx status;
	long rc;

	status.stx_mode = 0;
	status.stx_uid = 0;
	status.stx_size = 0;
	rc = csr_sys(SYS_statx, ring->file.fd, "", AT_EMPTY_PATH,
		     STATX_TYPE | STATX_MODE | STATX_UID | STATX_SIZE, &status);
	if (CSR_IS_ERROR(rc))
		return (int)rc;
	/* Whoever else may write it can make it shorter, which ends all that have it mapped. */
	if (!S_ISREG(status.stx_mode) || status.stx_uid != (uint32_t)csr_sys(SYS_geteuid) ||
	    (status.stx_mode & (S_IWGRP | S_IWOTH)))
		return -CSR_RING_FOREIGN;
	*bytes = status.stx_size;
	return 0;
}

/* Does a table of @count entries of @bytes lie below @end, where it can be used? */
CSR_FN static bool lies_below(uint64_t offset, uint64_t count, uint64_t bytes, uint64_t end)
{
	return count && offset % CSF_RING_PAGE == 0 && offset >= sizeof(struct csf_ring) &&
	       offset <= end && count * bytes <= end - offset;
}

CSR_FN static int check_header(const struct csf_ring *h, uint64_t file_bytes)
{
	uint64_t end = h->windows_offset;

	if (h->magic != CSF_RING_MAGIC)
		return -CSR_RING_OTHER;
	if (h->version != CSF_RING_VERSION || h->pointer_bytes != sizeof(void *))
		return -CSR_RING_VERSION;
	if (h->cell_count > CELLS_MAX || h->process_count > PROCESSES_MAX ||
	    h->window_max > WINDOWS_MAX || end > file_bytes || end > SIZE_MAX / 2 ||
	    end % CSF_RING_PAGE ||
	    !lies_below(h->processes_offset, h->process_count, CSF_RING_PAGE, end) ||
	    !lies_below(h->cells_table_offset, h->cell_count, sizeof(struct csf_ring_cell), end) ||
	    !lies_below(h->windows_table_offset, h->window_max, sizeof(uint32_t), end) ||
	    !lies_below(h->cells_offset, h->cell_count, CSF_BLOCK_BYTES, end))
		return -CSR_RING_OTHER;
	return 0;
}

CSR_FN static void find_parts(struct csr_ring *ring, const struct csf_ring *h)
{
	char *base = (char *)ring->header;

	ring->cell_count = h->cell_count;
	ring->process_count = h->process_count;
	ring->window_max = h->window_max;
	ring->processes = (struct csf_ring_process *)(void *)(base + h->processes_offset);
	ring->cells = (struct csf_ring_cell *)(void *)(base + h->cells_table_offset);
	ring->windows = (uint32_t *)(void *)(base + h->windows_table_offset);
	ring->blocks = base + h->cells_offset;
	ring->windows_offset = h->windows_offset;
}

CSR_FN static int open_and_map(struct csr_ring *ring, const char *name)
{
	struct csf_ring header;
	uint64_t bytes = 0;
	int rc = csr_file_open_mapped(&ring->file, CSR_RING_FOLDER, name);

	if (rc == 0)
		rc = check_file(ring, &bytes);
	if (rc == 0 && csr_file_read_at(&ring->file, &header, sizeof(header), 0) < 0)
		rc = -CSR_RING_OTHER;
	if (rc == 0)
		rc = check_header(&header, bytes);
	if (rc < 0)
		return rc;
	/* A program may go on with it when its name is gone. */
	ring->file.has_name = false;
	ring->name = name;
	ring->mapped_bytes = header.windows_offset;
	/* Pages come as cells are used for the first time: most processes use few. */
	ring->header = csr_map_ahead(&ring->file, 0, ring->mapped_bytes);
	if (!ring->header)
		return -ENOMEM;
	find_parts(ring, &header);
	return 0;
}

CSR_FN int csr_ring_open(struct csr_ring *ring, const char *name)
{
	int rc;

	*ring = CSR_RING_CLOSED;
	rc = open_and_map(ring, name);
	if (rc < 0)
		csr_ring_close(ring);
	return rc;
}

CSR_FN void csr_ring_close(struct csr_ring *ring)
{
	if (ring->header)
		csr_sys(SYS_munmap, ring->header, ring->mapped_bytes);
	csr_file_close(&ring->file);
	*ring = CSR_RING_CLOSED;
}

CSR_FN bool csr_ring_remove(struct csr_ring *ring)
{
	struct csr_file now;

	if (!csr_ring_lock(ring, ring->process_count))
		return false;
	/* Under the lock nobody else takes this name away; what has it now may be a newer object. */
	__atomic_store_n(&ring->header->closed, 1, __ATOMIC_SEQ_CST);
	if (csr_file_open_mapped(&now, CSR_RING_FOLDER, ring->name) == 0) {
		long at = csr_sys(SYS_openat, AT_FDCWD, CSR_RING_FOLDER,
				  O_PATH | O_DIRECTORY | O_CLOEXEC, 0);

		if (now.inode == ring->file.inode && !CSR_IS_ERROR(at))
			csr_sys(SYS_unlinkat, at, ring->name, 0);
		if (!CSR_IS_ERROR(at))
			csr_sys(SYS_close, at);
		csr_file_close(&now);
	}
	return true;
}
