/* SPDX-License-Identifier: MIT */
/*
 * Functions that the compiler put into others: which of them an address lies in, and where they were
 * called. Not thread-safe, since libdw is not.
 */
#ifndef CSA_DWARF_INLINES_H
#define CSA_DWARF_INLINES_H

#include <stddef.h>
#include <stdint.h>

#include "dwarf_index.h"

struct csa_dwarf_inline {
	struct csa_dwarf_function function; /* name, linkage_name and die; without addresses */
	struct csa_dwarf_file call_file;    /* where it was called */
	unsigned call_line;                 /* 0: not known */
};

/**
 * csa_dwarf_inlines_find() - the inlined functions around an address.
 * @out: filled, the outermost first
 * @max: of them; deeper ones are left out
 *
 * Return: how many; 0 also where nothing is known.
 */
size_t csa_dwarf_inlines_find(struct csa_dwarf_index *index, uint64_t addr,
			      struct csa_dwarf_inline *out, size_t max);

#endif
