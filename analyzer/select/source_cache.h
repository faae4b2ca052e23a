/* SPDX-License-Identifier: MIT */
/*
 * What was found in sources before, kept between builds in one file a plan: an unchanged source is
 * neither read nor scanned again, nor given to ctags. A file counts as unchanged when its content
 * is the same; its times, size and inode say so without reading it, unless it changed so shortly
 * before it was read that a later change could look the same.
 *
 * The file is made for this machine, this program and this ctags, and is dropped where one of them
 * is another or its checksum is wrong: a cache that is lost costs time and nothing else.
 */
#ifndef CSA_SOURCE_CACHE_H
#define CSA_SOURCE_CACHE_H

#include <sys/stat.h>

#include "err.h"
#include "project.h"
#include "source_facts.h"

struct csa_source_cache {
	void *map; /* NULL: nothing is known */
	size_t bytes;
	const struct csa_cache_head *head;
	const struct csa_file_facts *files;
	const struct csa_def *defs;
	const struct csa_use *uses;
	const struct csa_class *classes;
	const struct csa_made *made;
	const struct csa_tag *tags;
	const struct csa_include_name *includes;
	const struct csa_cache_name *names;
	const uint32_t *name_slots;
	const char *texts;
	uint32_t *name_ids; /* by id in the cache: id in the project, 0: not asked for yet */
	uint32_t *slots;    /* open addressing by hash of path: index of files plus 1 */
	uint32_t slot_count;
	bool has_tags;   /* those of the ctags that would run now */
	bool is_adopted; /* the project's names are these, with their ids, and own the map */
};

/**
 * csa_source_cache_open() - what is kept in @path; nothing when that is absent, damaged or foreign.
 * @ctags: csa_ctags_identity() of the program that would run
 *
 * Return: 0, or CSA_E_NOMEM. Close it in every case.
 */
int csa_source_cache_open(struct csa_source_cache *cache, const char *path, uint64_t ctags,
			  struct csa_err *err);
void csa_source_cache_close(struct csa_source_cache *cache);

/**
 * csa_source_cache_adopt() - make everything that is kept known by name, at once.
 * @names: empty; with the ids of the cache afterwards, and the owner of its memory
 *
 * Not every time: names that no file has any more would stay for ever. Then nothing is done.
 */
void csa_source_cache_adopt(struct csa_source_cache *cache, struct csa_names *names);

/** csa_source_cache_find() - what is kept of a file; NULL: nothing. */
const struct csa_file_facts *csa_source_cache_find(const struct csa_source_cache *cache,
						   const char *path, uint32_t languages);

/**
 * csa_source_cache_restore() - add what is kept of a file to @project and @facts, as reading it would.
 * @file: its index in the project; the slices of its facts are set, and its broken_line
 */
void csa_source_cache_restore(struct csa_source_cache *cache, const struct csa_file_facts *kept,
			      struct csa_project *project, uint32_t file,
			      struct csa_source_facts *facts);

struct csa_cache_origin {
	const char *plan;
	uint64_t ctags;
	uint64_t rewrites; /* csa_source_cache_rewrites() of the cache that was read */
};

/** csa_source_cache_rewrites() - the number to write into the file that replaces this one. */
uint64_t csa_source_cache_rewrites(const struct csa_source_cache *cache);

/**
 * csa_source_cache_write() - replace @path by what @facts and the project say now.
 * @project: as it is when all files are read, before anything is derived from that
 *
 * Files beside @path whose plan is not there any more are removed.
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_source_cache_write(const char *path, const struct csa_cache_origin *origin,
			   const struct csa_project *project, const struct csa_source_facts *facts,
			   struct csa_err *err);

/** csa_facts_set_stat() - note what the file looks like. */
void csa_facts_set_stat(struct csa_file_facts *facts, const struct stat *st);

/** csa_facts_match() - can @st be of the content that @facts describe, without reading it? */
bool csa_facts_match(const struct csa_file_facts *facts, const struct stat *st);

/** csa_facts_settled() - was the file read long enough after its last change? */
bool csa_facts_settled(const struct csa_file_facts *facts);

#endif
