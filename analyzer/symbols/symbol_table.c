/* SPDX-License-Identifier: MIT */
#include "symbol_table.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "err.h"
#include "symbol_names.h"

static int add(struct csa_symbol_table *table, const struct csa_table_symbol *symbol)
{
	if (table->count == table->capacity) {
		size_t capacity = table->capacity ? table->capacity * 2 : 256;
		struct csa_table_symbol *items = realloc(table->items, capacity * sizeof(*items));

		if (!items)
			return CSA_E_NOMEM;
		table->items = items;
		table->capacity = capacity;
	}
	table->items[table->count++] = *symbol;
	return 0;
}

#define CLONES_MAX 10000u /* names that begin alike and are looked at; chosen */

static uint8_t rank_of(unsigned char binding)
{
	switch (binding) {
	case STB_GLOBAL:
	case STB_GNU_UNIQUE:
		return 0;
	case STB_WEAK:
		return 1;
	default:
		return 2;
	}
}

/*
 * A function of a library whose address a program at fixed addresses takes has the address of its
 * entry in the program's procedure linkage table: undefined, but with a value. 16 bytes on x86 and
 * aarch64.
 */
#define LINKAGE_ENTRY_BYTES 16u

static bool is_function(const GElf_Sym *symbol, GElf_Word section)
{
	unsigned char type = GELF_ST_TYPE(symbol->st_info);

	return (section != SHN_UNDEF || symbol->st_value != 0) &&
	       (type == STT_FUNC || type == STT_GNU_IFUNC);
}

/* Bytes from the symbol to the end of its section. */
static uint64_t room_in_section(Elf *elf, const GElf_Sym *symbol, GElf_Word section)
{
	GElf_Shdr header;

	if (section == SHN_UNDEF)
		return LINKAGE_ENTRY_BYTES;
	if (!elf || !gelf_getshdr(elf_getscn(elf, section), &header) ||
	    symbol->st_value - header.sh_addr >= header.sh_size)
		return 1;
	return header.sh_size - (symbol->st_value - header.sh_addr);
}

static int read_symbols(struct csa_symbol_table *table, Dwfl_Module *module, int machine)
{
	int count = dwfl_module_getsymtab(module);
	struct csa_symbol_names names = { 0 };
	const char *unit = NULL;
	uint32_t scope = 0;
	int rc = 0;

	for (int i = 1; i < count && rc == 0; i++) {
		struct csa_table_symbol symbol = { 0 };
		GElf_Word section = SHN_UNDEF;
		GElf_Sym raw;
		GElf_Addr addr;
		Elf *elf = NULL;

		symbol.name = dwfl_module_getsym_info(module, i, &raw, &addr, &section, &elf, NULL);
		if (!symbol.name || !elf || !csa_symbol_name_ends(&names, elf, symbol.name))
			continue;
		if (GELF_ST_TYPE(raw.st_info) == STT_FILE) {
			scope++;
			unit = *symbol.name ? symbol.name : NULL;
		}
		if (!is_function(&raw, section) || !*symbol.name)
			continue;
		symbol.rank = rank_of(GELF_ST_BIND(raw.st_info));
		symbol.scope = symbol.rank == 2 ? scope : 0;
		symbol.unit = symbol.rank == 2 ? unit : NULL;
		symbol.addr = machine == EM_ARM ? addr & ~(GElf_Addr)1 : addr; /* Thumb */
		symbol.size = raw.st_size;
		symbol.room = symbol.size ? symbol.size : room_in_section(elf, &raw, section);
		rc = add(table, &symbol);
	}
	return rc;
}

