/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "name_table.h"

#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "err.h"
#include "vec.h"

/* CSF_NAME_MAGIC; two literals, since C would be a digit of the escape. */
#define MAGIC  \
	"\x7f" \
	"CSname1"
#define MAGIC_BYTES 8u

/* One section's bytes. */
struct section {
	const unsigned char *bytes;
	size_t size;
	uint64_t addr;
	unsigned char order; /* ELFDATA2LSB or ELFDATA2MSB */
};

static uint32_t read_u32(const struct section *section, size_t offset)
{
	const unsigned char *p = section->bytes + offset;

	if (section->order == ELFDATA2MSB)
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* The text at @*offset, which is moved behind its NUL; NULL when the section ends before. */
static const char *take_text(const struct section *section, size_t *offset)
{
	const char *text = (const char *)section->bytes + *offset;
	const char *end = memchr(text, '\0', section->size - *offset);

	if (!end)
		return NULL;
	*offset += (size_t)(end - text) + 1;
	return text;
}

static int add(struct csa_name_table *table, const struct csa_name_entry *entry)
{
	if (!CSA_VEC_ROOM(table, 1))
		return CSA_E_NOMEM;
	table->items[table->count++] = *entry;
	return 0;
}

/* A descriptor at @offset, where the magic stands? */
static int try_descriptor(struct csa_name_table *table, const struct section *section,
			  size_t offset)
{
	struct csa_name_entry entry = { .addr = section->addr + offset };
	size_t at = offset + CSF_NAME_HEADER_BYTES;

	if (section->size - offset < CSF_NAME_HEADER_BYTES)
		return 0;
	entry.line = read_u32(section, offset + offsetof(struct csf_name, line));
	entry.kind = read_u32(section, offset + offsetof(struct csf_name, kind));
	if (entry.kind < CSF_NAME_SCOPE || entry.kind > CSF_NAME_VALUE)
		return 0;
	entry.name = take_text(section, &at);
	entry.file = entry.name ? take_text(section, &at) : NULL;
	entry.group_addr = entry.addr;
	return entry.file ? add(table, &entry) : 0;
}

static int read_section(struct csa_name_table *table, const struct section *section)
{
	const unsigned char *end = section->bytes + section->size;
	const unsigned char *p = section->bytes;
	int rc = 0;

	while (rc == 0 && (p = memmem(p, (size_t)(end - p), MAGIC, MAGIC_BYTES)) != NULL) {
		rc = try_descriptor(table, section, (size_t)(p - section->bytes));
		p += MAGIC_BYTES;
	}
	return rc;
}

static int compare(const void *left, const void *right)
{
	const struct csa_name_entry *a = left;
	const struct csa_name_entry *b = right;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

/* What says the same together, the lowest address first. */
static int compare_texts(const void *left, const void *right)
{
	const struct csa_name_entry *a = *(struct csa_name_entry *const *)left;
	const struct csa_name_entry *b = *(struct csa_name_entry *const *)right;
	int order = strcmp(a->name, b->name);

	if (order == 0)
		order = strcmp(a->file, b->file);
	if (order != 0)
		return order;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return compare(a, b);
}

static bool is_same(const struct csa_name_entry *a, const struct csa_name_entry *b)
{
	return a->line == b->line && a->kind == b->kind && strcmp(a->name, b->name) == 0 &&
	       strcmp(a->file, b->file) == 0;
}

static int group(struct csa_name_table *table)
{
	struct csa_name_entry **order = calloc((size_t)table->count + 1, sizeof(void *));

	if (!order)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < table->count; i++)
		order[i] = &table->items[i];
	qsort(order, table->count, sizeof(void *), compare_texts);
	for (size_t i = 1; i < table->count; i++) {
		if (is_same(order[i - 1], order[i]))
			order[i]->group_addr = order[i - 1]->group_addr;
	}
	free(order);
	return 0;
}

static bool can_hold_names(const GElf_Shdr *header)
{
	return header->sh_type == SHT_PROGBITS && header->sh_flags & SHF_ALLOC &&
	       !(header->sh_flags & SHF_EXECINSTR);
}

int csa_name_table_read(struct csa_name_table *table, Elf *elf)
{
	const char *ident = elf_getident(elf, NULL);
	Elf_Scn *scn = NULL;
	int rc = 0;

	*table = (struct csa_name_table){ 0 };
	while (ident && rc == 0 && (scn = elf_nextscn(elf, scn)) != NULL) {
		struct section section = { .order = (unsigned char)ident[EI_DATA] };
		GElf_Shdr header;
		Elf_Data *data;

		if (!gelf_getshdr(scn, &header) || !can_hold_names(&header))
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf)
			continue;
		section.bytes = data->d_buf;
		section.size = data->d_size;
		section.addr = header.sh_addr;
		rc = read_section(table, &section);
	}
	if (rc == 0 && table->count) {
		qsort(table->items, table->count, sizeof(*table->items), compare);
		rc = group(table);
	}
	if (rc < 0)
		csa_name_table_release(table);
	return rc;
}

void csa_name_table_release(struct csa_name_table *table)
{
	free(table->items);
	*table = (struct csa_name_table){ 0 };
}

const struct csa_name_entry *csa_name_table_find(const struct csa_name_table *table, uint64_t addr)
{
	const struct csa_name_entry key = { .addr = addr };

	if (!table->count)
		return NULL;
	return bsearch(&key, table->items, table->count, sizeof(*table->items), compare);
}
