/* SPDX-License-Identifier: MIT */
/* How many processors the process may run on. */
#ifndef CSR_CPUS_H
#define CSR_CPUS_H

#include "attributes.h"

/** csr_cpus() - at least 1. */
CSR_HIDDEN unsigned csr_cpus(void);

#endif
