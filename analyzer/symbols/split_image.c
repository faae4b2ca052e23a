/* SPDX-License-Identifier: MIT */
#include "split_parts.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#define SECTIONS_MAX (CSA_SPLIT_SECTIONS + 2) /* none, and the names */

/* Without ".dwo": libdw passes over such sections in a file that also has .debug_addr. */
static const char *const names[CSA_SPLIT_SECTIONS] = {
	[CSA_SPLIT_INFO] = ".debug_info",         [CSA_SPLIT_ABBREV] = ".debug_abbrev",
	[CSA_SPLIT_LINE] = ".debug_line",         [CSA_SPLIT_STR_OFFSETS] = ".debug_str_offsets",
	[CSA_SPLIT_RNGLISTS] = ".debug_rnglists", [CSA_SPLIT_STR] = ".debug_str",
	[CSA_SPLIT_ADDR] = ".debug_addr",
};

/* A number of @bytes bytes, at most 8. */
static uint64_t get(const unsigned char *p, unsigned bytes, unsigned char order)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | p[order == ELFDATA2MSB ? i : bytes - 1 - i];
	return value;
}

static void put(unsigned char *p, uint64_t value, unsigned bytes, unsigned char order)
{
	for (unsigned i = 0; i < bytes; i++)
		p[order == ELFDATA2MSB ? bytes - 1 - i : i] = (unsigned char)(value >> 8 * i);
}

/* Strings that the unit uses, copied one behind the other, and offsets that lead to them. */
struct strings {
	unsigned char *offsets;
	unsigned char *bytes;
	size_t used;
	size_t size;
};

/* Return: false = the offset leads nowhere, or there are more than can be: strings are not shared. */
static bool add_string(struct strings *strings, const struct csa_split_part *all, uint64_t offset)
{
	const unsigned char *end;
	size_t length;

	if (offset >= all->size)
		return false;
	end = memchr(all->bytes + offset, '\0', all->size - offset);
	if (!end)
		return false;
	length = (size_t)(end - (all->bytes + offset)) + 1;
	if (length > strings->size - strings->used)
		return false;
	memcpy(strings->bytes + strings->used, all->bytes + offset, length);
	strings->used += length;
	return true;
}

/* Offsets have 8 bytes in the 64-bit form of DWARF, in which the length of a unit begins so. */
static unsigned offset_bytes(const struct csa_split_parts *parts)
{
	const struct csa_split_part *info = &parts->sections[CSA_SPLIT_INFO];

	return info->size >= 4 && get(info->bytes, 4, parts->order) == UINT32_MAX ? 8 : 4;
}

/* From DWARF 5 on there is a length, which is that of the rest, a version and padding. */
static size_t header_bytes(const struct csa_split_part *offsets, unsigned bytes,
			   unsigned char order)
{
	size_t header = bytes == 8 ? 16 : 8;
	size_t behind = header - 4; /* the length */

	if (offsets->size < header)
		return 0;
	return get(offsets->bytes + behind - bytes, bytes, order) == offsets->size - behind ? header
											    : 0;
}

/*
 * The strings of a package are those of all its units: a copy for each unit would be many times the
 * file. Those of this unit are about as many bytes as all, at most.
 */
static bool pick_strings(struct strings *strings, const struct csa_split_parts *parts)
{
	const struct csa_split_part *all = &parts->sections[CSA_SPLIT_STR];
	const struct csa_split_part *offsets = &parts->sections[CSA_SPLIT_STR_OFFSETS];
	unsigned bytes = offset_bytes(parts);
	size_t at;

	if (!all->bytes || !offsets->bytes || offsets->size < bytes || all->size > SIZE_MAX / 2)
		return true; /* nothing refers to one */
	at = header_bytes(offsets, bytes, parts->order);
	/* Strings can be ends of others, but rarely are. */
	strings->size = all->size * 2;
	strings->offsets = malloc(offsets->size);
	strings->bytes = malloc(strings->size ? strings->size : 1);
	if (!strings->offsets || !strings->bytes)
		return false;
	memcpy(strings->offsets, offsets->bytes, offsets->size);
	for (; offsets->size - at >= bytes; at += bytes) {
		uint64_t offset = get(offsets->bytes + at, bytes, parts->order);

		put(strings->offsets + at, strings->used, bytes, parts->order);
		if (!add_string(strings, all, offset))
			return false;
	}
	return true;
}

