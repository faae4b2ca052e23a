/* SPDX-License-Identifier: MIT */
/* callsight scan --linked: what became of a selection in a linked file. Private to cmd_scan.c. */
#ifndef CSA_CMD_SCAN_LINKED_H
#define CSA_CMD_SCAN_LINKED_H

#include "buf.h"
#include "err.h"
#include "select/build.h"
#include "symbols/linked_hooks.h"

struct csa_scan_linked_input {
	struct csa_linked_hooks *hooks; /* those of the plan's files become known */
	const struct csa_build *build;
	const char *target; /* NULL: all targets whose selection the plan writes */
	const char *folder; /* absolute: paths below it are shown without it; "" for none */
};

/**
 * csa_scan_linked_print() - the functions that are selected and carry no hook, with what is known of
 * the reason.
 *
 * Return: 0, CSA_E_NOMEM.
 */
int csa_scan_linked_print(const struct csa_scan_linked_input *input, struct csa_buf *out,
			  struct csa_err *err);

/** csa_scan_linked_totals() - how many functions have hooks. */
void csa_scan_linked_totals(const struct csa_linked_hooks *hooks, const char *path,
			    struct csa_buf *out);

/**
 * csa_scan_linked_marked() - the functions whose hooks were silenced or could not be; those of files
 * that no plan knows are counted only.
 * @folder: as in csa_scan_linked_input
 */
void csa_scan_linked_marked(const struct csa_linked_hooks *hooks, const char *folder,
			    struct csa_buf *out);

/**
 * csa_scan_linked_find() - the file that the target @name of a build folder was linked into.
 * @path: filled
 *
 * Return: 0; CSA_E_ABSENT when no file of that name has a list of hooks; CSA_E_NOMEM.
 */
int csa_scan_linked_find(const char *folder, const char *name, struct csa_buf *path,
			 struct csa_err *err);

#endif
