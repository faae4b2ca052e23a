/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "shared_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "/dev/shm"

static int refuse(char *why, size_t why_bytes, const char *reason)
{
	snprintf(why, why_bytes, "%s", reason);
	return CSS_RING_REFUSED;
}

static int open_named(const char *name)
{
	char path[sizeof(FOLDER) + 257];

	snprintf(path, sizeof(path), FOLDER "%s", name);
	return open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
}

static int check_file(struct css_ring *ring, uint64_t *bytes, char *why, size_t why_bytes)
{
	struct stat status;

	if (fstat(ring->fd, &status) < 0)
		return refuse(why, why_bytes, strerror(errno));
	if (!S_ISREG(status.st_mode))
		return refuse(why, why_bytes, "it is not a shared-memory object");
	if (status.st_uid != geteuid() && geteuid() != 0)
		return refuse(why, why_bytes, "it belongs to another user");
	if (status.st_mode & (S_IWGRP | S_IWOTH))
		return refuse(why, why_bytes, "other users may write it");
	ring->device = status.st_dev;
	ring->inode = status.st_ino;
	*bytes = (uint64_t)status.st_size;
	return 0;
}

/* Does a table begin at a page behind @begin, and end before @end? Counts are small: no overflow. */
static bool lies_between(uint64_t begin, uint64_t offset, uint64_t bytes, uint64_t end)
{
	return offset % CSF_RING_PAGE == 0 && offset >= begin && offset <= end &&
	       bytes <= end - offset;
}

static bool check_layout(const struct csf_ring *h, uint64_t file_bytes)
{
	uint64_t processes = (uint64_t)h->process_count * CSF_RING_PAGE;
	uint64_t cells_table = (uint64_t)h->cell_count * sizeof(struct csf_ring_cell);
	uint64_t windows_table = (uint64_t)h->window_max * sizeof(uint32_t);
	uint64_t cells = (uint64_t)h->cell_count * CSF_BLOCK_BYTES;

	return h->cell_count && h->process_count && h->window_max &&
	       h->cell_count <= CSS_RING_CELLS_MAX && h->process_count <= CSS_RING_PROCESSES_MAX &&
	       h->window_max <= CSS_RING_WINDOWS_MAX && h->windows_offset <= file_bytes &&
	       h->windows_offset % CSF_RING_PAGE == 0 &&
	       lies_between(sizeof(*h), h->processes_offset, processes, h->cells_table_offset) &&
	       lies_between(h->processes_offset + processes, h->cells_table_offset, cells_table,
			    h->windows_table_offset) &&
	       lies_between(h->cells_table_offset + cells_table, h->windows_table_offset,
			    windows_table, h->cells_offset) &&
	       lies_between(h->windows_table_offset + windows_table, h->cells_offset, cells,
			    h->windows_offset);
}

static int check_header(const struct csf_ring *h, uint64_t file_bytes, char *why, size_t why_bytes)
{
	if (h->magic != CSF_RING_MAGIC)
		return refuse(why, why_bytes, "it is no ring of callsight");
	if (h->version != CSF_RING_VERSION) {
		snprintf(why, why_bytes, "its version is %u, expected %u", h->version,
			 CSF_RING_VERSION);
		return CSS_RING_REFUSED;
	}
	if (h->pointer_bytes != 4 && h->pointer_bytes != 8)
		return refuse(why, why_bytes, "it is damaged: no word size");
	if (!check_layout(h, file_bytes))
		return refuse(why, why_bytes, "it is damaged: impossible sizes or offsets");
	return 0;
}

