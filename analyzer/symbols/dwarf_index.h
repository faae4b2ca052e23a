/* SPDX-License-Identifier: MIT */
/*
 * Functions and lines of one file's DWARF by link-time address. Compilation units are listed at the
 * start, what they hold is read when an address in them is asked for. .debug_aranges is not needed:
 * clang writes none. Not thread-safe, since libdw is not.
 */
#ifndef CSA_DWARF_INDEX_H
#define CSA_DWARF_INDEX_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "spans.h"
#include "split_units.h"

struct csa_dwarf_unit;

struct csa_dwarf_index {
	Dwarf *dwarf; /* borrowed; NULL: no debug information, everything is unknown */
	struct csa_split_units *splits; /* borrowed */
	const char *string_end;         /* behind all strings that have a number */
	uint64_t bias;                  /* address in the DWARF + bias = link-time address */
	struct csa_spans spans;         /* value: index of the unit */
	struct csa_dwarf_unit *units;
	size_t unit_count;
	uint64_t ranges_left; /* that may be read: more than a file can hold come of damage */
};

/** A source. Texts belong to the Dwarf. */
struct csa_dwarf_file {
	const char
		*folder; /* where the compiler ran, as DWARF has it; may be NULL, may be relative */
	const char *name; /* as the compiler was given it, or joined to folder; NULL: not known */
};

struct csa_dwarf_function {
	const char *name;         /* DW_AT_name; may be NULL; belongs to the Dwarf, as all below */
	const char *linkage_name; /* may be NULL */
	struct csa_dwarf_file file; /* of the declaration */
	unsigned line;
	uint64_t start_addr;
	uint64_t end_addr;
	const struct csa_dwarf_index *index;
	Dwarf_Die die;
	Dwarf_Die
		unit; /* of the file itself: with -gsplit-dwarf the skeleton, which has the lines */
};

/* An index of zeros is empty: release is allowed, every search finds nothing. */

/**
 * csa_dwarf_index_init() - list the units.
 * @string_end: see csa_dwarf_strings_end(); the sections were found to be whole
 * @splits: finds what is not in the file itself; outlives the index
 *
 * Return: 0 or CSA_E_NOMEM. Damaged units are left out.
 */
int csa_dwarf_index_init(struct csa_dwarf_index *index, Dwarf *dwarf, uint64_t bias,
			 const char *string_end, struct csa_split_units *splits);
void csa_dwarf_index_release(struct csa_dwarf_index *index);

/** csa_dwarf_index_function() - Return: 1 and @out filled, 0 = no function there. */
int csa_dwarf_index_function(struct csa_dwarf_index *index, uint64_t addr,
			     struct csa_dwarf_function *out);

/**
 * csa_dwarf_is_sound() - can @die, and what it refers to for its name, be asked for strings?
 *
 * libdw hands out strings that end behind their section. Return: false = one does, or it is damaged
 * otherwise.
 */
bool csa_dwarf_is_sound(const struct csa_dwarf_index *index, Dwarf_Die *die);

/** csa_dwarf_linkage_name() - of a function's entry or of what it refers to; NULL: none. */
const char *csa_dwarf_linkage_name(Dwarf_Die *die);

/** csa_dwarf_find_file() - number @number of @unit, which is @function's or one that it refers to. */
struct csa_dwarf_file csa_dwarf_find_file(const struct csa_dwarf_function *function, Dwarf_CU *unit,
					  uint64_t number);

/** csa_dwarf_function_add_name() - adds its name with namespaces and classes, without parameters. */
void csa_dwarf_function_add_name(const struct csa_dwarf_function *function, struct csa_buf *out);

/**
 * csa_dwarf_index_line() - the line table's row for an address.
 *
 * Return: 1 = *@file and *@line filled, 0 = none or the compiler named no line.
 */
int csa_dwarf_index_line(struct csa_dwarf_index *index, uint64_t addr, struct csa_dwarf_file *file,
			 unsigned *line);

#endif
