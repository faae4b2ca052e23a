/* SPDX-License-Identifier: MIT */
/*
 * The list of its hooks that "callsight link" leaves in a linked file: an ELF note in a section of
 * its own, specified in docs/format/hook-list.md; the two change together. It is not loaded, and
 * being a note it survives strip and eu-strip.
 */
#ifndef CSA_HOOK_LIST_H
#define CSA_HOOK_LIST_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"
#include "hook_mark.h"

#define CSA_HOOK_LIST_SECTION ".note.callsight"
#define CSA_HOOK_LIST_NAME    "CallSight"
#define CSA_HOOK_LIST_TYPE    1

struct csa_hook_entry {
	uint64_t addr; /* link-time start of the function */
	enum csa_hook_mark mark;
};

struct csa_hook_list {
	struct csa_hook_entry *items; /* by address */
	size_t count;
	bool is_there; /* the file has a list, perhaps an empty one */
};

/** csa_hook_list_write() - add the note: header, name and @items, which are sorted by address. */
void csa_hook_list_write(struct csa_buf *note, const struct csa_hook_entry *items, size_t count);

/**
 * csa_hook_list_read() - the list of a file; release it in every case.
 *
 * Return: 0, also when there is none; CSA_E_FORMAT: damaged, or of a later version; CSA_E_NOMEM.
 */
int csa_hook_list_read(struct csa_hook_list *list, Elf *elf, struct csa_err *err);
void csa_hook_list_release(struct csa_hook_list *list);

/** csa_hook_list_find() - what is said of the function that begins at @addr. */
enum csa_hook_mark csa_hook_list_find(const struct csa_hook_list *list, uint64_t addr);

#endif
