/* SPDX-License-Identifier: MIT */
/* The old files of a folder, by process, thread and segment. */
#ifndef CSA_OLD_LIST_H
#define CSA_OLD_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "note_list.h"
#include "old_file.h"

struct csa_old_entry {
	char *path;
	struct csa_old_header header;
	bool has_place; /* its name says process, thread and segment; otherwise they are 0 */
	uint32_t pid;   /* of the header, or of the name where that has none */
	uint32_t tid;
	uint32_t segment;
};

/** Sorted by pid, kind, tid, segment, path. */
struct csa_old_list {
	struct csa_old_entry *items;
	uint32_t count;
	uint32_t capacity;
	uint32_t refused; /* files that are damaged from their header on */
};

/**
 * csa_old_list_find() - what @path holds.
 * @path: a file, or a folder with files; folders in it are not looked into
 * @notes: files that cannot be read, as damage
 * @list: released by csa_old_list_release(), also after a failure
 *
 * Return: 0, also when there is none or no such path; CSA_E_NOMEM.
 */
int csa_old_list_find(struct csa_old_list *list, const char *path, struct csa_notes *notes,
		      struct csa_err *err);
void csa_old_list_release(struct csa_old_list *list);

#endif
