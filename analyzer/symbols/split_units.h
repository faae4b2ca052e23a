/* SPDX-License-Identifier: MIT */
/*
 * Finds what -gsplit-dwarf left out of a program: the unit that belongs to a skeleton, in the .dwo file
 * where the compiler wrote it or beside the program, in a package (.dwp) beside it, and in the given
 * folders. Its id must be the skeleton's. Not by libdw, which opens whatever has the name, knows no
 * packages before version 0.191, and trusts the strings.
 *
 * LIMIT: functions of several ranges are not read before DWARF 5, whose ranges are in the program.
 */
#ifndef CSA_SPLIT_UNITS_H
#define CSA_SPLIT_UNITS_H

#include <elfutils/libdw.h>
#include <stddef.h>
#include <stdint.h>

#include "symbol_sources.h"

#define CSA_SPLIT_PACKAGES 4u

struct csa_split_package {
	int fd;
	Elf *elf;
};

struct csa_split_units {
	const struct csa_symbol_sources *sources;
	const char *program_path; /* as recorded */
	const char *dwarf_path;   /* of the file with the skeletons */
	struct csa_split_package packages[CSA_SPLIT_PACKAGES];
	unsigned package_count;
	bool packages_were_opened;
	unsigned missing;   /* units that were not found */
	char *missing_name; /* of the first */
};

/** What one skeleton's unit was read from. All zero: there is none. */
struct csa_split_unit {
	Dwarf *dwarf;
	Elf *elf;
	char *image;
	size_t image_bytes;
};

/** csa_split_units_init() - strings outlive @units. Opens nothing. */
void csa_split_units_init(struct csa_split_units *units, const struct csa_symbol_sources *sources,
			  const char *program_path, const char *dwarf_path);
void csa_split_units_release(struct csa_split_units *units);

/**
 * csa_split_unit_open() - the unit of @skeleton.
 * @top: set to its first entry
 *
 * Return: true = found; false = not, and counted as missing. Released in both cases.
 */
bool csa_split_unit_open(struct csa_split_unit *unit, struct csa_split_units *units,
			 Dwarf_Die *skeleton, Dwarf_Die *top);
void csa_split_unit_release(struct csa_split_unit *unit);

#endif
