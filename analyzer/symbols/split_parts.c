/* SPDX-License-Identifier: MIT */
#include "split_parts.h"

#include <gelf.h>
#include <string.h>

#define INDEX_HEADER_BYTES 16u
#define COLUMNS_MAX        16u

static const char *const names[CSA_SPLIT_SECTIONS] = {
	[CSA_SPLIT_INFO] = "debug_info.dwo",
	[CSA_SPLIT_ABBREV] = "debug_abbrev.dwo",
	[CSA_SPLIT_LINE] = "debug_line.dwo",
	[CSA_SPLIT_STR_OFFSETS] = "debug_str_offsets.dwo",
	[CSA_SPLIT_RNGLISTS] = "debug_rnglists.dwo",
	[CSA_SPLIT_STR] = "debug_str.dwo",
};

/* Is it ".<wanted>" or ".z<wanted>"? */
static bool is_section(const char *name, const char *wanted)
{
	if (!name || name[0] != '.')
		return false;
	return strcmp(name + 1, wanted) == 0 || (name[1] == 'z' && strcmp(name + 2, wanted) == 0);
}

static struct csa_split_part read_section(Elf_Scn *section, const char *name)
{
	struct csa_split_part part = { 0 };
	GElf_Shdr header;
	Elf_Data *data;

	if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
		return part;
	if (header.sh_flags & SHF_COMPRESSED) {
		if (elf_compress(section, 0, 0) < 0)
			return part;
	} else if (name[1] == 'z' && elf_compress_gnu(section, 0, 0) < 0) {
		return part;
	}
	data = elf_rawdata(section, NULL);
	if (data && data->d_buf) {
		part.bytes = data->d_buf;
		part.size = data->d_size;
	}
	return part;
}

/* @index: the section .debug_cu_index, where it is wanted */
static bool read_sections(struct csa_split_parts *parts, Elf *elf, struct csa_split_part *index)
{
	const char *ident = elf_getident(elf, NULL);
	Elf_Scn *section = NULL;
	size_t strings;

	*parts = (struct csa_split_parts){ 0 };
	if (elf_kind(elf) != ELF_K_ELF || !ident || elf_getshdrstrndx(elf, &strings) != 0)
		return false;
	parts->order = (unsigned char)ident[EI_DATA];
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *name = NULL;
		GElf_Shdr header;

		if (gelf_getshdr(section, &header))
			name = elf_strptr(elf, strings, header.sh_name);
		for (int i = 0; name && i < CSA_SPLIT_SECTIONS; i++) {
			if (names[i] && is_section(name, names[i]))
				parts->sections[i] = read_section(section, name);
		}
		if (index && is_section(name, "debug_cu_index"))
			*index = read_section(section, name);
	}
	return parts->sections[CSA_SPLIT_INFO].bytes && parts->sections[CSA_SPLIT_ABBREV].bytes;
}

bool csa_split_parts_whole(struct csa_split_parts *parts, Elf *elf)
{
	return read_sections(parts, elf, NULL);
}

/* The index of a package, as it lies in the file. */
struct unit_index {
	const unsigned char *bytes;
	unsigned char order;
	uint32_t version; /* 2 or 5 */
	uint32_t columns;
	uint32_t units;
	uint32_t slots;
};

