/* SPDX-License-Identifier: MIT */
/*
 * Where each function of one block was called from last: an enter without a call site of its own has
 * that of the function's last enter which had one in the same block.
 */
#ifndef CSA_SITE_CACHE_H
#define CSA_SITE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

struct csa_site_slot {
	uint64_t key; /* address of the function + 1; 0: empty */
	uint64_t call_site;
	uint64_t block; /* in which it is valid */
};

struct csa_site_cache {
	struct csa_site_slot *slots; /* open addressing */
	uint64_t count;
	unsigned shift; /* 64 - log2 of the size */
	uint64_t block; /* number of the one that is read */
};

/** csa_sites_init() - an empty one. Return: false: no memory; csa_sites_release() after both. */
bool csa_sites_init(struct csa_site_cache *cache);
void csa_sites_release(struct csa_site_cache *cache);

/** csa_sites_block() - another block begins. */
static inline void csa_sites_block(struct csa_site_cache *cache)
{
	cache->block++;
}

static inline struct csa_site_slot *csa_sites_slot(const struct csa_site_cache *cache, uint64_t key)
{
	uint64_t slot = (key * 0x9e3779b97f4a7c15ull) >> cache->shift;

	while (cache->slots[slot].key != key && cache->slots[slot].key != 0)
		slot = (slot + 1) & ((1ull << (64 - cache->shift)) - 1);
	return &cache->slots[slot];
}

/** csa_sites_get() - of the function at @address; 0: not known. */
static inline uint64_t csa_sites_get(const struct csa_site_cache *cache, uint64_t address)
{
	const struct csa_site_slot *slot = csa_sites_slot(cache, address + 1);

	return slot->block == cache->block && slot->key ? slot->call_site : 0;
}

/** csa_sites_add() - the rare part of csa_sites_put(). */
bool csa_sites_add(struct csa_site_cache *cache, uint64_t address, uint64_t call_site);

/** csa_sites_put() - an enter with a call site. Return: false: no memory. */
static inline bool csa_sites_put(struct csa_site_cache *cache, uint64_t address, uint64_t call_site)
{
	struct csa_site_slot *slot = csa_sites_slot(cache, address + 1);

	if (__builtin_expect(slot->key == 0, 0))
		return csa_sites_add(cache, address, call_site);
	slot->call_site = call_site;
	slot->block = cache->block;
	return true;
}

#endif
