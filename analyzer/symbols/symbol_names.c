/* SPDX-License-Identifier: MIT */
#include "symbol_names.h"

#include <gelf.h>

static void add_table(struct csa_symbol_names *names, Elf *elf, size_t section)
{
	Elf_Data *data = elf_getdata(elf_getscn(elf, section), NULL);
	const char *start = data ? data->d_buf : NULL;
	size_t size = start ? data->d_size : 0;

	while (size && start[size - 1] != '\0')
		size--;
	if (size && names->count < CSA_SYMBOL_NAMES_TABLES)
		names->tables[names->count++] =
			(struct csa_symbol_names_table){ elf, start, start + size - 1 };
}

static void add_file(struct csa_symbol_names *names, Elf *elf)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;

		if (gelf_getshdr(section, &header) &&
		    (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
			add_table(names, elf, header.sh_link);
	}
}

bool csa_symbol_name_ends(struct csa_symbol_names *names, Elf *elf, const char *name)
{
	bool is_known = elf == names->last;

	for (unsigned i = 0; i < names->count && !is_known; i++)
		is_known = names->tables[i].elf == elf;
	if (!is_known)
		add_file(names, elf);
	names->last = elf;
	for (unsigned i = 0; i < names->count; i++) {
		const struct csa_symbol_names_table *table = &names->tables[i];

		if (table->elf == elf && name >= table->start && name <= table->end)
			return true;
	}
	return false;
}
