/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* pread() */
#include "traced_ring.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Offsets are what another process wrote: they are compared with the file before anything is mapped. */
static bool read_header(int fd, struct csf_ring *header)
{
	struct stat status;

	return pread(fd, header, sizeof(*header), 0) == (ssize_t)sizeof(*header) &&
	       header->magic == CSF_RING_MAGIC && header->version == CSF_RING_VERSION &&
	       header->process_count <= CSF_RING_PROCESSES && fstat(fd, &status) == 0 &&
	       header->processes_offset % CSF_RING_PAGE == 0 &&
	       header->processes_offset <= (uint64_t)status.st_size &&
	       header->process_count * (uint64_t)CSF_RING_PAGE <=
		       (uint64_t)status.st_size - header->processes_offset;
}

/* A program that was executed has an entry of its own beside that of the image before it. Return: its offset; 0: none. */
static uint64_t find_entry(int fd, const struct csf_ring *header, uint32_t pid)
{
	uint64_t found = 0;
	uint64_t start_ns = 0;

	for (uint32_t i = 0; i < header->process_count; i++) {
		uint64_t at = header->processes_offset + i * (uint64_t)CSF_RING_PAGE;
		struct csf_ring_process entry;

		if (pread(fd, &entry, sizeof(entry), (off_t)at) != (ssize_t)sizeof(entry) ||
		    entry.state != CSF_RING_ATTACHED || entry.pid != pid ||
		    (found && entry.start_ns < start_ns))
			continue;
		found = at;
		start_ns = entry.start_ns;
	}
	return found;
}

int csa_traced_ring_map(struct csa_traced_ring *ring, int fd, uint32_t pid)
{
	struct csf_ring header;
	uint64_t at;

	*ring = (struct csa_traced_ring){ 0 };
	if (!read_header(fd, &header))
		return 0;
	at = find_entry(fd, &header, pid);
	if (at == 0)
		return 0;
	ring->bytes = (size_t)(at + CSF_RING_PAGE);
	ring->base = mmap(NULL, ring->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring->base == MAP_FAILED) {
		*ring = (struct csa_traced_ring){ 0 };
		return -errno;
	}
	ring->entry = (struct csf_ring_process *)(void *)((char *)ring->base + at);
	return 1;
}

void csa_traced_ring_unmap(struct csa_traced_ring *ring)
{
	if (ring->base)
		munmap(ring->base, ring->bytes);
	*ring = (struct csa_traced_ring){ 0 };
}
