/* SPDX-License-Identifier: MIT */
/* What one hook costs here, measured before the capture begins. */
#ifndef CSR_HOOK_COST_H
#define CSR_HOOK_COST_H

#include "attributes.h"
#include "settings.h"

/** csr_hook_cost_measure() - ns a hook in @mode, the mean of enter and exit, 0 when it could not be
 *  measured. Takes some 30 us. The clock must be chosen; nothing of it reaches the capture. */
CSR_HIDDEN double csr_hook_cost_measure(enum csr_mode mode);

#endif
