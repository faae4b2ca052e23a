/* SPDX-License-Identifier: MIT */
/* A part while it is read: what part_read.c and part_read_rows.c have in common. */
#ifndef CSA_PART_READING_H
#define CSA_PART_READING_H

#include "part_merge.h"

/** One part while it is read: its numbers of modules, processes, rows and nodes mean others here. */
struct csa_part {
	struct csa_merge *merge;
	struct csa_report *report;
	struct csa_part_reader *r;
	unsigned *modules;
	uint32_t module_count;
	size_t first_process;
	uint32_t *rows;
	uint32_t row_count;
	uint32_t *nodes;
};

/**
 * csa_part_room() - room for one more item behind @count of them, or the reader fails.
 *
 * Return: the items, perhaps moved.
 */
void *csa_part_room(struct csa_part *p, void *items, uint64_t count, size_t size);

/** csa_part_text() - kept as long as the report. NULL as csa_part_get_text(). */
const char *csa_part_text(struct csa_part *p);
/** csa_part_word() - a number of at most 32 bits. */
uint32_t csa_part_word(struct csa_part *p);

/* Sections of the file, in this order. */
void csa_part_read_rows(struct csa_part *p);
void csa_part_read_tree(struct csa_part *p);
void csa_part_read_sites(struct csa_part *p);
void csa_part_read_user_names(struct csa_part *p);

#endif
