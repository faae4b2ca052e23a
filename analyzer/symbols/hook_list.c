/* SPDX-License-Identifier: MIT */
#include "hook_list.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#define MARK_BITS 2 /* below the distance from the entry before */

static void add_u32(struct csa_buf *out, size_t value)
{
	for (unsigned i = 0; i < 4; i++)
		csa_buf_add_char(out, (char)(value >> (8 * i)));
}

static void add_uleb128(struct csa_buf *out, uint64_t value)
{
	do {
		unsigned char byte = value & 0x7f;

		value >>= 7;
		csa_buf_add_char(out, (char)(value ? byte | 0x80 : byte));
	} while (value);
}

static void pad(struct csa_buf *out)
{
	csa_buf_add(out, "\0\0\0", (4 - out->length % 4) % 4);
}

void csa_hook_list_write(struct csa_buf *note, const struct csa_hook_entry *items, size_t count)
{
	struct csa_buf list;
	uint64_t last = 0;

	csa_buf_init(&list);
	add_uleb128(&list, count);
	for (size_t i = 0; i < count; i++) {
		add_uleb128(&list, (items[i].addr - last) << MARK_BITS | (uint64_t)items[i].mark);
		last = items[i].addr;
	}
	add_u32(note, sizeof(CSA_HOOK_LIST_NAME));
	add_u32(note, list.length);
	add_u32(note, CSA_HOOK_LIST_TYPE);
	csa_buf_add(note, CSA_HOOK_LIST_NAME, sizeof(CSA_HOOK_LIST_NAME));
	pad(note);
	csa_buf_add(note, list.data, list.length);
	pad(note);
	note->failed = note->failed || list.failed;
	csa_buf_release(&list);
}

static bool take_uleb128(const unsigned char **at, const unsigned char *end, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
		unsigned char byte = *(*at)++;

		if (shift == 63 && byte > 1)
			return false;
		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return true;
	}
	return false;
}

static int read_entries(struct csa_hook_list *list, const unsigned char *at,
			const unsigned char *end, struct csa_err *err)
{
	uint64_t count;
	uint64_t addr = 0;

	/* An entry has at least one byte: a count that cannot be is found before memory is taken. */
	if (!take_uleb128(&at, end, &count) || count > (uint64_t)(end - at))
		return csa_fail(err, CSA_E_FORMAT, CSA_HOOK_LIST_SECTION ": count of functions");
	list->items = calloc((size_t)count + 1, sizeof(*list->items));
	if (!list->items)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for %zu functions", (size_t)count);
	for (size_t i = 0; i < (size_t)count; i++) {
		enum csa_hook_mark mark;
		uint64_t word;

		if (!take_uleb128(&at, end, &word))
			return csa_fail(err, CSA_E_FORMAT,
					CSA_HOOK_LIST_SECTION ": cut off at function %zu of %zu", i,
					(size_t)count);
		mark = (enum csa_hook_mark)(word & ((1u << MARK_BITS) - 1));
		if (mark == CSA_HOOK_UNLISTED || addr + (word >> MARK_BITS) < addr)
			return csa_fail(err, CSA_E_FORMAT,
					CSA_HOOK_LIST_SECTION ": function %zu of %zu is damaged", i,
					(size_t)count);
		addr += word >> MARK_BITS;
		list->items[i] = (struct csa_hook_entry){ .addr = addr, .mark = mark };
	}
	list->count = (size_t)count;
	return 0;
}

static int read_note(struct csa_hook_list *list, Elf_Data *data, struct csa_err *err)
{
	const unsigned char *bytes = data->d_buf;
	GElf_Nhdr header;
	size_t name;
	size_t content;

	if (!gelf_getnote(data, 0, &header, &name, &content) ||
	    header.n_namesz != sizeof(CSA_HOOK_LIST_NAME) ||
	    memcmp(bytes + name, CSA_HOOK_LIST_NAME, sizeof(CSA_HOOK_LIST_NAME)) != 0)
		return csa_fail(err, CSA_E_FORMAT, CSA_HOOK_LIST_SECTION " is not a note of ours");
	if (header.n_type != CSA_HOOK_LIST_TYPE)
		return csa_fail(err, CSA_E_FORMAT, CSA_HOOK_LIST_SECTION ": type %u, expected %u",
				header.n_type, CSA_HOOK_LIST_TYPE);
	list->is_there = true;
	return read_entries(list, bytes + content, bytes + content + header.n_descsz, err);
}

int csa_hook_list_read(struct csa_hook_list *list, Elf *elf, struct csa_err *err)
{
	Elf_Scn *section = NULL;
	size_t names;

	*list = (struct csa_hook_list){ 0 };
	if (elf_getshdrstrndx(elf, &names) != 0)
		return 0;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;
		Elf_Data *data;
		const char *name;

		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_NOTE)
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (!name || strcmp(name, CSA_HOOK_LIST_SECTION) != 0)
			continue;
		data = elf_getdata(section, NULL);
		if (data && data->d_buf)
			return read_note(list, data, err);
	}
	return 0;
}

void csa_hook_list_release(struct csa_hook_list *list)
{
	free(list->items);
	*list = (struct csa_hook_list){ 0 };
}

enum csa_hook_mark csa_hook_list_find(const struct csa_hook_list *list, uint64_t addr)
{
	size_t low = 0;
	size_t high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->items[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < list->count && list->items[low].addr == addr)
		return list->items[low].mark;
	return CSA_HOOK_UNLISTED;
}
