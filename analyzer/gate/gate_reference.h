/* SPDX-License-Identifier: MIT */
/* A loop that always does the same: how fast the machine is now. */
#ifndef CSA_GATE_REFERENCE_H
#define CSA_GATE_REFERENCE_H

#include <stdint.h>

/** csa_gate_reference() - the shortest time in ns that some rounds of the loop took; some 5 ms of work. */
uint64_t csa_gate_reference(void);

#endif
