/* SPDX-License-Identifier: MIT */
/* What targets do with a capture: a report in a format that the input chooses, or a check of its calls. */
#ifndef FUZZ_REPORTS_H
#define FUZZ_REPORTS_H

#include <stdint.h>

#include "legacy/legacy.h"

/**
 * fuzz_report() - of the capture in @dir.
 * @choice: the format; 0xff: the calls of the pass are checked; bit 6: with filters
 * @legacy: its processes instead; NULL: none
 */
void fuzz_report(const char *dir, uint8_t choice, const struct csa_legacy *legacy);

#endif
