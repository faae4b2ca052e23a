/* SPDX-License-Identifier: MIT */
/* What the code of the functions of a run is, from the files of its modules: code_hash.h. */
#ifndef CSA_GATE_CODE_H
#define CSA_GATE_CODE_H

#include "compare_side.h"
#include "symbol_sources.h"

/**
 * csa_gate_code_read() - fill code and layout of the rows.
 * @side: of @report
 *
 * A module whose file is not there, was stripped or is of a processor whose instructions are not known leaves both 0.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_gate_code_read(struct csa_side *side, const struct csa_report *report,
		       const struct csa_symbol_sources *sources, struct csa_err *err);

#endif
