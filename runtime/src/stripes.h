/* SPDX-License-Identifier: MIT */
/* blocks-<k>.<sequence>.cst in the process folder (docs/decisions/0015). */
#ifndef CSR_STRIPES_H
#define CSR_STRIPES_H

#include "attributes.h"
#include "sink.h"

/** csr_stripes_create() - the first file of each k. Return: 0 or -errno. */
CSR_HIDDEN int csr_stripes_create(void);

/** csr_stripes_write() - csr_sink.write. */
CSR_HIDDEN struct csr_sink_result csr_stripes_write(unsigned slot, const struct csf_block *block,
						    const struct csf_block *nested,
						    bool needs_both);

/** csr_stripes_disown() - closes them. */
CSR_HIDDEN void csr_stripes_disown(void);

#endif