static uint32_t number(const struct unit_index *index, size_t offset)
{
	const unsigned char *p = index->bytes + offset;

	if (index->order == ELFDATA2MSB)
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static uint64_t long_number(const struct unit_index *index, size_t offset)
{
	uint64_t first = number(index, offset);
	uint64_t second = number(index, offset + 4);

	return index->order == ELFDATA2MSB ? first << 32 | second : second << 32 | first;
}

/* Return: false when it does not hold what its header says. */
static bool open_index(struct unit_index *index, const struct csa_split_part *part,
		       unsigned char order)
{
	uint64_t needed;

	if (!part->bytes || part->size < INDEX_HEADER_BYTES)
		return false;
	*index = (struct unit_index){ .bytes = part->bytes, .order = order };
	index->version = number(index, 0);
	if (index->version != 2) /* in version 5 only 16 bits, and padding behind them */
		index->version =
			order == ELFDATA2MSB ? index->version >> 16 : index->version & 0xffff;
	index->columns = number(index, 4);
	index->units = number(index, 8);
	index->slots = number(index, 12);
	if ((index->version != 2 && index->version != 5) || index->columns == 0 ||
	    index->columns > COLUMNS_MAX || index->slots == 0 ||
	    (index->slots & (index->slots - 1)) != 0)
		return false;
	needed = INDEX_HEADER_BYTES + 12ull * index->slots + 4ull * index->columns +
		 8ull * index->columns * index->units;
	return needed <= part->size;
}

/* Return: the row of the unit, from 1; 0 = it is not there. */
static uint32_t find_row(const struct unit_index *index, uint64_t id)
{
	uint32_t mask = index->slots - 1;
	uint32_t at = (uint32_t)(id & mask);
	uint32_t step = (uint32_t)(id >> 32 & mask) | 1;

	for (uint32_t tries = 0; tries < index->slots; tries++) {
		uint32_t row = number(index, INDEX_HEADER_BYTES + 8ull * index->slots + 4ull * at);

		if (row == 0)
			return 0;
		if (long_number(index, INDEX_HEADER_BYTES + 8ull * at) == id)
			return row <= index->units ? row : 0;
		at = (at + step) & mask;
	}
	return 0;
}

/* What a column holds, by its DW_SECT_ number; CSA_SPLIT_SECTIONS = nothing that is wanted. */
static enum csa_split_section section_of(uint32_t version, uint32_t column)
{
	switch (column) {
	case 1:
		return CSA_SPLIT_INFO;
	case 3:
		return CSA_SPLIT_ABBREV;
	case 4:
		return CSA_SPLIT_LINE;
	case 6:
		return CSA_SPLIT_STR_OFFSETS;
	case 8:
		return version == 5 ? CSA_SPLIT_RNGLISTS : CSA_SPLIT_SECTIONS;
	default:
		return CSA_SPLIT_SECTIONS;
	}
}

static bool cut(struct csa_split_part *part, uint32_t offset, uint32_t size)
{
	if (!part->bytes || offset > part->size || size > part->size - offset)
		return false;
	part->bytes += offset;
	part->size = size;
	return true;
}

bool csa_split_parts_of_package(struct csa_split_parts *parts, Elf *elf, uint64_t id)
{
	struct csa_split_part index_part = { 0 };
	bool has_part[CSA_SPLIT_SECTIONS] = { [CSA_SPLIT_STR] = true };
	struct unit_index index;
	size_t columns;
	uint32_t row;

	if (!read_sections(parts, elf, &index_part) ||
	    !open_index(&index, &index_part, parts->order))
		return false;
	row = find_row(&index, id);
	if (row == 0)
		return false;
	columns = INDEX_HEADER_BYTES + 12ull * index.slots;
	for (uint32_t i = 0; i < index.columns; i++) {
		size_t offset = columns + 4ull * index.columns * row + 4ull * i;
		enum csa_split_section section =
			section_of(index.version, number(&index, columns + 4ull * i));

		if (section == CSA_SPLIT_SECTIONS || has_part[section])
			continue;
		has_part[section] = true;
		if (!cut(&parts->sections[section], number(&index, offset),
			 number(&index, offset + 4ull * index.columns * index.units)))
			return false;
	}
	for (int i = 0; i < CSA_SPLIT_SECTIONS; i++) {
		if (!has_part[i])
			parts->sections[i] = (struct csa_split_part){ 0 };
	}
	return parts->sections[CSA_SPLIT_INFO].bytes && parts->sections[CSA_SPLIT_ABBREV].bytes;
}
