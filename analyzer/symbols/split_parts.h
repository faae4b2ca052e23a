/* SPDX-License-Identifier: MIT */
/*
 * The sections of one split unit (-gsplit-dwarf): all of a .dwo file, or its part of a package (.dwp,
 * DWARF 5 section 7.3.5 and what GNU tools made before), and a small ELF file of them in memory, which
 * libdw reads as it reads a .dwo file. libdw itself knows packages from elfutils 0.191 on, and takes .dwo
 * files from two places only.
 */
#ifndef CSA_SPLIT_PARTS_H
#define CSA_SPLIT_PARTS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum csa_split_section {
	CSA_SPLIT_INFO,
	CSA_SPLIT_ABBREV,
	CSA_SPLIT_LINE,
	CSA_SPLIT_STR_OFFSETS,
	CSA_SPLIT_RNGLISTS,
	CSA_SPLIT_STR,  /* no parts: all units of a package share it */
	CSA_SPLIT_ADDR, /* of the file that the skeleton is in */
	CSA_SPLIT_SECTIONS,
};

struct csa_split_part {
	const unsigned char *bytes; /* NULL: not there */
	size_t size;
};

struct csa_split_parts {
	struct csa_split_part sections[CSA_SPLIT_SECTIONS];
	unsigned char order; /* ELFDATA2LSB or ELFDATA2MSB */
};

/**
 * csa_split_parts_whole() - the sections of a .dwo file; they belong to @elf, like all below.
 * csa_split_parts_of_package() - those of the unit with @id in a package.
 *
 * CSA_SPLIT_ADDR is left empty. Return: false = it has none, or is damaged.
 */
bool csa_split_parts_whole(struct csa_split_parts *parts, Elf *elf);
bool csa_split_parts_of_package(struct csa_split_parts *parts, Elf *elf, uint64_t id);

/**
 * csa_split_image() - an ELF file with the sections; of the strings those that the unit uses.
 * @size: set to its bytes
 *
 * Return: to be freed; NULL = damaged, or no memory.
 */
char *csa_split_image(const struct csa_split_parts *parts, size_t *size);

#endif
