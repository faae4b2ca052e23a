/* SPDX-License-Identifier: MIT */
/* The files of a gate: the baseline that it reads, and what it writes. */
#ifndef CSA_CMD_GATE_FILE_H
#define CSA_CMD_GATE_FILE_H

#include <stdbool.h>

#include "cmd.h"
#include "gate_set.h"

/**
 * csa_gate_file_read() - the baseline.
 * @set: initialised
 * @is_update: it is about to be written anew: then none, and a damaged one, are no failures, and it is said
 *
 * Return: 1 = read, 0 = there is none (of an update); others of csa_baseline_read(). Other files and those of
 * later versions are always refused.
 */
int csa_gate_file_read(const struct csa_cmd *cmd, struct csa_gate_set *set, const char *path,
		       bool is_update, struct csa_err *err);

/** csa_gate_file_write() - @series of a set; folders on the way are made. Return: 0, CSA_E_IO, CSA_E_NOMEM. */
int csa_gate_file_write(const struct csa_gate_set *set, uint32_t series, const char *path,
			struct csa_err *err);

#endif
