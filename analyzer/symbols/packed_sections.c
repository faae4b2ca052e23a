/* SPDX-License-Identifier: MIT */
#include "packed_sections.h"

#include <gelf.h>
#include <string.h>

#define TIMES_MAX    100u /* chosen: DWARF becomes 3 to 10 times smaller */
#define ALWAYS_BYTES (16u << 20)

#define XZ_HEADER_BYTES 12u
#define XZ_FILTER_LZMA2 0x21

static const unsigned char xz_magic[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };

struct xz {
	const unsigned char *bytes;
	size_t size;
	size_t at;
};

static bool has(const struct xz *xz, size_t count)
{
	return xz->size - xz->at >= count;
}

static uint32_t read_u16(const struct xz *xz, size_t offset)
{
	return (uint32_t)xz->bytes[xz->at + offset] << 8 | xz->bytes[xz->at + offset + 1];
}

/* The chunks of one block, behind its header. Return: false = damaged. */
static bool add_chunks(struct xz *xz, uint64_t *sum)
{
	while (has(xz, 1) && xz->bytes[xz->at] != 0) {
		unsigned control = xz->bytes[xz->at];
		uint64_t packed;

		if (!has(xz, 6) || (control > 2 && control < 0x80))
			return false;
		if (control < 0x80) {
			packed = read_u16(xz, 1) + 1u;
			*sum += packed;
			xz->at += 3;
		} else {
			*sum += ((control & 0x1fu) << 16 | read_u16(xz, 1)) + 1u;
			packed = read_u16(xz, 3) + 1u;
			xz->at += control >= 0xc0 ? 6 : 5;
		}
		if (!has(xz, packed))
			return false;
		xz->at += packed;
	}
	if (!has(xz, 1))
		return false;
	xz->at++;
	return true;
}

/* A block's header: it must name the one filter that xz uses. Return: false = another. */
static bool skip_block_header(struct xz *xz)
{
	size_t bytes = ((size_t)xz->bytes[xz->at] + 1) * 4;
	size_t at = 2;
	unsigned flags;

	if (!has(xz, bytes) || bytes < 8)
		return false;
	flags = xz->bytes[xz->at + 1];
	if ((flags & 3) != 0)
		return false; /* several */
	/* Sizes of this block, which may be there: seven bits a byte. */
	for (unsigned bit = 0x40; bit <= 0x80; bit <<= 1) {
		while (flags & bit && at < bytes && xz->bytes[xz->at + at++] & 0x80) {
		}
	}
	if (at >= bytes || xz->bytes[xz->at + at] != XZ_FILTER_LZMA2)
		return false;
	xz->at += bytes;
	return true;
}

static size_t check_bytes(unsigned kind)
{
	static const unsigned char sizes[16] = { 0,  4,  4,  4,  8,  8,  8,  16,
						 16, 16, 32, 32, 32, 64, 64, 64 };

	return sizes[kind & 15];
}

uint64_t csa_packed_xz_bytes(const unsigned char *bytes, size_t size)
{
	struct xz xz = { .bytes = bytes, .size = size, .at = XZ_HEADER_BYTES };
	uint64_t sum = 0;
	size_t check;

	if (size < XZ_HEADER_BYTES || memcmp(bytes, xz_magic, sizeof(xz_magic)) != 0)
		return UINT64_MAX;
	check = check_bytes(bytes[7]);
	/* A block header begins with its size, the index behind the last one with 0. */
	while (has(&xz, 1) && bytes[xz.at] != 0) {
		if (!skip_block_header(&xz) || !add_chunks(&xz, &sum))
			return UINT64_MAX;
		xz.at = (xz.at + 3) & ~(size_t)3;
		if (xz.at > size || !has(&xz, check))
			return UINT64_MAX;
		xz.at += check;
	}
	return sum;
}

/* What one section stands for beyond what it is; 0: it is not compressed. */
static uint64_t unpacked_bytes(Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
	GElf_Chdr compression;
	Elf_Data *data;
	const unsigned char *bytes;
	uint64_t size = 0;

	if (header->sh_flags & SHF_COMPRESSED)
		return gelf_getchdr(section, &compression) ? compression.ch_size : 0;
	if (!name || (strncmp(name, ".zdebug", 7) != 0 && strcmp(name, ".gnu_debugdata") != 0))
		return 0;
	data = elf_rawdata(section, NULL);
	bytes = data ? data->d_buf : NULL;
	if (!bytes)
		return 0;
	if (name[1] == 'g')
		return csa_packed_xz_bytes(bytes, data->d_size);
	if (data->d_size < 12 || memcmp(bytes, "ZLIB", 4) != 0)
		return 0;
	for (int i = 4; i < 12; i++)
		size = size << 8 | bytes[i];
	return size;
}

bool csa_packed_is_bounded(Elf *elf)
{
	uint64_t left = ALWAYS_BYTES;
	Elf_Scn *section = NULL;
	size_t file_bytes = 0;
	size_t names;

	(void)elf_rawfile(elf, &file_bytes);
	if ((uint64_t)file_bytes * TIMES_MAX > left)
		left = (uint64_t)file_bytes * TIMES_MAX;
	if (elf_getshdrstrndx(elf, &names) != 0)
		return true; /* without names nothing is unpacked */
	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;
		uint64_t bytes;

		if (!gelf_getshdr(section, &header))
			continue;
		bytes = unpacked_bytes(section, &header, elf_strptr(elf, names, header.sh_name));
		if (bytes > left)
			return false;
		left -= bytes;
	}
	return true;
}
