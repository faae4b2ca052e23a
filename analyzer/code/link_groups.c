/* SPDX-License-Identifier: MIT */
#include "link_groups.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "demangle.h"

struct named {
	const char *name;
	uint32_t index;
};

static uint32_t find(struct csa_link_function *items, uint32_t index)
{
	while (items[index].group != index) {
		items[index].group = items[items[index].group].group;
		index = items[index].group;
	}
	return index;
}

/* The smaller index stands for both. */
static void unite(struct csa_link_function *items, uint32_t a, uint32_t b)
{
	a = find(items, a);
	b = find(items, b);
	if (a < b)
		items[b].group = a;
	else
		items[a].group = b;
}

static int by_name(const void *left, const void *right)
{
	const struct named *a = left;
	const struct named *b = right;
	int order = strcmp(a->name, b->name);

	return order ? order : (a->index > b->index) - (a->index < b->index);
}

static struct named *sort_names(const struct csa_link_image *image)
{
	struct named *names = malloc((image->functions.count + 1) * sizeof(*names));

	for (size_t i = 0; names && i < image->functions.count; i++)
		names[i] = (struct named){ image->functions.items[i].name, (uint32_t)i };
	if (names)
		qsort(names, image->functions.count, sizeof(*names), by_name);
	return names;
}

static size_t first_of(const struct named *names, size_t count, const char *name)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(names[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * A piece is local. What it was cut from is a local function of the same source, or a global one;
 * another piece may be all that is left of it, so pieces of one origin are found through its name.
 * Linkers make hidden functions local and list them apart: one that has its name for itself is it.
 */
static void unite_piece(struct csa_link_image *image, const struct named *names, uint32_t piece,
			const char *origin)
{
	struct csa_link_function *items = image->functions.items;
	size_t length = strlen(origin);
	uint32_t scope = items[piece].scope;
	uint32_t apart = 0;
	unsigned apart_count = 0;
	bool is_found = false;

	for (size_t i = first_of(names, image->functions.count, origin);
	     i < image->functions.count && strncmp(names[i].name, origin, length) == 0; i++) {
		const struct csa_link_function *other = &items[names[i].index];
		bool is_origin = other->name[length] == '\0';
		bool is_near = other->scope == scope || (is_origin && other->scope == 0);

		if (other->name[length] > '.')
			break; /* sorted: nothing of this origin comes any more */
		if (is_near && (is_origin || other->name[length] == '.')) {
			unite(items, piece, names[i].index);
			is_found = is_found || is_origin;
		} else if (is_origin) {
			apart = names[i].index;
			apart_count++;
		}
	}
	if (!is_found && apart_count == 1)
		unite(items, piece, apart);
}

int csa_link_groups_make(struct csa_link_image *image, struct csa_err *err)
{
	struct csa_link_function *items = image->functions.items;
	size_t count = image->functions.count;
	struct named *names = NULL;
	struct csa_buf origin;
	int rc = 0;

	csa_buf_init(&origin);
	for (size_t i = 0; i < count; i++)
		items[i].group = (uint32_t)i;
	for (size_t i = 1; i < count; i++) {
		if (items[i].addr == items[i - 1].addr)
			unite(items, (uint32_t)i, (uint32_t)i - 1);
	}
	for (size_t i = 0; i < count; i++) {
		if (!strchr(items[i].name, '.'))
			continue;
		csa_buf_clear(&origin);
		if (!csa_demangle_clone_origin(items[i].name, &origin))
			continue;
		names = names ? names : sort_names(image);
		if (!names || origin.failed) {
			rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu symbols", count);
			break;
		}
		unite_piece(image, names, (uint32_t)i, origin.data);
	}
	for (size_t i = 0; i < count; i++)
		items[i].group = find(items, (uint32_t)i);
	free(names);
	csa_buf_release(&origin);
	return rc;
}
