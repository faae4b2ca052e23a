/* SPDX-License-Identifier: MIT */
#include "site_cache.h"

#include <stdlib.h>

#define FIRST_BITS 6u

bool csa_sites_init(struct csa_site_cache *cache)
{
	*cache = (struct csa_site_cache){ .shift = 64 - FIRST_BITS };
	cache->slots = calloc((size_t)1 << FIRST_BITS, sizeof(*cache->slots));
	return cache->slots != NULL;
}

void csa_sites_release(struct csa_site_cache *cache)
{
	free(cache->slots);
	*cache = (struct csa_site_cache){ 0 };
}

static bool grow(struct csa_site_cache *cache)
{
	struct csa_site_cache bigger = *cache;
	size_t size = (size_t)1 << (64 - cache->shift);

	bigger.shift--;
	bigger.slots = calloc(2 * size, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (cache->slots[i].key)
			*csa_sites_slot(&bigger, cache->slots[i].key) = cache->slots[i];
	}
	free(cache->slots);
	*cache = bigger;
	return true;
}

bool csa_sites_add(struct csa_site_cache *cache, uint64_t address, uint64_t call_site)
{
	if (4 * (cache->count + 1) > 1ull << (64 - cache->shift) && !grow(cache))
		return false;
	cache->count++;
	*csa_sites_slot(cache, address + 1) =
		(struct csa_site_slot){ address + 1, call_site, cache->block };
	return true;
}
