/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "function_sums.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool t_sums_fail(struct t_sums *sums, const char *fmt, ...)
{
	va_list args;

	if (sums->error[0])
		return false;
	va_start(args, fmt);
	vsnprintf(sums->error, sizeof(sums->error), fmt, args);
	va_end(args);
	return false;
}

struct t_sum *t_sums_get(struct t_sums *sums, const char *name)
{
	for (size_t i = 0; i < sums->count; i++) {
		if (strcmp(sums->items[i].name, name) == 0)
			return &sums->items[i];
	}
	if (sums->count == sums->capacity) {
		sums->capacity = sums->capacity ? 2 * sums->capacity : 64;
		sums->items = realloc(sums->items, sums->capacity * sizeof(*sums->items));
		if (!sums->items)
			abort();
	}
	sums->items[sums->count] = (struct t_sum){ .name = strdup(name) };
	return &sums->items[sums->count++];
}

void t_sums_release(struct t_sums *sums)
{
	for (size_t i = 0; i < sums->count; i++)
		free(sums->items[i].name);
	free(sums->items);
	*sums = (struct t_sums){ 0 };
}
