/* SPDX-License-Identifier: MIT */
/*
 * A .dwo file or a package (.dwp) of split DWARF. The first 8 bytes of the input are the id of the unit
 * that is looked for; what is found in the rest becomes a file in memory that libdw reads.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "symbols/split_parts.h"

#define ENTRIES_MAX 1000

static void walk(Dwarf_Die *die, unsigned *left)
{
	Dwarf_Die child;

	if (dwarf_child(die, &child) != 0)
		return;
	do {
		(void)dwarf_diename(&child);
	} while (--*left && dwarf_siblingof(&child, &child) == 0);
}

static void read_image(const struct csa_split_parts *parts)
{
	unsigned left = ENTRIES_MAX;
	Dwarf_CU *unit = NULL;
	Dwarf *dwarf = NULL;
	Elf *elf = NULL;
	Dwarf_Die die;
	size_t size;
	char *image = csa_split_image(parts, &size);

	if (image)
		elf = elf_memory(image, size);
	/* What was built is an ELF file, whatever is in its sections. */
	if (image && (!elf || elf_kind(elf) != ELF_K_ELF))
		abort();
	if (elf)
		dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	while (dwarf && left && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
		walk(&die, &left);
	dwarf_end(dwarf);
	elf_end(elf);
	free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csa_split_parts parts;
	uint64_t id = 0;
	char *bytes;
	Elf *elf;

	if (size < sizeof(id))
		return 0;
	memcpy(&id, data, sizeof(id));
	size -= sizeof(id);
	bytes = malloc(size ? size : 1);
	if (!bytes)
		abort();
	memcpy(bytes, data + sizeof(id), size);
	(void)elf_version(EV_CURRENT);
	elf = elf_memory(bytes, size);
	if (elf && csa_split_parts_of_package(&parts, elf, id))
		read_image(&parts);
	if (elf && csa_split_parts_whole(&parts, elf))
		read_image(&parts);
	elf_end(elf);
	free(bytes);
	return 0;
}
