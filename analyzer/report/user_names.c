/* SPDX-License-Identifier: MIT */
#include "user_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void csa_user_names_init(struct csa_user_names *names)
{
	*names = (struct csa_user_names){ 0 };
	pthread_mutex_init(&names->lock, NULL);
}

void csa_user_names_release(struct csa_user_names *names)
{
	for (uint32_t i = 0; i < names->count; i++)
		free(names->items[i]);
	free(names->items);
	free(names->slots);
	pthread_mutex_destroy(&names->lock);
	*names = (struct csa_user_names){ 0 };
}

static uint32_t hash(uint32_t kind, const char *text)
{
	uint32_t value = 2166136261u ^ kind;

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 16777619u;
	return value;
}

static void put(struct csa_user_names *names, uint32_t index)
{
	const struct csa_user_name *name = names->items[index];
	uint32_t slot = hash(name->kind, name->name) & names->slot_mask;

	while (names->slots[slot])
		slot = (slot + 1) & names->slot_mask;
	names->slots[slot] = index + 1;
}

static bool grow(struct csa_user_names *names)
{
	uint32_t capacity = names->capacity ? 2 * names->capacity : 16;
	struct csa_user_name **items = realloc(names->items, capacity * sizeof(*items));
	uint32_t *slots;

	if (!items)
		return false;
	names->items = items;
	slots = calloc(4 * (size_t)capacity, sizeof(*slots));
	if (!slots)
		return false;
	free(names->slots);
	names->slots = slots;
	names->slot_mask = 4 * capacity - 1;
	names->capacity = capacity;
	for (uint32_t i = 0; i < names->count; i++)
		put(names, i);
	return true;
}

/* Whoever sees which place first: the report must not depend on it. */
static void take_place(struct csa_user_name *name, const struct csa_user_name *other)
{
	int order;

	if (!other->file)
		return;
	order = name->file ? strcmp(other->file, name->file) : -1;
	if (order > 0 || (order == 0 && other->line >= name->line))
		return;
	name->file = other->file;
	name->line = other->line;
}

int64_t csa_user_names_add(struct csa_user_names *names, const struct csa_user_name *name)
{
	uint32_t slot = hash(name->kind, name->name) & names->slot_mask;
	struct csa_user_name *copy;

	for (uint32_t found; names->slots && (found = names->slots[slot]) != 0;
	     slot = (slot + 1) & names->slot_mask) {
		struct csa_user_name *same = names->items[found - 1];

		if (same->kind != name->kind || strcmp(same->name, name->name) != 0)
			continue;
		take_place(same, name);
		return found - 1;
	}
	if ((!names->slots || names->count == names->capacity) && !grow(names))
		return CSA_E_NOMEM;
	copy = malloc(sizeof(*copy));
	if (!copy)
		return CSA_E_NOMEM;
	*copy = *name;
	names->items[names->count] = copy;
	put(names, names->count);
	return names->count++;
}

const struct csa_user_name *csa_user_names_borrow(struct csa_user_names *names, uint32_t number)
{
	const struct csa_user_name *name;

	pthread_mutex_lock(&names->lock);
	name = names->items[number];
	pthread_mutex_unlock(&names->lock);
	return name;
}

int64_t csa_user_names_resolve(struct csa_user_names *names, const struct csa_address_space *space,
			       uint32_t kind, uint64_t ip, uint64_t ticks)
{
	struct csa_symbol symbol;
	struct csa_user_name name;
	int64_t index;

	(void)csa_symbols_name(space->symbols, ip, ticks, &symbol);
	name = (struct csa_user_name){
		.kind = kind, .name = symbol.name, .file = symbol.file, .line = symbol.line
	};
	pthread_mutex_lock(&names->lock);
	index = csa_user_names_add(names, &name);
	pthread_mutex_unlock(&names->lock);
	return index;
}
