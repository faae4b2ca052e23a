/* SPDX-License-Identifier: MIT */
/* Whether a capture holds anything that a hook or a name left, without reading more of it than that takes. */
#ifndef CSA_CAPTURE_RECORDS_H
#define CSA_CAPTURE_RECORDS_H

#include <stdbool.h>

#include "err.h"

/**
 * csa_capture_has_records() - is there an enter, an exit or a name of the program's in the folder of a process?
 * @dir: what is damaged or missing in it holds nothing
 *
 * One such record is enough, so that a large capture costs its survey and one block.
 *
 * Return: 1, 0, CSA_E_NOMEM.
 */
int csa_capture_has_records(const char *dir, struct csa_err *err);

#endif
