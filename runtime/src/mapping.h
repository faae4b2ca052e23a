/* SPDX-License-Identifier: MIT */
/* Memory of this process's own, and windows of files that a process shares with its readers. */
#ifndef CSR_MAPPING_H
#define CSR_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "file.h"

/** csr_map_private() - zeroed memory; @flags: MAP_ flags beside. NULL when it is short. */
CSR_HIDDEN void *csr_map_private(uint64_t bytes, int flags);

/** csr_map_reserved() - addresses that nobody may use yet, and that count for nothing. NULL: none. */
CSR_HIDDEN void *csr_map_reserved(uint64_t bytes);

/** csr_map_window() - a part of a file, every page touched; NULL when it could not be mapped. */
CSR_HIDDEN void *csr_map_window(const struct csr_file *file, uint64_t offset, uint64_t bytes);

/** csr_map_ahead() - the same without a page of it: also of a file that is not so long yet. */
CSR_HIDDEN void *csr_map_ahead(const struct csr_file *file, uint64_t offset, uint64_t bytes);

/**
 * csr_map_touch() - the pages of a part of csr_map_ahead(), which the file has by now.
 * @is_memory: csr_file.is_memory
 *
 * Return: false when a hook that writes there would be ended by SIGBUS.
 */
CSR_HIDDEN bool csr_map_touch(void *at, uint64_t bytes, bool is_memory);

/** csr_map_take_back() - in a child of fork: private memory in the place of a window of the parent's. */
CSR_HIDDEN void csr_map_take_back(void *at, uint64_t bytes);

/** csr_map_publish() - raises the count of windows that exist to at least @count; from any thread. */
CSR_HIDDEN void csr_map_publish(uint32_t *window_count, uint32_t count);

#endif
