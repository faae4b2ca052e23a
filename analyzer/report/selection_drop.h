/* SPDX-License-Identifier: MIT */
/*
 * The selection file: functions that were compiled with hooks although trace.config does not select
 * them, because the compiler could not leave them out. Reports leave them out instead.
 */
#ifndef CSA_SELECTION_DROP_H
#define CSA_SELECTION_DROP_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"

struct csa_drop; /* one function of one source file */

struct csa_drops {
	struct csa_drop *items; /* sorted by function name */
	size_t count;
	char *text;                     /* the file; everything here points into it */
	const char *system_folders[16]; /* ending in '/'; their functions are left out too */
	size_t system_count;
};

/** What is known of a function. Strings may be NULL where nothing is. */
struct csa_drop_function {
	const char *name;   /* as trace.config writes it */
	const char *file;   /* of its declaration; NULL: there is no debug information */
	const char *unit;   /* without that: the source file's name from the symbol table */
	const char *module; /* path of the file that it lies in */
};

/**
 * csa_drops_read() - read a selection file.
 *
 * Return: 0; CSA_E_ABSENT when there is no such file; CSA_E_FORMAT with the line; CSA_E_IO;
 * CSA_E_NOMEM. csa_drops_release() is allowed after all of them.
 */
int csa_drops_read(struct csa_drops *drops, const char *path, struct csa_err *err);
void csa_drops_release(struct csa_drops *drops);

/**
 * csa_drops_match() - whether a function is to be left out.
 *
 * The files match when one path ends in the other, at a '/'. With neither file nor unit the name
 * decides: a global function has its name for itself. A lambda goes with the function around it.
 *
 * With system folders: what is declared below one; without debug information what the standard
 * library's namespaces hold, and what lies in a library of the system (hooks of inline functions
 * that were not inlined name the copy there).
 */
bool csa_drops_match(const struct csa_drops *drops, const struct csa_drop_function *function);

#endif
