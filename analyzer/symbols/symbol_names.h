/* SPDX-License-Identifier: MIT */
/*
 * Do the names of symbols end in their file? libdwfl hands out whatever a symbol's number leads to (seen in
 * 0.188).
 */
#ifndef CSA_SYMBOL_NAMES_H
#define CSA_SYMBOL_NAMES_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>

#define CSA_SYMBOL_NAMES_TABLES 8u

struct csa_symbol_names_table {
	Elf *elf;
	const char *start;
	const char *end; /* the last NUL */
};

/** The string tables of symbols in up to three files of a module. All zero: none known yet. */
struct csa_symbol_names {
	struct csa_symbol_names_table tables[CSA_SYMBOL_NAMES_TABLES];
	unsigned count;
	Elf *last; /* that was looked at */
};

/**
 * csa_symbol_name_ends() - is @name, of a symbol of @elf, a string of one of its tables?
 *
 * Tables that only the dynamic segment names are not known: there are none without section headers.
 */
bool csa_symbol_name_ends(struct csa_symbol_names *names, Elf *elf, const char *name);

#endif
