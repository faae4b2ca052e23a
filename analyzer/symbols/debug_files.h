/* SPDX-License-Identifier: MIT */
/*
 * How libdwfl finds the separate debug file of a module, and the file that dwz put common parts into:
 * in the given folders first, then where debuggers look (build-id folders, .gnu_debuglink with its
 * checksum, debuginfod).
 */
#ifndef CSA_DEBUG_FILES_H
#define CSA_DEBUG_FILES_H

#include <elfutils/libdwfl.h>

#include "symbol_sources.h"

struct csa_debug_files {
	const struct csa_symbol_sources *sources;
	const char *path; /* of the module, as recorded */
	Dwfl_Callbacks callbacks;
	char *folders; /* in the form that libdwfl wants */
	Dwarf *alt;    /* what dwz left, when it lies in one of the folders */
	char *alt_path;
	int alt_fd;
};

/**
 * csa_debug_files_init() - make callbacks for dwfl_begin().
 * @files: stays where it is until the Dwfl has ended; released in every case
 * @path: as recorded; outlives it, like @sources
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_debug_files_init(struct csa_debug_files *files, const struct csa_symbol_sources *sources,
			 const char *path);

/** csa_debug_files_use() - @module's files are found with @files, from now on. */
void csa_debug_files_use(struct csa_debug_files *files, Dwfl_Module *module);

/**
 * csa_debug_files_find_alt() - give @dwarf the file that dwz made, where libdw did not find it.
 * @main_path: of the file that @dwarf is in
 *
 * Return: 1 = it has it or needs none; 0 = it is missing: entries that stand in it have no names; -1 = what
 * it names is no file: @dwarf must not be read.
 */
int csa_debug_files_find_alt(struct csa_debug_files *files, Dwarf *dwarf, const char *main_path);

/** csa_debug_files_release() - after dwfl_end(). */
void csa_debug_files_release(struct csa_debug_files *files);

#endif