static int map_tables(struct css_ring *ring, const struct csf_ring *h, char *why, size_t why_bytes)
{
	void *at;

	ring->mapped_bytes = (size_t)(h->windows_table_offset + h->window_max * sizeof(uint32_t));
	at = mmap(NULL, ring->mapped_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
	if (at == MAP_FAILED)
		return refuse(why, why_bytes, strerror(errno));
	ring->base = at;
	ring->id[0] = h->id[0];
	ring->id[1] = h->id[1];
	ring->pointer_bytes = h->pointer_bytes;
	ring->cell_count = h->cell_count;
	ring->process_count = h->process_count;
	ring->window_max = h->window_max;
	ring->processes_offset = h->processes_offset;
	ring->cells_table_offset = h->cells_table_offset;
	ring->windows_table_offset = h->windows_table_offset;
	ring->cells_offset = h->cells_offset;
	ring->windows_offset = h->windows_offset;
	return 0;
}

int css_ring_adopt(struct css_ring *ring, int fd, char *why, size_t why_bytes)
{
	struct csf_ring header;
	uint64_t file_bytes;
	int rc;

	*ring = CSS_RING_CLOSED;
	ring->fd = fd;
	rc = check_file(ring, &file_bytes, why, why_bytes);
	if (rc == 0 && pread(fd, &header, sizeof(header), 0) != (ssize_t)sizeof(header))
		rc = refuse(why, why_bytes, "it is no ring of callsight");
	if (rc == 0)
		rc = check_header(&header, file_bytes, why, why_bytes);
	if (rc == 0)
		rc = map_tables(ring, &header, why, why_bytes);
	if (rc < 0)
		css_ring_close(ring);
	return rc;
}

/* Rings have mode 0600: who may not open one is not its user, which the kernel does not say. */
static int cannot_open(const char *name, int error, char *why, size_t why_bytes)
{
	char path[sizeof(FOLDER) + 257];
	struct stat status;

	if (error == ENOENT)
		return CSS_RING_ABSENT;
	snprintf(path, sizeof(path), FOLDER "%s", name);
	if (error == EACCES && lstat(path, &status) == 0 && status.st_uid != geteuid())
		return refuse(why, why_bytes, "it belongs to another user");
	return refuse(why, why_bytes, strerror(error));
}

int css_ring_open(struct css_ring *ring, const char *name, char *why, size_t why_bytes)
{
	int fd = open_named(name);

	*ring = CSS_RING_CLOSED;
	if (fd < 0)
		return cannot_open(name, errno, why, why_bytes);
	return css_ring_adopt(ring, fd, why, why_bytes);
}

void css_ring_close(struct css_ring *ring)
{
	if (ring->base)
		munmap(ring->base, ring->mapped_bytes);
	if (ring->fd >= 0)
		close(ring->fd);
	*ring = CSS_RING_CLOSED;
}

pid_t css_ring_lock(const struct css_ring *ring)
{
	struct flock lock = { .l_type = F_WRLCK,
			      .l_whence = SEEK_SET,
			      .l_start = (off_t)ring->process_count,
			      .l_len = 1 };

	if (fcntl(ring->fd, F_SETLK, &lock) == 0)
		return 0;
	if (errno != EAGAIN && errno != EACCES)
		return -1;
	if (fcntl(ring->fd, F_GETLK, &lock) < 0 || lock.l_type == F_UNLCK)
		return -1;
	return lock.l_pid > 0 ? lock.l_pid : -1;
}

bool css_ring_has_name(const struct css_ring *ring, const char *name)
{
	char path[sizeof(FOLDER) + 257];
	struct stat status;

	snprintf(path, sizeof(path), FOLDER "%s", name);
	return lstat(path, &status) == 0 && status.st_dev == ring->device &&
	       status.st_ino == ring->inode;
}

void css_ring_remove(const struct css_ring *ring, const char *name)
{
	char path[sizeof(FOLDER) + 257];

	snprintf(path, sizeof(path), FOLDER "%s", name);
	if (css_ring_has_name(ring, name))
		unlink(path);
}

struct csf_ring *css_ring_header(const struct css_ring *ring)
{
	return (struct csf_ring *)(void *)ring->base;
}

struct csf_ring_process *css_ring_process(const struct css_ring *ring, uint32_t index)
{
	return (struct csf_ring_process *)(void *)(ring->base + ring->processes_offset +
						   (size_t)index * CSF_RING_PAGE);
}

struct csf_ring_cell *css_ring_cell(const struct css_ring *ring, uint32_t index)
{
	return (struct csf_ring_cell *)(void *)(ring->base + ring->cells_table_offset) + index;
}

uint32_t *css_ring_window(const struct css_ring *ring, uint32_t index)
{
	return (uint32_t *)(void *)(ring->base + ring->windows_table_offset) + index;
}

uint32_t css_ring_windows_made(const struct css_ring *ring)
{
	uint32_t made = __atomic_load_n(&css_ring_header(ring)->windows_made, __ATOMIC_ACQUIRE);

	return made < ring->window_max ? made : ring->window_max;
}

static bool read_at(const struct css_ring *ring, uint64_t offset, void *to, size_t bytes)
{
	char *at = to;

	while (bytes) {
		ssize_t got = pread(ring->fd, at, bytes, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		at += got;
		offset += (uint64_t)got;
		bytes -= (size_t)got;
	}
	/* acquire: what is read next was not there before this was */
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return true;
}

uint32_t css_ring_state(const struct css_ring *ring, uint32_t index)
{
	uint32_t state;

	if (read_at(ring, ring->processes_offset + (uint64_t)index * CSF_RING_PAGE, &state,
		    sizeof(state)))
		return state;
	/* Where it was cut: the mapping ends the program as it ends for every other access. */
	return __atomic_load_n(&css_ring_process(ring, index)->state, __ATOMIC_ACQUIRE);
}

bool css_ring_read_cell(const struct css_ring *ring, uint32_t index, void *to, size_t bytes)
{
	return read_at(ring, ring->cells_offset + (uint64_t)index * CSF_BLOCK_BYTES, to, bytes);
}

bool css_ring_read_window(const struct css_ring *ring, uint32_t index, uint32_t from, void *to,
			  size_t bytes)
{
	return read_at(ring, ring->windows_offset + (uint64_t)index * CSF_BLOCK_BYTES + from, to,
		       bytes);
}
