/* SPDX-License-Identifier: MIT */
#include "render.h"

#include <stdio.h>

static size_t render_line(const struct entry *entry, char *buffer, size_t size)
{
	int length = snprintf(buffer, size, "%6u %.*s\n", entry->count, (int)entry->word.length,
			      entry->word.text);

	return length > 0 && (size_t)length < size ? (size_t)length : 0;
}

size_t render_entries(const struct entry *entries, size_t count, char *buffer, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++)
		used += render_line(&entries[i], buffer + used, size - used);
	return used;
}
