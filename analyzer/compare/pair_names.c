/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "pair.h"

#include <stdlib.h>
#include <string.h>

#define PARTS_MAX 16u /* of a path that are looked at */

/* Numbers of rows, sorted so that functions of one name stand together. */
struct list {
	struct csa_side *side;
	uint32_t *items;
	uint32_t count;
	unsigned parts; /* of the path, while a group is sorted */
};

const char *csa_path_end(const char *path, unsigned parts)
{
	const char *end = path + strlen(path);

	while (end > path) {
		if (end[-1] == '/' && parts-- == 1)
			break;
		end--;
	}
	return end;
}

static int compare_names(const struct csa_side_row *a, const struct csa_side_row *b)
{
	int order = strcmp(a->function, b->function);

	if (!order)
		order = strcmp(a->module_key, b->module_key);
	return order ? order : (int)a->is_scope - (int)b->is_scope;
}

static int by_name(const void *left, const void *right, void *side)
{
	const struct csa_side_row *rows = ((struct csa_side *)side)->items;

	return compare_names(&rows[*(const uint32_t *)left], &rows[*(const uint32_t *)right]);
}

static int compare_places(const struct csa_side_row *a, const struct csa_side_row *b,
			  unsigned parts, bool with_line)
{
	int order = strcmp(csa_path_end(a->file, parts), csa_path_end(b->file, parts));

	if (order || !with_line)
		return order;
	return (a->line > b->line) - (a->line < b->line);
}

/* The paths decide last, so that the order never depends on that of the rows. */
static int by_place(const void *left, const void *right, void *list)
{
	const struct list *l = list;
	const struct csa_side_row *a = &l->side->items[*(const uint32_t *)left];
	const struct csa_side_row *b = &l->side->items[*(const uint32_t *)right];
	int order = compare_places(a, b, l->parts, true);

	return order ? order : strcmp(a->file, b->file);
}

static void pair(struct list *a, uint32_t i, struct list *b, uint32_t j)
{
	a->side->items[a->items[i]].partner = b->items[j];
	b->side->items[b->items[j]].partner = a->items[i];
}

/* Drops those that have a partner. */
static void compact(struct list *list)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < list->count; i++) {
		if (list->side->items[list->items[i]].partner == CSA_SIDE_NONE)
			list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

/* Pairs what is equal in two sorted lists, in their order. */
static void pair_places(struct list *a, struct list *b, unsigned parts, bool with_line)
{
	uint32_t i = 0;
	uint32_t j = 0;

	while (i < a->count && j < b->count) {
		int order = compare_places(&a->side->items[a->items[i]],
					   &b->side->items[b->items[j]], parts, with_line);

		if (order == 0)
			pair(a, i, b, j);
		i += order <= 0;
		j += order >= 0;
	}
	compact(a);
	compact(b);
}

/*
 * Functions of one name: those whose files have the longest common end first, of these the same line
 * before the same order. What is left alone on both sides has moved.
 */
static void pair_group(struct list *a, struct list *b)
{
	for (unsigned parts = PARTS_MAX; parts > 0 && a->count + b->count > 2; parts--) {
		a->parts = b->parts = parts;
		qsort_r(a->items, a->count, sizeof(*a->items), by_place, a);
		qsort_r(b->items, b->count, sizeof(*b->items), by_place, b);
		pair_places(a, b, parts, true);
		pair_places(a, b, parts, false);
		if (a->count == 0 || b->count == 0)
			return;
	}
	if (a->count == 1 && b->count == 1)
		pair(a, 0, b, 0);
}

/* Return: NULL: no memory. */
static const char *module_key(struct csa_side *side, const char *path, bool is_program_common)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *version = strstr(name, ".so.");

	if (is_program_common && strcmp(path, side->facts.exe) == 0)
		return "/";
	return csa_text_pool_add(&side->pool, name,
				 version ? (size_t)(version - name) + 3 : strlen(name));
}

static bool make_list(struct list *list, struct csa_side *side, bool is_program_common)
{
	*list = (struct list){ .side = side, .count = side->count };
	list->items = malloc((side->count + 1ull) * sizeof(*list->items));
	if (!list->items)
		return false;
	for (uint32_t i = 0; i < side->count; i++) {
		struct csa_side_row *row = &side->items[i];

		list->items[i] = i;
		row->partner = CSA_SIDE_NONE;
		row->module_key = module_key(side, row->module, is_program_common);
		if (!row->module_key)
			return false;
	}
	qsort_r(list->items, list->count, sizeof(*list->items), by_name, side);
	return true;
}

/* How many from @at on have the same name. */
static uint32_t group_length(const struct list *list, uint32_t at)
{
	const struct csa_side_row *first = &list->side->items[list->items[at]];
	uint32_t end = at + 1;

	while (end < list->count && compare_names(first, &list->side->items[list->items[end]]) == 0)
		end++;
	return end - at;
}

static void pair_lists(struct list *a, struct list *b)
{
	uint32_t i = 0;
	uint32_t j = 0;

	while (i < a->count && j < b->count) {
		int order =
			compare_names(&a->side->items[a->items[i]], &b->side->items[b->items[j]]);
		struct list x = { .side = a->side, .items = a->items + i };
		struct list y = { .side = b->side, .items = b->items + j };

		x.count = order <= 0 ? group_length(a, i) : 0;
		y.count = order >= 0 ? group_length(b, j) : 0;
		i += x.count;
		j += y.count;
		if (order == 0)
			pair_group(&x, &y);
	}
}

int csa_pair_names(struct csa_side *a, struct csa_side *b, struct csa_err *err)
{
	bool is_program_common = a->facts.exe && b->facts.exe;
	struct list x = { 0 };
	struct list y = { 0 };
	bool ok = make_list(&x, a, is_program_common) && make_list(&y, b, is_program_common);

	if (ok)
		pair_lists(&x, &y);
	free(x.items);
	free(y.items);
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
}
