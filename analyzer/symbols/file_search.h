/* SPDX-License-Identifier: MIT */
/*
 * The places where a file of a module may lie, in the order in which they are tried. Nothing here
 * looks into a file: whoever asks for the places does.
 */
#ifndef CSA_FILE_SEARCH_H
#define CSA_FILE_SEARCH_H

#include <stdbool.h>

#include "symbol_sources.h"

/** What is done with a place. Return: 0 = go on, else the search ends and returns the same. */
typedef int (*csa_place_fn)(void *state, const char *path);

struct csa_file_search {
	const struct csa_symbol_sources *sources;
	const char *path;     /* as recorded */
	const char *build_id; /* hexadecimal of any case and length; NULL or "": none */
	csa_place_fn try;
	void *state;
};

/**
 * csa_search_program() - where the program or library itself may be: below the sysroot or where it
 * was; in the folders given by its path, its name and its build-id; with a sysroot and a build-id also
 * where it was.
 * csa_search_debug() - where a file with this build-id and its debug information may be: in the folders
 * given by build-id, path and name (that may be the file as it was before it was stripped), then below
 * /usr/lib/debug.
 *
 * Return: what @try returned, 0 when it never returned anything else; CSA_E_NOMEM.
 */
int csa_search_program(const struct csa_file_search *search);
int csa_search_debug(const struct csa_file_search *search);

/**
 * csa_search_extra() - where a file that another one names may be: in the folders by its name, and below
 * the sysroot by its path when that is absolute.
 * @path: as the other file names it; used in place of search->path
 */
int csa_search_extra(const struct csa_file_search *search, const char *path);

/** csa_open_regular() - Return: a descriptor, or -1 with errno set; EINVAL = it is no regular file. */
struct stat;
int csa_open_regular(const char *path, struct stat *status);

#endif
