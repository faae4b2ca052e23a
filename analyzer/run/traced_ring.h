/* SPDX-License-Identifier: MIT */
/* The entry of a running process in a ring of TRACE_SHM: where it says how it goes, and is asked for something. */
#ifndef CSA_TRACED_RING_H
#define CSA_TRACED_RING_H

#include <stddef.h>
#include <stdint.h>

#include <callsight/ring_format.h>

struct csa_traced_ring {
	void *base; /* mapped up to the entry; NULL: nothing is */
	size_t bytes;
	struct csf_ring_process *entry; /* written by the process and its client all the time */
};

/**
 * csa_traced_ring_map() - find the entry of a process.
 * @fd: the object, open for reading and writing; stays the caller's
 * @pid: the process's number in its own namespace
 * @ring: filled on 1; csa_traced_ring_unmap()
 *
 * Return: 1; 0: it is no ring, or this process has no entry in it; -errno.
 */
int csa_traced_ring_map(struct csa_traced_ring *ring, int fd, uint32_t pid);
void csa_traced_ring_unmap(struct csa_traced_ring *ring);

#endif
