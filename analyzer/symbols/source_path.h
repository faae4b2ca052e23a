/* SPDX-License-Identifier: MIT */
/*
 * Paths of sources as DWARF has them, made short: what the compiler was given ("../src/./x.c") joined
 * to where it ran. No state.
 */
#ifndef CSA_SOURCE_PATH_H
#define CSA_SOURCE_PATH_H

#include "text_pool.h"

/**
 * csa_source_path_add() - the pool's copy of @path without "//", "/./" and "/x/..".
 * @folder: where the compiler ran, which a relative path is joined to; NULL: not known
 *
 * Only the text is looked at: sources need not be on this machine. Where the folder is relative
 * (-ffile-prefix-map) so is the result. Return: NULL when memory ran out.
 */
const char *csa_source_path_add(struct csa_text_pool *pool, const char *folder, const char *path);

/**
 * csa_source_path_given() - the part of @path that the compiler was given.
 * @path: as libdw has it, which puts the folder before names that are relative to it in DWARF 5
 * @folder: where the compiler ran, or NULL
 *
 * Return: a place in @path. Absolute paths stay as they are, unless they lead out of the folder by "..".
 */
const char *csa_source_path_given(const char *folder, const char *path);

#endif
