/* SPDX-License-Identifier: MIT */
/* A set of runs as a file that a project keeps: docs/format/baseline.md. The two change together. */
#ifndef CSA_BASELINE_H
#define CSA_BASELINE_H

#include "buf.h"
#include "gate_set.h"

#define CSA_BASELINE_SCHEMA 1
#define CSA_BASELINE_KIND   "callsight baseline"

/**
 * csa_baseline_write() - the text of a file.
 * @series: which of those that the set has; calls, self time and hooks always are
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_baseline_write(const struct csa_gate_set *set, uint32_t series, struct csa_buf *out,
		       struct csa_err *err);

/**
 * csa_baseline_read() - the set that a file holds.
 * @set: initialised
 * @text: of the file; messages begin with its line
 *
 * Return: 0; CSA_E_FORMAT: damaged, or something else; CSA_E_UNSUPPORTED: of a later version; CSA_E_NOMEM.
 */
int csa_baseline_read(struct csa_gate_set *set, const char *text, size_t length,
		      struct csa_err *err);

/** csa_baseline_is_one() - whether a file is a baseline, perhaps a damaged one, that may be written anew. */
bool csa_baseline_is_one(const char *text);

/** csa_baseline_line() - the line in which element @index of the list "functions" begins; 0: not found. */
unsigned csa_baseline_line(const char *text, size_t index);

#endif
