/* SPDX-License-Identifier: MIT */
/*
 * Replaces macros in short texts: the head of a function, or a line that stands for whole
 * functions. Arguments are not expanded first and conditions are not evaluated: of several
 * definitions of a macro the one in the same file wins, otherwise the last one read.
 */
#ifndef CSA_MACRO_TEXT_H
#define CSA_MACRO_TEXT_H

#include "buf.h"
#include "project.h"

#define CSA_MACRO_TEXT_MAX 65536u /* bytes; chosen: stops macros that grow for ever */

struct csa_macros {
	const struct csa_project *project;
	uint32_t *head; /* by name id: the macro read last, or CSA_NO_INDEX */
	uint32_t *next; /* by definition: the one of the same name read before */
	uint32_t name_count;
	uint32_t def_count;
};

/** csa_macros_init() - of the macros that are known now. False: out of memory. Release always. */
bool csa_macros_init(struct csa_macros *macros, const struct csa_project *project);
void csa_macros_release(struct csa_macros *macros);

/** csa_macros_find() - the macro with parameters that @file sees as this name, or CSA_NO_INDEX. */
uint32_t csa_macros_find(const struct csa_macros *macros, uint32_t file, const char *name,
			 size_t length);

/** csa_macros_find_plain() - likewise the macro without parameters. */
uint32_t csa_macros_find_plain(const struct csa_macros *macros, uint32_t file, const char *name,
			       size_t length);

/**
 * csa_macros_expand() - copy @text to @out with its first macro call replaced.
 *
 * Return: false when there is none to replace, the result would be too long, or memory ran out.
 */
bool csa_macros_expand(const struct csa_macros *macros, uint32_t file, const char *text,
		       struct csa_buf *out);

#endif
