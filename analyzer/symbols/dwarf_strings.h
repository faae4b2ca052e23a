/* SPDX-License-Identifier: MIT */
/*
 * Do the strings of a file's DWARF end in it? libdw hands them out without looking (seen in 0.188), and
 * reads some of them itself.
 */
#ifndef CSA_DWARF_STRINGS_H
#define CSA_DWARF_STRINGS_H

#include <libelf.h>
#include <stdbool.h>

/**
 * csa_dwarf_strings_end() - look at the ends of the sections with strings.
 * @elf: libdw has opened its DWARF: nothing is compressed any more
 * @end: set to the first byte behind .debug_str, which an index can lead to; NULL: no such section
 *
 * Return: false = one does not end with a string.
 */
bool csa_dwarf_strings_end(Elf *elf, const char **end);

#endif