struct image {
	unsigned char order;
	char *bytes;
	size_t size;
	size_t used;
	Elf64_Shdr headers[SECTIONS_MAX];
	unsigned count;
	char section_names[256];
	size_t names_used;
};

static void add_section(struct image *image, const char *name, const void *bytes, size_t size)
{
	Elf64_Shdr *header = &image->headers[image->count++];
	size_t length = strlen(name) + 1;

	memcpy(image->section_names + image->names_used, name, length);
	header->sh_name = (Elf64_Word)image->names_used;
	header->sh_type = SHT_PROGBITS;
	header->sh_offset = image->used;
	header->sh_size = size;
	header->sh_addralign = 1;
	image->names_used += length;
	memcpy(image->bytes + image->used, bytes, size);
	image->used += size;
}

/* In the byte order of the file. */
static bool write_headers(struct image *image)
{
	Elf64_Ehdr header = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, image->order,
			     EV_CURRENT },
		.e_type = ET_REL,
		.e_version = EV_CURRENT,
		.e_ehsize = sizeof(Elf64_Ehdr),
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = (Elf64_Half)image->count,
		.e_shstrndx = (Elf64_Half)(image->count - 1),
	};
	Elf_Data to = { .d_version = EV_CURRENT };
	Elf_Data from = { .d_version = EV_CURRENT };

	image->used = (image->used + 7) & ~(size_t)7;
	header.e_shoff = image->used;
	to.d_buf = image->bytes;
	from.d_buf = &header;
	to.d_size = from.d_size = sizeof(header);
	from.d_type = to.d_type = ELF_T_EHDR;
	if (!elf64_xlatetof(&to, &from, image->order))
		return false;
	to.d_buf = image->bytes + image->used;
	from.d_buf = image->headers;
	to.d_size = from.d_size = image->count * sizeof(Elf64_Shdr);
	from.d_type = to.d_type = ELF_T_SHDR;
	image->used += from.d_size;
	return elf64_xlatetof(&to, &from, image->order) != NULL;
}

static char *build(const struct csa_split_parts *parts, size_t *size)
{
	struct image image = {
		.order = parts->order, .used = sizeof(Elf64_Ehdr), .count = 1, .names_used = 1
	};

	image.size = sizeof(Elf64_Ehdr) + sizeof(image.section_names) + 8 + sizeof(image.headers);
	for (int i = 0; i < CSA_SPLIT_SECTIONS; i++) {
		if (parts->sections[i].size > SIZE_MAX / 2 - image.size)
			return NULL;
		image.size += parts->sections[i].size;
	}
	image.bytes = calloc(1, image.size);
	if (!image.bytes)
		return NULL;
	for (int i = 0; i < CSA_SPLIT_SECTIONS; i++) {
		if (parts->sections[i].bytes)
			add_section(&image, names[i], parts->sections[i].bytes,
				    parts->sections[i].size);
	}
	add_section(&image, ".shstrtab", "", 0);
	image.headers[image.count - 1].sh_type = SHT_STRTAB;
	image.headers[image.count - 1].sh_size = image.names_used;
	memcpy(image.bytes + image.used, image.section_names, image.names_used);
	image.used += image.names_used;
	if (!write_headers(&image)) {
		free(image.bytes);
		return NULL;
	}
	*size = image.used;
	return image.bytes;
}

char *csa_split_image(const struct csa_split_parts *parts, size_t *size)
{
	struct csa_split_parts own = *parts;
	struct strings strings = { 0 };
	char *image = NULL;

	if (parts->order != ELFDATA2LSB && parts->order != ELFDATA2MSB)
		return NULL;
	if (pick_strings(&strings, parts)) {
		own.sections[CSA_SPLIT_STR_OFFSETS].bytes = strings.offsets;
		own.sections[CSA_SPLIT_STR] =
			(struct csa_split_part){ strings.bytes, strings.used };
		image = build(&own, size);
	}
	free(strings.offsets);
	free(strings.bytes);
	return image;
}
