/* SPDX-License-Identifier: MIT */
/*
 * The list of hooks in a linked file (hook_list.h), with the name and the place of each function.
 * For questions about a file on disk, not for addresses of a process.
 */
#ifndef CSA_LINKED_HOOKS_H
#define CSA_LINKED_HOOKS_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "symbolize.h"
#include "text_pool.h"

struct csa_linked_hook {
	const char *name; /* as csa_symbol.plain_name */
	const char *file; /* NULL: no debug information */
	const char *unit; /* as csa_symbol.unit */
	unsigned line;
	enum csa_hook_mark mark;
	bool is_known; /* free for the caller; false at first */
};

struct csa_linked_hooks {
	struct csa_linked_hook *items; /* by address */
	size_t count;
	struct csa_text_pool pool; /* the strings */
};

/**
 * csa_linked_hooks_read() - read the list of @path; release it in every case.
 *
 * Return: 0; CSA_E_ABSENT when there is no such file or no list in it; CSA_E_FORMAT for a file that
 * is not ELF or a damaged list; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_linked_hooks_read(struct csa_linked_hooks *hooks, const char *path, struct csa_err *err);
void csa_linked_hooks_release(struct csa_linked_hooks *hooks);

#endif
