/* SPDX-License-Identifier: MIT */
/* blocks-<k>.<sequence>.cst in the process folder (docs/decisions/0015). */
#ifndef CSR_BLOCK_FILES_H
#define CSR_BLOCK_FILES_H

#include "attributes.h"
#include "sink.h"

/** csr_block_files_create() - the first file of each k. Return: 0 or -errno. */
CSR_HIDDEN int csr_block_files_create(void);

/** csr_block_files_write() - csr_sink.write. */
CSR_HIDDEN struct csr_sink_result csr_block_files_write(unsigned slot,
							const struct csf_block *block);

/** csr_block_files_disown() - closes them. */
CSR_HIDDEN void csr_block_files_disown(void);

#endif
