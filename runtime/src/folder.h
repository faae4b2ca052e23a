/* SPDX-License-Identifier: MIT */
/* The folder of a process's capture, and process.json in it. */
#ifndef CSR_FOLDER_H
#define CSR_FOLDER_H

#include <stdint.h>

#include "attributes.h"

/**
 * csr_folder_create() - makes TRACE_DIR where it is missing and a folder <exe>-<pid>-<start> of our
 * own in it, mode 0700. Sets csr_process.name and .folder. Return: 0 or -errno.
 */
CSR_HIDDEN int csr_folder_create(void);

/** csr_folder_write_facts() - writes process.json, complete, in one write. Return: 0 or -errno. */
CSR_HIDDEN int csr_folder_write_facts(void);

/** What process.json of a snapshot says beside. */
struct csr_snapshot_facts {
	uint64_t number;
	const char *function; /* of TRACE_TRIGGER */
	uint64_t duration_ns;
};

/** csr_folder_write_snapshot() - process.json of a snapshot; one thread at a time. Return: 0 or -errno. */
CSR_HIDDEN int csr_folder_write_snapshot(const char *folder,
					 const struct csr_snapshot_facts *snapshot);

/** csr_folder_error() - ": <reason>" for -errno @rc; @number is its text, for those without one. */
CSR_HIDDEN const char *csr_folder_error(int rc, const char *number);

#endif
