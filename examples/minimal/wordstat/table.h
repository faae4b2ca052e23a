/* SPDX-License-Identifier: MIT */
/* Counts words in a hash table. Words stay in the text they come from, which must live longer. */
#ifndef TABLE_H
#define TABLE_H

#include "scanner.h"

struct entry {
	struct word word;
	unsigned count; /* 0: free */
	unsigned hash;
};

struct table {
	struct entry *entries;
	size_t capacity; /* a power of two */
	size_t used;
};

/* Both return 0, or -1 without memory. */
int table_init(struct table *table);
int table_count(struct table *table, const struct word *word);
void table_release(struct table *table);

/* Moves the used entries to the front; only sorting and reading are allowed then. */
void table_pack(struct table *table);

#endif
