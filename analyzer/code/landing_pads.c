/* SPDX-License-Identifier: MIT */
#include "landing_pads.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "link_image.h"
#include "link_values.h"

/* Bytes with an address, read one after the other. */
struct cursor {
	const uint8_t *at;
	const uint8_t *end;
	uint64_t addr; /* of at */
	bool failed;
};

struct reading {
	const struct csa_link_image *image;
	struct csa_landing_pads *pads;
	bool failed; /* out of memory */
};

static uint64_t take_fixed(struct cursor *c, size_t bytes)
{
	uint64_t value = 0;

	if ((size_t)(c->end - c->at) < bytes) {
		c->failed = true;
		return 0;
	}
	for (size_t i = 0; i < bytes; i++)
		value |= (uint64_t)c->at[i] << (8 * i);
	c->at += bytes;
	c->addr += bytes;
	return value;
}

static uint64_t take_signed(struct cursor *c, size_t bytes)
{
	unsigned shift = (unsigned)(64 - 8 * bytes);

	return (uint64_t)((int64_t)(take_fixed(c, bytes) << shift) >> shift);
}

static uint64_t take_leb128(struct cursor *c, bool is_signed)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)take_fixed(c, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (!c->failed && (byte & 0x80));
	if (is_signed && shift < 64 && (byte & 0x40))
		value |= ~UINT64_C(0) << shift;
	return value;
}

/* A value in one of the encodings; what it is relative to is not added. */
static uint64_t take_value(struct cursor *c, uint8_t encoding)
{
	switch (encoding & 0xf) {
	case DW_EH_PE_absptr:
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return take_fixed(c, 8);
	case DW_EH_PE_uleb128:
		return take_leb128(c, false);
	case DW_EH_PE_sleb128:
		return take_leb128(c, true);
	case DW_EH_PE_udata2:
		return take_fixed(c, 2);
	case DW_EH_PE_udata4:
		return take_fixed(c, 4);
	case DW_EH_PE_sdata2:
		return take_signed(c, 2);
	case DW_EH_PE_sdata4:
		return take_signed(c, 4);
	default:
		c->failed = true;
		return 0;
	}
}

static uint64_t take_pointer(struct cursor *c, uint8_t encoding)
{
	uint64_t base = 0;
	uint64_t value;

	if ((encoding & 0x70) == DW_EH_PE_pcrel)
		base = c->addr;
	else if ((encoding & 0x70) != DW_EH_PE_absptr)
		c->failed = true;
	if (encoding & DW_EH_PE_indirect)
		c->failed = true;
	value = take_value(c, encoding);
	return value ? base + value : 0;
}

static bool add(struct reading *r, uint64_t start, uint64_t end, uint64_t pad)
{
	struct csa_landing_pads *pads = r->pads;

	if (pads->count == pads->capacity) {
		size_t capacity = pads->capacity ? pads->capacity * 2 : 256;
		struct csa_landing_range *items = realloc(pads->items, capacity * sizeof(*items));

		if (!items) {
			r->failed = true;
			return false;
		}
		pads->items = items;
		pads->capacity = capacity;
	}
	pads->items[pads->count++] = (struct csa_landing_range){ start, end, pad };
	return true;
}

/* The table at @addr, of code that begins at @start. */
static void read_table(struct reading *r, uint64_t addr, uint64_t start)
{
	struct cursor c = { .addr = addr };
	uint64_t pads_start = start;
	uint64_t length;
	uint8_t encoding;
	size_t room = 0;

	c.at = csa_link_image_bytes(r->image, addr, &room);
	c.end = c.at + room;
	if (!c.at) {
		r->pads->is_known = false;
		return;
	}
	encoding = (uint8_t)take_fixed(&c, 1);
	if (encoding != DW_EH_PE_omit)
		pads_start = take_pointer(&c, encoding);
	encoding = (uint8_t)take_fixed(&c, 1);
	if (encoding != DW_EH_PE_omit)
		take_leb128(&c, false);
	encoding = (uint8_t)take_fixed(&c, 1);
	length = take_leb128(&c, false);
	if (length > (uint64_t)(c.end - c.at))
		c.failed = true;
	else
		c.end = c.at + length;
	while (!c.failed && !r->failed && c.at < c.end) {
		uint64_t first = take_value(&c, encoding);
		uint64_t count = take_value(&c, encoding);
		uint64_t pad = take_value(&c, encoding);

		take_leb128(&c, false);
		if (!c.failed && pad &&
		    !add(r, start + first, start + first + count, pads_start + pad))
			return;
	}
	r->pads->is_known = r->pads->is_known && !c.failed;
}

