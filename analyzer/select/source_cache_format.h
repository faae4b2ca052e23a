/* SPDX-License-Identifier: MIT */
/*
 * A cache file: the head, then the sections in the order of its counts, each beginning at a multiple
 * of 8 bytes. Numbers are as in memory; the head's key says on which machine and by which program.
 * Private to source_cache*.c.
 */
#ifndef CSA_SOURCE_CACHE_FORMAT_H
#define CSA_SOURCE_CACHE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "content_hash.h"
#include "project.h"
#include "source_facts.h"

#define CSA_CACHE_MAGIC "CSSOURC2"

enum csa_cache_section {
	CSA_CACHE_FILES,
	CSA_CACHE_DEFS,
	CSA_CACHE_USES,
	CSA_CACHE_CLASSES,
	CSA_CACHE_MADE,
	CSA_CACHE_TAGS,
	CSA_CACHE_INCLUDES,
	CSA_CACHE_NAMES,
	CSA_CACHE_SLOTS, /* as csa_names.slots */
	CSA_CACHE_TEXTS, /* bytes: names, each with a NUL, then the path of the plan with one */
	CSA_CACHE_SECTIONS
};

struct csa_cache_name {
	uint32_t offset; /* in the texts */
	uint32_t length;
	uint32_t hash; /* as csa_names_entry.hash */
};

struct csa_cache_head {
	char magic[8];
	uint64_t key;      /* csa_cache_key() */
	uint64_t ctags;    /* whose tags these are */
	uint64_t rewrites; /* how often names were taken over that perhaps nobody uses any more */
	uint64_t checksum; /* of the counts and of everything behind the head */
	uint64_t counts[CSA_CACHE_SECTIONS];
};

/* Bytes of one item of each section. */
static inline size_t csa_cache_item_bytes(enum csa_cache_section section)
{
	static const size_t bytes[CSA_CACHE_SECTIONS] = {
		[CSA_CACHE_FILES] = sizeof(struct csa_file_facts),
		[CSA_CACHE_DEFS] = sizeof(struct csa_def),
		[CSA_CACHE_USES] = sizeof(struct csa_use),
		[CSA_CACHE_CLASSES] = sizeof(struct csa_class),
		[CSA_CACHE_MADE] = sizeof(struct csa_made),
		[CSA_CACHE_TAGS] = sizeof(struct csa_tag),
		[CSA_CACHE_INCLUDES] = sizeof(struct csa_include_name),
		[CSA_CACHE_NAMES] = sizeof(struct csa_cache_name),
		[CSA_CACHE_SLOTS] = sizeof(uint32_t),
		[CSA_CACHE_TEXTS] = 1,
	};

	return bytes[section];
}

static inline size_t csa_cache_padded(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

/** csa_cache_key() - a number that another build of this program does not share. */
uint64_t csa_cache_key(void);

#endif
