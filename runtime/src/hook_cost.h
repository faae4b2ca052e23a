/* SPDX-License-Identifier: MIT */
/* What one hook of this capture costs here, measured before it begins. */
#ifndef CSR_HOOK_COST_H
#define CSR_HOOK_COST_H

#include "attributes.h"

/** csr_hook_cost_measure() - ns a hook, 0 when it could not be measured. Takes some 30 us. The
 *  clock must be chosen; nothing of it reaches the capture. */
CSR_HIDDEN double csr_hook_cost_measure(void);

#endif
