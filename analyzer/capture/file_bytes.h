/* SPDX-License-Identifier: MIT */
/* Reading files whole or at an offset, with the resumption and the limits that callers would forget. */
#ifndef CSA_FILE_BYTES_H
#define CSA_FILE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "err.h"

/**
 * csa_file_read_all() - the whole file, with a NUL behind it; the caller frees it.
 * @limit: larger files are CSA_E_FORMAT
 *
 * Return: the length, CSA_E_ABSENT when there is no such file, CSA_E_IO, CSA_E_FORMAT, CSA_E_NOMEM.
 */
ssize_t csa_file_read_all(char **out, const char *path, size_t limit, struct csa_err *err);

/**
 * csa_file_read_at() - read until @count bytes or the end of the file.
 *
 * Return: the bytes read, less than @count only at the end, or CSA_E_IO.
 */
ssize_t csa_file_read_at(int fd, void *bytes, size_t count, uint64_t offset, struct csa_err *err);

/**
 * csa_file_create() - a new file of @dir with these bytes, which only its owner reads.
 *
 * Return: 0; CSA_E_IO, also when it is there; CSA_E_NOMEM.
 */
int csa_file_create(const char *dir, const char *name, const void *bytes, size_t count,
		    struct csa_err *err);

/** csa_path_join() - "<dir>/<name>" on the heap, NULL when memory ran out. */
char *csa_path_join(const char *dir, const char *name);

#endif
