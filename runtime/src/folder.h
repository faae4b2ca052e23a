/* SPDX-License-Identifier: MIT */
/* The folder of a process's capture. */
#ifndef CSR_FOLDER_H
#define CSR_FOLDER_H

#include "attributes.h"
#include "text.h"

/**
 * csr_folder_create() - makes TRACE_DIR where it is missing and a folder <exe>-<pid>-<start> of our
 * own in it, mode 0700. Sets csr_process.name and .folder. Return: 0 or -errno.
 */
CSR_HIDDEN int csr_folder_create(void);

/** csr_folder_write_facts() - @text as process.json in @folder, in one write. Return: 0 or -errno. */
CSR_HIDDEN int csr_folder_write_facts(const char *folder, const struct csr_text *text);

#endif
