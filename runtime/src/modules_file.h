/* SPDX-License-Identifier: MIT */
/* The file `modules` in the process folder. */
#ifndef CSR_MODULES_FILE_H
#define CSR_MODULES_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "file.h"

/** csr_modules_file_create() - makes it, empty. Return: 0 or -errno. */
CSR_HIDDEN int csr_modules_file_create(void);

/** csr_modules_file_add() - csr_sink.add_modules. */
CSR_HIDDEN void csr_modules_file_add(const char *lines, size_t bytes);

/** csr_modules_file_copy() - what has been written up to now from *@offset on, to @to; *@offset is where it
 *  ends. @buffer has @bytes. Return: 0 or -errno. */
CSR_HIDDEN int csr_modules_file_copy(const struct csr_file *to, uint64_t *offset, void *buffer,
				     uint64_t bytes);

/** csr_modules_file_disown() - closes it. */
CSR_HIDDEN void csr_modules_file_disown(void);

#endif
