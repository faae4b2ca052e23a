/* SPDX-License-Identifier: MIT */
#include "module_set.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "err.h"

/* FNV-1a of both texts. */
static size_t hash_of(const struct csa_module_map *map)
{
	const char *texts[] = { map->path, map->build_id ? map->build_id : "" };
	uint64_t value = 0xcbf29ce484222325u;

	for (int i = 0; i < 2; i++) {
		for (const char *c = texts[i]; *c; c++)
			value = (value ^ (unsigned char)*c) * 0x100000001b3u;
	}
	return (size_t)(value ^ value >> 32);
}

static unsigned *find_slot(const struct csa_module_set *set, const struct csa_module_map *map)
{
	size_t mask = set->slot_count - 1;
	size_t at = hash_of(map) & mask;

	while (set->slots[at] &&
	       !csa_elf_module_is(set->items[set->slots[at] - 1], map->path, map->build_id))
		at = (at + 1) & mask;
	return &set->slots[at];
}

/* Twice the room for modules, and four slots for each. */
static bool grow(struct csa_module_set *set)
{
	unsigned capacity = set->capacity ? set->capacity * 2 : 16;
	struct csa_elf_module **modules =
		realloc(set->items, capacity * sizeof(struct csa_elf_module *));
	unsigned *slots;

	if (!modules)
		return false;
	set->items = modules;
	slots = calloc((size_t)capacity * 4, sizeof(*slots));
	if (!slots)
		return false;
	free(set->slots);
	set->slots = slots;
	set->slot_count = (size_t)capacity * 4;
	set->capacity = capacity;
	for (unsigned i = 0; i < set->count; i++) {
		const struct csa_module_map map = csa_elf_module_map(set->items[i]);

		*find_slot(set, &map) = i + 1;
	}
	return true;
}

int csa_module_set_find(struct csa_module_set *set, const struct csa_module_map *map,
			const struct csa_symbol_sources *sources, struct csa_text_pool *pool,
			unsigned *index)
{
	struct csa_elf_module *module;
	unsigned *slot;

	if (set->count == set->capacity && !grow(set))
		return CSA_E_NOMEM;
	slot = find_slot(set, map);
	if (*slot == 0) {
		module = csa_elf_module_new(map, sources, pool);
		if (!module)
			return CSA_E_NOMEM;
		set->items[set->count++] = module;
		*slot = set->count;
	}
	*index = *slot - 1;
	return 0;
}

int csa_module_set_append(struct csa_module_set *set, struct csa_elf_module *module)
{
	if (!module)
		return CSA_E_NOMEM;
	if (set->count == set->capacity && !grow(set)) {
		csa_elf_module_free(module);
		return CSA_E_NOMEM;
	}
	set->items[set->count++] = module;
	return 0;
}

void csa_module_set_release(struct csa_module_set *set)
{
	for (unsigned i = 0; i < set->count; i++)
		csa_elf_module_free(set->items[i]);
	free(set->items);
	free(set->slots);
	*set = (struct csa_module_set){ 0 };
}
