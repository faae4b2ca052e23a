/* SPDX-License-Identifier: MIT */
/*
 * Programs and debug files from debuginfod servers, by build-id. Only where the variable DEBUGINFOD_URLS
 * names servers: without it no network is touched, and the library is not even loaded.
 */
#ifndef CSA_DEBUGINFOD_H
#define CSA_DEBUGINFOD_H

enum csa_debuginfod_kind {
	CSA_DEBUGINFOD_PROGRAM,
	CSA_DEBUGINFOD_DEBUG,
};

/**
 * csa_debuginfod_find() - ask the servers, or the library's own cache of what they gave.
 * @build_id: hexadecimal
 * @path: set to the file's path in that cache; freed by the caller. NULL: not found
 *
 * Return: a descriptor, or -1 = not found, not asked, or the library is not here.
 */
int csa_debuginfod_find(enum csa_debuginfod_kind kind, const char *build_id, char **path);

#endif
