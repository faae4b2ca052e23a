/* SPDX-License-Identifier: MIT */
/*
 * Partial reports: everything that a report is made of, in a file, so that captures can be read
 * where they lie and their numbers be added up elsewhere, in any order and grouping. The report made
 * of parts is that which one pass over all captures makes, to the byte. docs/format/partial.md
 * specifies the file.
 */
#ifndef CSA_PARTIAL_H
#define CSA_PARTIAL_H

#include <stddef.h>

#include "err.h"
#include "report.h"

#define CSA_PARTIAL_MAGIC   "CSPART"
#define CSA_PARTIAL_VERSION 2u

/**
 * csa_partial_write() - all of @report into @fd, which stays the caller's.
 * @report: as csa_report_make() or csa_partial_merge() left it
 *
 * Equal reports give equal files. Return: 0, CSA_E_NOMEM, CSA_E_IO.
 */
int csa_partial_write(const struct csa_report *report, int fd, struct csa_err *err);

/**
 * csa_partial_merge() - the report of the captures in all of @paths.
 * @report: released by csa_report_release(), also after a failure
 *
 * Parts can be merged ones themselves. A process that is in two of them is an error: it would count
 * twice. Of the options the order and what is wanted are looked at: what is not wanted is left out, so that
 * the report is the one that captures give with the same options.
 *
 * Return: 0; CSA_E_ABSENT, CSA_E_IO, CSA_E_FORMAT, CSA_E_UNSUPPORTED (another version), CSA_E_NOMEM.
 */
int csa_partial_merge(struct csa_report *report, const char *const *paths, size_t count,
		      const struct csa_report_options *options, struct csa_err *err);

#endif
