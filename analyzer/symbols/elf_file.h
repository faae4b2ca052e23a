/* SPDX-License-Identifier: MIT */
/*
 * Opens the ELF file of a module together with its separate debug file, through libdwfl. Link-time
 * addresses are those of the file's own program headers.
 */
#ifndef CSA_ELF_FILE_H
#define CSA_ELF_FILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "debug_files.h"
#include "file_identity.h"

struct csa_elf_file {
	Dwfl *dwfl;             /* NULL: not open */
	Dwfl_Module *module;    /* belongs to dwfl */
	Dwarf *dwarf;           /* belongs to dwfl; NULL: no debug information */
	const char *string_end; /* see csa_dwarf_strings_end() */
	uint64_t dwarf_bias;    /* address in the DWARF + dwarf_bias = link-time address */
	int machine;            /* EM_... */
	char *path;             /* where it was found */
	bool is_debug;          /* it is the debug file of one that was not found */
	bool is_missing;        /* there is no file in any place */
	struct csa_debug_files debug_files;
};

/**
 * csa_elf_file_open() - find it, and open it if it is what is wanted.
 * @file: stays where it is until it is closed
 * @warning: what is wrong or cannot be known is added, one line without the path
 *
 * Return: 0 = open; a negative enum csa_errcode = not open, and @warning says why.
 */
int csa_elf_file_open(struct csa_elf_file *file, const struct csa_file_wanted *wanted,
		      const struct csa_symbol_sources *sources, struct csa_buf *warning);
void csa_elf_file_close(struct csa_elf_file *file);

/** csa_elf_file_debug_path() - the file that the DWARF is in; never NULL for an open one. */
const char *csa_elf_file_debug_path(const struct csa_elf_file *file);

/**
 * csa_elf_file_names_from() - adds "symbol table and DWARF of the file" or what is the case.
 * @recorded_path: "the file" is the one there
 */
void csa_elf_file_names_from(const struct csa_elf_file *file, const char *recorded_path,
			     struct csa_buf *out);

#endif
