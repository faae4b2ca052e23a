/* SPDX-License-Identifier: MIT */
/* The modules of all processes of a capture, each path and build-id once. Not thread-safe. */
#ifndef CSA_MODULE_SET_H
#define CSA_MODULE_SET_H

#include <stddef.h>

#include "elf_module.h"

struct csa_module_set {
	struct csa_elf_module **items;
	unsigned count;
	unsigned capacity;
	unsigned *slots;   /* by path and build-id: index + 1; 0: free */
	size_t slot_count; /* 0 or a power of two, at most a quarter of it used */
};

/* A set of zeros is empty. */

/**
 * csa_module_set_find() - sets *@index to the module of @map, a new one when it is not known.
 * @sources, @pool: as for csa_elf_module_new()
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_module_set_find(struct csa_module_set *set, const struct csa_module_map *map,
			const struct csa_symbol_sources *sources, struct csa_text_pool *pool,
			unsigned *index);

/**
 * csa_module_set_append() - one more, with the next number, which a search need not find.
 * @module: taken; NULL: there was no memory for it
 *
 * Return: 0 or CSA_E_NOMEM, and it is freed.
 */
int csa_module_set_append(struct csa_module_set *set, struct csa_elf_module *module);
void csa_module_set_release(struct csa_module_set *set);

#endif