/* What the augmentation of a CIE says about its FDEs. */
struct encodings {
	uint8_t address;
	uint8_t table; /* DW_EH_PE_omit: there is none */
	bool has_data;
};

static bool read_augmentation(const Dwarf_CIE *cie, struct encodings *out)
{
	const char *letter = cie->augmentation;
	struct cursor c = { .at = cie->augmentation_data,
			    .end = cie->augmentation_data + cie->augmentation_data_size };

	*out = (struct encodings){ .table = DW_EH_PE_omit };
	if (*letter != 'z')
		return *letter == '\0';
	out->has_data = true;
	for (letter++; *letter; letter++) {
		uint8_t encoding;

		switch (*letter) {
		case 'L':
			out->table = (uint8_t)take_fixed(&c, 1);
			break;
		case 'R':
			out->address = (uint8_t)take_fixed(&c, 1);
			break;
		case 'P':
			encoding = (uint8_t)take_fixed(&c, 1);
			take_value(&c, encoding);
			break;
		default:
			break; /* S, B, G: without data */
		}
	}
	return !c.failed;
}

static bool read_fde(struct reading *r, const Dwarf_FDE *fde, const struct encodings *encodings,
		     const uint8_t *section, uint64_t section_addr)
{
	struct cursor c = { .at = fde->start,
			    .end = fde->end,
			    .addr = section_addr + (uint64_t)(fde->start - section) };
	uint64_t start = take_pointer(&c, encodings->address);
	uint64_t table;

	take_value(&c, encodings->address & 0xf); /* bytes of code */
	if (!encodings->has_data || encodings->table == DW_EH_PE_omit)
		return !c.failed;
	take_leb128(&c, false); /* bytes of data */
	table = take_pointer(&c, encodings->table);
	if (c.failed)
		return false;
	if (table)
		read_table(r, table, start);
	return true;
}

static bool read_frames(struct reading *r, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	const unsigned char *ident = (const unsigned char *)elf_getident(r->image->elf, NULL);
	Dwarf_Off next = 0;

	for (Dwarf_Off at = 0; data && data->d_buf; at = next) {
		Dwarf_CFI_Entry entry;
		Dwarf_CFI_Entry cie;
		Dwarf_Off unused;
		struct encodings encodings;
		int rc = dwarf_next_cfi(ident, data, true, at, &next, &entry);

		if (rc != 0 || r->failed)
			return rc > 0;
		if (next <= at)
			return false;
		if (dwarf_cfi_cie_p(&entry))
			continue;
		if (dwarf_next_cfi(ident, data, true, entry.fde.CIE_pointer, &unused, &cie) != 0 ||
		    !dwarf_cfi_cie_p(&cie) || !read_augmentation(&cie.cie, &encodings) ||
		    !read_fde(r, &entry.fde, &encodings, data->d_buf, header->sh_addr))
			return false;
	}
	return false;
}

static int by_start(const void *left, const void *right)
{
	const struct csa_landing_range *a = left;
	const struct csa_landing_range *b = right;

	return a->start < b->start ? -1 : a->start > b->start;
}

bool csa_landing_pads_read(struct csa_landing_pads *pads, const struct csa_link_image *image)
{
	struct reading r = { .image = image, .pads = pads };
	Elf_Scn *section = NULL;
	bool is_read = false;
	size_t names;

	*pads = (struct csa_landing_pads){ .is_known = true };
	if (!image->has_landing_pads)
		return true;
	if (elf_getshdrstrndx(image->elf, &names) != 0)
		names = 0;
	while ((section = elf_nextscn(image->elf, section)) != NULL) {
		GElf_Shdr header;
		const char *name;

		if (!gelf_getshdr(section, &header))
			continue;
		name = elf_strptr(image->elf, names, header.sh_name);
		if (name && strcmp(name, ".eh_frame") == 0)
			is_read = read_frames(&r, section, &header);
	}
	pads->is_known = pads->is_known && is_read;
	if (pads->count)
		qsort(pads->items, pads->count, sizeof(*pads->items), by_start);
	return !r.failed;
}

void csa_landing_pads_release(struct csa_landing_pads *pads)
{
	free(pads->items);
	*pads = (struct csa_landing_pads){ 0 };
}

uint64_t csa_landing_pads_find(const struct csa_landing_pads *pads, uint64_t addr)
{
	size_t low = 0;
	size_t high = pads->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (pads->items[middle].start <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low > 0 && addr < pads->items[low - 1].end)
		return pads->items[low - 1].pad;
	return 0;
}
