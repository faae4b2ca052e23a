/* SPDX-License-Identifier: MIT */
/* Durations as people write them on a command line. */
#ifndef CSA_DURATION_H
#define CSA_DURATION_H

#include <stdbool.h>
#include <stdint.h>

/** What csa_duration_parse() reads, for messages. */
#define CSA_DURATION_EXAMPLES "1.5 (seconds), 2s, 250ms, 10us or 300ns"

/**
 * csa_duration_parse() - "<number>[.<digits>][ns|us|ms|s]", a plain number in seconds; exact, and cut
 * to whole ns.
 *
 * Return: false when it is none or does not fit 2^62 ns.
 */
bool csa_duration_parse(const char *text, uint64_t *ns);

#endif
