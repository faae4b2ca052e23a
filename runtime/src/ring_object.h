/* SPDX-License-Identifier: MIT */
/*
 * The shared-memory object of TRACE_SHM (callsight/ring_format.h): finding it, or making it, and where its
 * parts lie in this process's memory.
 *
 * What is in it was written by other processes of the same user: sizes and offsets are looked at once,
 * when it is mapped, and kept here.
 */
#ifndef CSR_RING_OBJECT_H
#define CSR_RING_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/ring_format.h"
#include "file.h"

#define CSR_RING_FOLDER "/dev/shm"

/** The object, mapped up to its windows. */
struct csr_ring {
	struct csr_file file;
	const char *name; /* in CSR_RING_FOLDER */
	struct csf_ring *header;
	uint64_t mapped_bytes; /* from header on */
	uint32_t cell_count;
	uint32_t process_count;
	uint32_t window_max;
	struct csf_ring_process *processes;
	struct csf_ring_cell *cells;
	uint32_t *windows; /* who has which */
	char *blocks;      /* of the cells */
	uint64_t windows_offset;
};

#define CSR_RING_CLOSED ((struct csr_ring){ .file = { .fd = -1 } })

/* What csr_ring_open() finds beside errors of the kernel's. */
enum csr_ring_error {
	CSR_RING_FOREIGN = 4096, /* it is no file, another user's, or others may write it */
	CSR_RING_OTHER,          /* it is no ring, or a damaged one */
	CSR_RING_VERSION,        /* of another version, or of another word size */
	CSR_RING_ENDED,          /* its client takes no more: there will be another one */
	CSR_RING_CROWDED,        /* no entry is free */
};

/**
 * csr_ring_open() - opens and maps the object @name.
 *
 * Return: 0; -errno (-ENOENT: there is none) or minus an enum csr_ring_error, and @ring is closed.
 */
CSR_HIDDEN int csr_ring_open(struct csr_ring *ring, const char *name);

/** csr_ring_make() - makes the object @name with cells of @bytes, all of it reserved; it appears complete.
 *  Return: 0, or -errno (-EEXIST: somebody else was quicker). */
CSR_HIDDEN int csr_ring_make(const char *name, uint64_t bytes);

/** csr_ring_close() - unmaps and closes it. */
CSR_HIDDEN void csr_ring_close(struct csr_ring *ring);

/**
 * csr_ring_remove() - takes the name away from an object that nobody is to attach to any more.
 *
 * Return: false when its client lives: it does that itself.
 */
CSR_HIDDEN bool csr_ring_remove(struct csr_ring *ring);

#endif
