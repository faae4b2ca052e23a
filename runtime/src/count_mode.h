/* SPDX-License-Identifier: MIT */
/*
 * What the hooks do with TRACE_MODE=count: the enter hook adds one to the counter of its function, by one
 * instruction where the processor has it, so that a handler that interrupts it loses nothing. No clock,
 * no shadow stack; the exit hook does nothing.
 */
#ifndef CSR_COUNT_MODE_H
#define CSR_COUNT_MODE_H

#include <stdint.h>

#include "attributes.h"

/** csr_count_enter() - the whole enter hook of a thread whose busy is CSR_BUSY_COUNT. */
CSR_HIDDEN void csr_count_enter(uint64_t function);

#endif
