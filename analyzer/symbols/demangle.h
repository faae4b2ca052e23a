/* SPDX-License-Identifier: MIT */
/*
 * From names as the linker knows them to names as people write them. No state.
 */
#ifndef CSA_DEMANGLE_H
#define CSA_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

/**
 * csa_demangle() - the name of a function for people.
 * @linkage_name: from a symbol table or DW_AT_linkage_name; any bytes
 * @name: what to show is added: without symbol version and compiler suffixes (.constprop.0, .cold,
 *        .lto_priv.1, .llvm.5, a nested function's .0), and demangled when it begins with _Z
 * @plain_name: the same without return type, parameters and template arguments is added
 *
 * What memory was not enough for is marked as failed in the buffers.
 */
void csa_demangle(const char *linkage_name, struct csa_buf *name, struct csa_buf *plain_name);

/** csa_demangle_plain() - adds @name, which is not mangled, as the plain name above. */
void csa_demangle_plain(const char *name, struct csa_buf *plain_name);

/**
 * csa_demangle_clone_origin() - the linkage name of the function that a clone was made of.
 * @linkage_name: any name
 * @origin: it is added, without .constprop.N .isra.N .part.N .cold, and of a coroutine's pieces without
 *          .actor .destroy .resume .cleanup; other suffixes are kept, since they tell functions of the
 *          same name apart
 *
 * Return: 1 = @linkage_name is a clone's, 0 = it is not and @origin has the same name.
 */
int csa_demangle_clone_origin(const char *linkage_name, struct csa_buf *origin);

/** csa_demangle_is_resume() - is it the piece of a coroutine that runs when one is resumed? */
bool csa_demangle_is_resume(const char *linkage_name);

#endif
