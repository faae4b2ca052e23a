/* SPDX-License-Identifier: MIT */
/*
 * Opens an ELF file together with its separate debug file, through libdwfl, and checks that it is
 * the file that ran. Link-time addresses are those of the file's own program headers.
 */
#ifndef CSA_ELF_FILE_H
#define CSA_ELF_FILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "buf.h"

struct csa_elf_file {
	Dwfl *dwfl;          /* NULL: not open */
	Dwfl_Module *module; /* belongs to dwfl */
	Dwarf *dwarf;        /* belongs to dwfl; NULL: no debug information */
	uint64_t dwarf_bias; /* address in the DWARF + dwarf_bias = link-time address */
	int machine;         /* EM_... */
};

struct csa_elf_file_wanted {
	const char *path;
	const char *build_id;         /* hexadecimal; NULL: the module that ran had none */
	uint64_t started_realtime_ns; /* 0: not known */
};

/**
 * csa_elf_file_open() - open it if it is what is wanted.
 * @warning: what is wrong or cannot be known is added, one line without the path
 *
 * Return: 0 = open; a negative enum csa_errcode = not open, and @warning says why.
 */
int csa_elf_file_open(struct csa_elf_file *file, const struct csa_elf_file_wanted *wanted,
		      struct csa_buf *warning);
void csa_elf_file_close(struct csa_elf_file *file);

/** csa_elf_file_names_from() - adds "symbol table and DWARF of the file" or what is the case. */
void csa_elf_file_names_from(const struct csa_elf_file *file, struct csa_buf *out);

#endif
