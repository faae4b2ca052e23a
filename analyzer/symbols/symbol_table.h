/* SPDX-License-Identifier: MIT */
/*
 * The function symbols of one ELF file, sorted by address. Names and nothing else: DWARF is in
 * dwarf_index.h.
 */
#ifndef CSA_SYMBOL_TABLE_H
#define CSA_SYMBOL_TABLE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spans.h"

struct csa_table_symbol {
	const char *name; /* belongs to the Dwfl_Module */
	uint64_t addr;    /* link-time */
	uint64_t size;    /* 0: not known */
	uint64_t room;    /* size, or how far it can reach */
	const char *unit; /* local: the source file's name, of that STT_FILE symbol; or NULL */
	uint32_t scope;   /* local: number of the STT_FILE symbol before it; otherwise 0 */
	uint8_t rank;     /* how good a name is: 0 global, 1 weak, 2 local */
};

struct csa_symbol_table {
	struct csa_table_symbol *items; /* by address, then the better name first */
	size_t count;
	size_t capacity;
	struct csa_spans spans;                  /* value: index in items */
	const struct csa_table_symbol **by_name; /* made at the first search for one */
};

/* A table of zeros is empty. */

/**
 * csa_symbol_table_read() - read .symtab, or what libdwfl finds in its place.
 * @machine: EM_..., says which bits of a value are not address
 *
 * Return: 0 (also when there are no symbols) or CSA_E_NOMEM.
 */
int csa_symbol_table_read(struct csa_symbol_table *table, Dwfl_Module *module, int machine);
void csa_symbol_table_release(struct csa_symbol_table *table);

/** csa_symbol_table_find() - sets *@index to the best name of the function around @addr. */
bool csa_symbol_table_find(const struct csa_symbol_table *table, uint64_t addr, size_t *index);

/** csa_symbol_table_alias_count() - names at the address of @index, from it on, of equal rank. */
size_t csa_symbol_table_alias_count(const struct csa_symbol_table *table, size_t index);

/**
 * csa_symbol_table_clone_origin() - address of the function that @symbol is a clone of.
 *
 * When only clones of it are left, the first of them stands for it. Return: the symbol's own address
 * when it is no clone.
 */
uint64_t csa_symbol_table_clone_origin(struct csa_symbol_table *table,
				       const struct csa_table_symbol *symbol);

#endif