static int compare(const void *left, const void *right)
{
	const struct csa_table_symbol *a = left;
	const struct csa_table_symbol *b = right;
	size_t underscores_a = strspn(a->name, "_");
	size_t underscores_b = strspn(b->name, "_");

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (underscores_a != underscores_b)
		return underscores_a < underscores_b ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* A symbol without a size (from assembler) reaches to the next one in its section. */
static uint64_t end_of(const struct csa_symbol_table *table, size_t index)
{
	const struct csa_table_symbol *symbol = &table->items[index];

	uint64_t end = UINT64_MAX;

	if (symbol->room < UINT64_MAX - symbol->addr)
		end = symbol->addr + symbol->room;
	if (symbol->size)
		return end;
	while (index < table->count && table->items[index].addr == symbol->addr)
		index++;
	if (index < table->count && table->items[index].addr < end)
		end = table->items[index].addr;
	return end;
}

static int make_spans(struct csa_symbol_table *table)
{
	int rc = 0;

	for (size_t i = 0; i < table->count && rc == 0; i++)
		rc = csa_spans_add(&table->spans, table->items[i].addr, end_of(table, i), i);
	return rc < 0 ? rc : csa_spans_sort(&table->spans);
}

int csa_symbol_table_read(struct csa_symbol_table *table, Dwfl_Module *module, int machine)
{
	int rc;

	*table = (struct csa_symbol_table){ 0 };
	rc = read_symbols(table, module, machine);
	if (rc == 0) {
		if (table->count)
			qsort(table->items, table->count, sizeof(*table->items), compare);
		rc = make_spans(table);
	}
	if (rc < 0)
		csa_symbol_table_release(table);
	return rc;
}

void csa_symbol_table_release(struct csa_symbol_table *table)
{
	free(table->items);
	free(table->by_name);
	csa_spans_release(&table->spans);
	*table = (struct csa_symbol_table){ 0 };
}

bool csa_symbol_table_find(const struct csa_symbol_table *table, uint64_t addr, size_t *index)
{
	const struct csa_span *span = csa_spans_find(&table->spans, addr);

	if (span)
		*index = (size_t)span->value;
	return span != NULL;
}

size_t csa_symbol_table_alias_count(const struct csa_symbol_table *table, size_t index)
{
	const struct csa_table_symbol *first = &table->items[index];
	size_t count = 1;

	while (index + count < table->count && first[count].addr == first->addr &&
	       first[count].rank == first->rank)
		count++;
	return count;
}

static int compare_names(const void *left, const void *right)
{
	const struct csa_table_symbol *const *a = left;
	const struct csa_table_symbol *const *b = right;
	int order = strcmp((*a)->name, (*b)->name);

	if (order != 0)
		return order;
	return (*a)->addr < (*b)->addr ? -1 : (*a)->addr > (*b)->addr;
}

static bool sort_by_name(struct csa_symbol_table *table)
{
	if (table->by_name)
		return true;
	table->by_name = malloc(table->count * sizeof(void *));
	if (!table->by_name)
		return false;
	for (size_t i = 0; i < table->count; i++)
		table->by_name[i] = &table->items[i];
	qsort(table->by_name, table->count, sizeof(void *), compare_names);
	return true;
}

static size_t first_at_or_after(const struct csa_symbol_table *table, const char *name)
{
	size_t low = 0;
	size_t high = table->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(table->by_name[middle]->name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_clone_of(const char *name, const char *origin)
{
	struct csa_buf own_origin;
	bool result;

	csa_buf_init(&own_origin);
	csa_demangle_clone_origin(name, &own_origin);
	result = !own_origin.failed && strcmp(own_origin.data, origin) == 0;
	csa_buf_release(&own_origin);
	return result;
}

/* A static function of this name in another file is another function. */
static bool is_elsewhere(const struct csa_table_symbol *symbol,
			 const struct csa_table_symbol *clone)
{
	return symbol->rank == 2 && symbol->scope != clone->scope;
}

/*
 * The first of @first and the clones of @origin whose names begin as @prefix does; *@best is set to the
 * origin itself when it is there.
 */
static const struct csa_table_symbol *first_clone(const struct csa_symbol_table *table,
						  const struct csa_table_symbol *first,
						  const char *prefix, const char *origin,
						  const struct csa_table_symbol **best)
{
	const struct csa_table_symbol *clone = first;
	size_t length = strlen(prefix);

	size_t begin = first_at_or_after(table, prefix);

	for (size_t i = begin; i < table->count && i - begin < CLONES_MAX; i++) {
		const struct csa_table_symbol *symbol = table->by_name[i];

		if (strncmp(symbol->name, prefix, length) != 0)
			break;
		if (is_elsewhere(symbol, clone))
			continue;
		if (strcmp(symbol->name, origin) == 0) {
			if (!*best || symbol->rank == 2)
				*best = symbol;
		} else if (symbol->addr < first->addr && is_clone_of(symbol->name, origin)) {
			first = symbol;
		}
	}
	return first;
}

static uint64_t find_origin(const struct csa_symbol_table *table,
			    const struct csa_table_symbol *clone, const char *origin)
{
	const struct csa_table_symbol *best = NULL;
	const struct csa_table_symbol *first = first_clone(table, clone, origin, origin, &best);
	struct csa_buf prefix;

	if (best)
		return best->addr;
	/* The pieces of a coroutine begin alike, but not as the function that they were made of. */
	csa_buf_init(&prefix);
	csa_buf_add(&prefix, clone->name, strcspn(clone->name, "."));
	if (!prefix.failed)
		first = first_clone(table, first, prefix.data, origin, &best);
	csa_buf_release(&prefix);
	return first->addr;
}

uint64_t csa_symbol_table_clone_origin(struct csa_symbol_table *table,
				       const struct csa_table_symbol *symbol)
{
	uint64_t addr = symbol->addr;
	struct csa_buf origin;

	csa_buf_init(&origin);
	if (csa_demangle_clone_origin(symbol->name, &origin) && !origin.failed &&
	    sort_by_name(table))
		addr = find_origin(table, symbol, origin.data);
	csa_buf_release(&origin);
	return addr;
}
