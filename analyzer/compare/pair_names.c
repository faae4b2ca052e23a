/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "pair.h"

#include <stdlib.h>
#include <string.h>

#include "pair_list.h"

#define PARTS_MAX 16u /* of a path that are looked at */

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
	const struct csa_pair_list *l = list;
	const struct csa_side_row *a = &l->side->items[*(const uint32_t *)left];
	const struct csa_side_row *b = &l->side->items[*(const uint32_t *)right];
	int order = compare_places(a, b, l->parts, true);

	return order ? order : strcmp(a->file, b->file);
}

static void pair(struct csa_pair_list *a, uint32_t i, struct csa_pair_list *b, uint32_t j)
{
	a->side->items[a->items[i]].partner = b->items[j];
	b->side->items[b->items[j]].partner = a->items[i];
}

/* Drops those that have a partner. */
static void compact(struct csa_pair_list *list)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < list->count; i++) {
		if (list->side->items[list->items[i]].partner == CSA_SIDE_NONE)
			list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

/* Pairs what is equal in two sorted lists, in their order. */
static void pair_places(struct csa_pair_list *a, struct csa_pair_list *b, unsigned parts,
			bool with_line)
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
static bool pair_group(struct csa_pair_list *a, struct csa_pair_list *b)
{
	uint32_t before = a->count;

	for (unsigned parts = PARTS_MAX; parts > 0 && a->count + b->count > 2; parts--) {
		a->parts = b->parts = parts;
		qsort_r(a->items, a->count, sizeof(*a->items), by_place, a);
		qsort_r(b->items, b->count, sizeof(*b->items), by_place, b);
		pair_places(a, b, parts, true);
		pair_places(a, b, parts, false);
		if (a->count == 0 || b->count == 0)
			return a->count < before;
	}
	if (a->count != 1 || b->count != 1)
		return a->count < before;
	pair(a, 0, b, 0);
	return true;
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

static bool make_list(struct csa_pair_list *list, struct csa_side *side, bool is_program_common)
{
	*list = (struct csa_pair_list){ .side = side, .count = side->count };
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

int csa_pair_names(struct csa_side *a, struct csa_side *b, struct csa_err *err)
{
	static const struct csa_pairing pairing = { compare_names, pair_group };
	bool is_program_common = a->facts.exe && b->facts.exe;
	struct csa_pair_list x = { 0 };
	struct csa_pair_list y = { 0 };
	bool ok = make_list(&x, a, is_program_common) && make_list(&y, b, is_program_common);

	if (ok)
		csa_pair_lists(&x, &y, &pairing);
	free(x.items);
	free(y.items);
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
}
