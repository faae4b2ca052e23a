/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "ring_object.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <time.h>

#include "clock.h"
#include "mapping.h"
#include "process.h"
#include "syscalls.h"
#include "text.h"

#define NONBLOCK_RANDOM 1 /* GRND_NONBLOCK; libcs may be older */

CSR_FN static uint64_t round_up(uint64_t bytes, uint64_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

CSR_FN static void lay_out(struct csf_ring *h, uint64_t bytes)
{
	*h = (struct csf_ring){
		.version = CSF_RING_VERSION,
		.pointer_bytes = sizeof(void *),
		.cell_count = (uint32_t)(bytes / CSF_BLOCK_BYTES),
		.process_count = CSF_RING_PROCESSES,
		.window_max = CSF_RING_WINDOWS,
		.processes_offset = CSF_RING_PAGE,
	};
	h->cells_table_offset = h->processes_offset + h->process_count * UINT64_C(4096);
	h->windows_table_offset =
		h->cells_table_offset +
		round_up(h->cell_count * sizeof(struct csf_ring_cell), CSF_RING_PAGE);
	/* Multiples of a block: of whatever size pages are. */
	h->cells_offset = round_up(h->windows_table_offset + h->window_max * sizeof(uint32_t),
				   CSF_BLOCK_BYTES);
	h->windows_offset = h->cells_offset + h->cell_count * (uint64_t)CSF_BLOCK_BYTES;
}

/* Different for each object, though not a secret. */
CSR_FN static void choose_id(uint64_t id[2])
{
	if (csr_sys(SYS_getrandom, id, 2 * sizeof(*id), NONBLOCK_RANDOM) == 2 * sizeof(*id))
		return;
	id[0] = csr_clock_ns(CLOCK_REALTIME);
	id[1] = (uint64_t)csr_process.pid << 32 ^ csr_clock_ns(CLOCK_MONOTONIC);
}

/* Room for all of it first: no store into it can fail from then on. */
CSR_FN static int fill(int fd, uint64_t bytes)
{
	const struct csr_file file = { .fd = fd };
	struct csf_ring header;
	void *at;
	int rc;

	lay_out(&header, bytes);
	choose_id(header.id);
	rc = csr_file_reserve(&file, 0, header.windows_offset);
	if (rc < 0)
		return rc;
	/* An object that this process cannot map is not left behind. */
	at = csr_map_ahead(&file, 0, header.windows_offset);
	if (!at)
		return -ENOMEM;
	csr_sys(SYS_munmap, at, header.windows_offset);
	header.magic = CSF_RING_MAGIC;
	return csr_file_write_at(&file, &header, sizeof(header), 0);
}

CSR_FN static int make_without_name(long folder, const char *name, uint64_t bytes)
{
	long fd = csr_sys(SYS_openat, folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	char link[40];
	struct csr_text text;
	int rc;

	if (CSR_IS_ERROR(fd))
		return (int)fd;
	rc = fill((int)fd, bytes);
	if (rc == 0) {
		csr_text_init(&text, link, sizeof(link));
		csr_text_add(&text, "/proc/self/fd/");
		csr_text_add_decimal(&text, (uint64_t)fd);
		rc = (int)csr_sys(SYS_linkat, AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW);
	}
	csr_sys(SYS_close, fd);
	return rc;
}

/* Where there is no /proc, or a file cannot be without a name. */
CSR_FN static int make_under_another_name(long folder, const char *name, uint64_t bytes)
{
	char other[64];
	struct csr_text text;
	long fd;
	int rc;

	csr_text_init(&text, other, sizeof(other));
	csr_text_add(&text, ".callsight-");
	csr_text_add_decimal(&text, (uint64_t)csr_process.pid);
	csr_text_add_char(&text, '-');
	csr_text_add_decimal(&text, csr_clock_ns(CLOCK_REALTIME));
	fd = csr_sys(SYS_openat, folder, other, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
		     0600);
	if (CSR_IS_ERROR(fd))
		return (int)fd;
	rc = fill((int)fd, bytes);
	if (rc == 0)
		rc = (int)csr_sys(SYS_linkat, folder, other, folder, name, 0);
	csr_sys(SYS_unlinkat, folder, other, 0);
	csr_sys(SYS_close, fd);
	return rc;
}

CSR_FN int csr_ring_make(const char *name, uint64_t bytes)
{
	long folder =
		csr_sys(SYS_openat, AT_FDCWD, CSR_RING_FOLDER, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
	int rc;

	if (CSR_IS_ERROR(folder))
		return (int)folder;
	rc = csr_sys(SYS_faccessat, AT_FDCWD, "/proc/self/fd", 0 /* F_OK */) == 0
		     ? make_without_name(folder, name, bytes)
		     : -EOPNOTSUPP;
	if (rc == -EOPNOTSUPP || rc == -EISDIR || rc == -ENOENT)
		rc = make_under_another_name(folder, name, bytes);
	csr_sys(SYS_close, folder);
	return rc;
}
