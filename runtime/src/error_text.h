/* SPDX-License-Identifier: MIT */
/* Words for errors of system calls, as they stand at the end of a line on stderr. */
#ifndef CSR_ERROR_TEXT_H
#define CSR_ERROR_TEXT_H

#include "attributes.h"

/** csr_error_text() - ": <reason>" for -errno @rc. One thread at a time, during a start. */
CSR_HIDDEN const char *csr_error_text(int rc);

#endif
