/* SPDX-License-Identifier: MIT */
#include "sort.h"

#include <string.h>

/* Below this many entries insertion is quicker than another level of recursion. */
#define SMALL 12u

static int comes_before(const struct entry *a, const struct entry *b)
{
	size_t shorter = a->word.length < b->word.length ? a->word.length : b->word.length;
	int order;

	if (a->count != b->count)
		return a->count > b->count;
	order = memcmp(a->word.text, b->word.text, shorter);
	return order < 0 || (order == 0 && a->word.length < b->word.length);
}

static void insertion_sort(struct entry *entries, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct entry moved = entries[i];
		size_t at = i;

		for (; at > 0 && comes_before(&moved, &entries[at - 1]); at--)
			entries[at] = entries[at - 1];
		entries[at] = moved;
	}
}

static void swap_entries(struct entry *a, struct entry *b)
{
	struct entry kept = *a;

	*a = *b;
	*b = kept;
}

/* Return: where the entry that divides the rest stands now. */
static size_t divide(struct entry *entries, size_t count)
{
	size_t border = 0;

	swap_entries(&entries[count / 2], &entries[count - 1]);
	for (size_t i = 0; i + 1 < count; i++) {
		if (comes_before(&entries[i], &entries[count - 1]))
			swap_entries(&entries[i], &entries[border++]);
	}
	swap_entries(&entries[border], &entries[count - 1]);
	return border;
}

void sort_entries(struct entry *entries, size_t count)
{
	size_t border;

	if (count <= SMALL) {
		insertion_sort(entries, count);
		return;
	}
	border = divide(entries, count);
	sort_entries(entries, border);
	sort_entries(entries + border + 1, count - border - 1);
}
