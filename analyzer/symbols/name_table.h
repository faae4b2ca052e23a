/* SPDX-License-Identifier: MIT */
/*
 * The names that a program gave to scopes, marks, frames and values: descriptors in the read-only data
 * of a module, specified in docs/format/trace-v3.md. Their addresses stand in records; what is
 * neither code nor a descriptor has no name.
 */
#ifndef CSA_NAME_TABLE_H
#define CSA_NAME_TABLE_H

#include <libelf.h>
#include <stddef.h>
#include <stdint.h>

struct csa_name_entry {
	uint64_t addr;    /* link-time, of the descriptor */
	const char *name; /* any bytes; belongs to the Elf, as file does */
	const char *file; /* may be empty */
	uint32_t line;
	uint32_t kind;       /* enum csf_name_kind */
	uint64_t group_addr; /* addr of the first one with this name at this place in the source: a
				template and an inline function have one for each copy */
};

struct csa_name_table {
	struct csa_name_entry *items; /* by address */
	uint32_t count;
	uint32_t capacity;
};

/* A table of zeros is empty. */

/**
 * csa_name_table_read() - all descriptors of a file.
 * @elf: outlives the table; stripped ones have the descriptors, separate debug files do not
 *
 * Only sections that are loaded, not code, and in the file are looked at. A descriptor that does not
 * end in its section, or whose numbers are impossible, is none.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_name_table_read(struct csa_name_table *table, Elf *elf);
void csa_name_table_release(struct csa_name_table *table);

/** csa_name_table_find() - the descriptor that begins at @addr, or NULL. */
const struct csa_name_entry *csa_name_table_find(const struct csa_name_table *table, uint64_t addr);

#endif
