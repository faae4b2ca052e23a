/* SPDX-License-Identifier: MIT */
#include "dwarf_strings.h"

#include <gelf.h>
#include <stddef.h>
#include <string.h>

/* Is it ".<wanted>", or ".z<wanted>" as it was called when it was compressed? */
static bool is_section(const char *name, const char *wanted)
{
	if (!name || name[0] != '.')
		return false;
	name += name[1] == 'z' ? 2 : 1;
	return strcmp(name, wanted) == 0;
}

bool csa_dwarf_strings_end(Elf *elf, const char **end)
{
	Elf_Scn *section = NULL;
	size_t names;

	*end = NULL;
	if (!elf || elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;
		const char *name = NULL;
		Elf_Data *data;
		bool is_str;

		if (gelf_getshdr(section, &header) && header.sh_type != SHT_NOBITS)
			name = elf_strptr(elf, names, header.sh_name);
		is_str = is_section(name, "debug_str");
		if (!is_str && !is_section(name, "debug_line_str"))
			continue;
		data = elf_rawdata(section, NULL);
		if (!data || !data->d_buf || !data->d_size)
			continue;
		if (((const char *)data->d_buf)[data->d_size - 1] != '\0')
			return false;
		/* Of several of a name libdw takes the first. */
		if (is_str && !*end)
			*end = (const char *)data->d_buf + data->d_size;
	}
	return true;
}
