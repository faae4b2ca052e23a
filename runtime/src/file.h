/* SPDX-License-Identifier: MIT */
/*
 * A descriptor that survives a program that closes descriptors it does not know: it lies above 200,
 * is close-on-exec, and is compared with the file that was opened before every write, so that no
 * byte ever reaches a file of the program's.
 */
#ifndef CSR_FILE_H
#define CSR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"

struct csr_file {
	int fd; /* -1: not open */
	uint32_t device_major;
	uint32_t device_minor;
	uint64_t inode;
	bool is_memory; /* its file system has no disk: pages are what it reserves */
	bool has_name;  /* when it was opened: false where the file system counts no links */
};

#define CSR_FILE_CLOSED ((struct csr_file){ .fd = -1 })

/**
 * csr_file_create() - creates @name in @folder, mode 0600, for reading and writing; never follows
 * a link and never opens what exists.
 *
 * Return: 0 or -errno.
 */
CSR_HIDDEN int csr_file_create(struct csr_file *file, const char *folder, const char *name);

/** csr_file_create_mapped() - the same for a file that will be mapped: where its blocks can stay where they
 *  are when they are written again, they do. Sets is_memory, which else is false. */
CSR_HIDDEN int csr_file_create_mapped(struct csr_file *file, const char *folder, const char *name);

/** csr_file_open_mapped() - opens @name in @folder, which is no link, for the same. Sets is_memory. Return: 0 or
 *  -errno. */
CSR_HIDDEN int csr_file_open_mapped(struct csr_file *file, const char *folder, const char *name);

/**
 * csr_file_check() - is the descriptor still ours? If not, opens the file again by its path.
 *
 * Return: 0, or -errno when the file is out of reach: nothing may be written then.
 */
CSR_HIDDEN int csr_file_check(struct csr_file *file, const char *folder, const char *name);

/** csr_file_append() - check and write() of all @bytes; for files opened with O_APPEND meaning. */
CSR_HIDDEN int csr_file_append(struct csr_file *file, const char *folder, const char *name,
			       const void *data, size_t bytes);

/** csr_file_write_at() - pwrite() of all @bytes; signals must be blocked. Return: 0 or -errno. */
CSR_HIDDEN int csr_file_write_at(const struct csr_file *file, const void *data, uint64_t bytes,
				 uint64_t offset);

/** csr_file_read_at() - pread() of all @bytes. Return: 0 or -errno; -ENODATA at the end of the file. */
CSR_HIDDEN int csr_file_read_at(const struct csr_file *file, void *data, uint64_t bytes,
				uint64_t offset);

/** csr_file_move_up() - out of the program's way, when another file of ours was just closed. */
CSR_HIDDEN void csr_file_move_up(struct csr_file *file);

/** csr_file_close() - closes the descriptor if it is ours. */
CSR_HIDDEN void csr_file_close(struct csr_file *file);

/** csr_file_reserve() - blocks of the file system for a range, so that a mapping never faults. */
CSR_HIDDEN int csr_file_reserve(const struct csr_file *file, uint64_t offset, uint64_t bytes);

/** csr_file_fill() - zeros in a range, in as few writes as there can be; signals must be blocked.
 *  Return: 0 or -errno. */
CSR_HIDDEN int csr_file_fill(const struct csr_file *file, uint64_t offset, uint64_t bytes);

/** csr_file_is_low() - would its file system have less than TRACE_MIN_FREE_MB left for this user, were
 *  @bytes taken? False also where that is not known. */
CSR_HIDDEN bool csr_file_is_low(const struct csr_file *file, uint64_t bytes);

#endif
