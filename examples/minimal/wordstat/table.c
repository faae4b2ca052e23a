/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 64u

static unsigned hash_word(const struct word *word)
{
	unsigned hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < word->length; i++)
		hash = (hash ^ (unsigned char)word->text[i]) * 16777619u;
	return hash;
}

static struct entry *find_entry(const struct table *table, const struct word *word, unsigned hash)
{
	for (size_t i = hash;; i++) {
		struct entry *entry = &table->entries[i & (table->capacity - 1)];

		if (entry->count == 0 ||
		    (entry->hash == hash && entry->word.length == word->length &&
		     memcmp(entry->word.text, word->text, word->length) == 0))
			return entry;
	}
}

static int grow(struct table *table)
{
	struct table larger = { .capacity = 2 * table->capacity, .used = table->used };

	larger.entries = calloc(larger.capacity, sizeof(*larger.entries));
	if (!larger.entries)
		return -1;
	for (size_t i = 0; i < table->capacity; i++) {
		const struct entry *entry = &table->entries[i];

		if (entry->count)
			*find_entry(&larger, &entry->word, entry->hash) = *entry;
	}
	free(table->entries);
	*table = larger;
	return 0;
}

int table_init(struct table *table)
{
	*table = (struct table){ .capacity = FIRST_CAPACITY };
	table->entries = calloc(table->capacity, sizeof(*table->entries));
	return table->entries ? 0 : -1;
}

int table_count(struct table *table, const struct word *word)
{
	unsigned hash = hash_word(word);
	struct entry *entry;

	if (2 * table->used >= table->capacity && grow(table) < 0)
		return -1;
	entry = find_entry(table, word, hash);
	if (entry->count == 0) {
		*entry = (struct entry){ .word = *word, .hash = hash };
		table->used++;
	}
	entry->count++;
	return 0;
}

void table_pack(struct table *table)
{
	size_t used = 0;

	for (size_t i = 0; i < table->capacity; i++) {
		if (table->entries[i].count)
			table->entries[used++] = table->entries[i];
	}
}

void table_release(struct table *table)
{
	free(table->entries);
	*table = (struct table){ 0 };
}
