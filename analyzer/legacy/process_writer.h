/* SPDX-License-Identifier: MIT */
/* The small files of an imported process: process.json, modules, live.cst. */
#ifndef CSA_PROCESS_WRITER_H
#define CSA_PROCESS_WRITER_H

#include "err.h"
#include "import_process.h"

/**
 * csa_process_write() - what completes the folder of @p.
 * @from: path of the old files, for people
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_process_write(const struct csa_import_process *p, const char *from, struct csa_err *err);

#endif
