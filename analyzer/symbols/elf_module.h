/* SPDX-License-Identifier: MIT */
/*
 * One ELF file on disk, asked for functions and lines by link-time address. Opened at the first
 * question. Not thread-safe, since libelf and libdw are not.
 *
 * A file that is not the one that ran gives no names: a wrong name looks as good as a right one.
 */
#ifndef CSA_ELF_MODULE_H
#define CSA_ELF_MODULE_H

#include <stdint.h>

#include "symbolize.h"
#include "text_pool.h"

struct csa_elf_module;

/**
 * csa_elf_module_new() - remember a module; the file is not touched.
 * @map: what says which file it was is used
 * @sources: outlives the module; NULL: only the file of that path, as it is
 * @pool: receives every string that is handed out; outlives the module
 *
 * Return: NULL when memory ran out.
 */
struct csa_elf_module *csa_elf_module_new(const struct csa_module_map *map,
					  const struct csa_symbol_sources *sources,
					  struct csa_text_pool *pool);
/**
 * csa_elf_module_told() - one of which somebody else has read what @info says; its file is never opened.
 * @info: its strings outlive the module
 *
 * Return: NULL when memory ran out.
 */
struct csa_elf_module *csa_elf_module_told(const struct csa_module_info *info,
					   struct csa_text_pool *pool);

void csa_elf_module_free(struct csa_elf_module *module);

/** csa_elf_module_map() - its path and build-id, nothing else. */
struct csa_module_map csa_elf_module_map(const struct csa_elf_module *module);

/** csa_elf_module_is() - is it the module with this path and build-id (NULL: none)? */
bool csa_elf_module_is(const struct csa_elf_module *module, const char *path, const char *build_id);

/**
 * csa_elf_module_function() - the function around a link-time address, or the name that begins there.
 * @out: filled on 1, except for module, which the caller knows
 *
 * Return: 1, or 0 = not known.
 */
int csa_elf_module_function(struct csa_elf_module *module, uint64_t addr, struct csa_symbol *out);

/** csa_elf_module_name() - the same of names only. */
int csa_elf_module_name(struct csa_elf_module *module, uint64_t addr, struct csa_symbol *out);

/**
 * csa_elf_module_frames() - the functions around an address, as csa_symbols_frames().
 *
 * Return: 0 when no function is known there.
 */
size_t csa_elf_module_frames(struct csa_elf_module *module, uint64_t addr, struct csa_frame *out,
			     size_t max);

/** csa_elf_module_line() - Return: 1 and *@file, *@line filled, or 0 = not known. */
int csa_elf_module_line(struct csa_elf_module *module, uint64_t addr, const char **file,
			unsigned *line);

/** csa_elf_module_open() - read the file, unless it was read or could not be. */
void csa_elf_module_open(struct csa_elf_module *module);

/** csa_elf_module_info() - facts about it; does not open the file. */
void csa_elf_module_info(struct csa_elf_module *module, struct csa_module_info *out);

#endif
