/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "compare_side.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

void csa_side_init(struct csa_side *side)
{
	*side = (struct csa_side){ 0 };
	csa_notes_init(&side->notes);
}

void csa_side_release(struct csa_side *side)
{
	free(side->items);
	free(side->edges.items);
	csa_notes_release(&side->notes);
	csa_text_pool_release(&side->pool);
	*side = (struct csa_side){ 0 };
}

const char *csa_side_text(struct csa_side *side, const char *text, bool *ok)
{
	const char *kept = text ? csa_text_pool_add(&side->pool, text, strlen(text)) : NULL;

	if (text && !kept)
		*ok = false;
	return kept;
}

bool csa_side_add(struct csa_side *side, const struct csa_side_row *row)
{
	if (!CSA_VEC_ROOM(side, 1))
		return false;
	side->items[side->count] = *row;
	side->items[side->count].partner = CSA_SIDE_NONE;
	csa_value_fill_average(&side->items[side->count++].values);
	return true;
}

bool csa_side_add_caller(struct csa_side *side, uint32_t row, uint32_t caller)
{
	if (!CSA_VEC_ROOM(&side->edges, 1))
		return false;
	side->edges.items[side->edges.count++] = (struct csa_side_edge){ row, caller };
	return true;
}

void csa_side_add_fact(const char **fact, const char *text, bool is_first)
{
	if (is_first)
		*fact = text;
	else if (*fact && (!text || strcmp(*fact, text) != 0))
		*fact = NULL;
}

int csa_side_compare_rows(const struct csa_side_row *a, const struct csa_side_row *b)
{
	int order = strcmp(a->function, b->function);

	if (!order)
		order = strcmp(a->module, b->module);
	if (!order)
		order = (int)a->is_scope - (int)b->is_scope;
	if (!order)
		order = strcmp(a->file, b->file);
	if (!order)
		order = (a->line > b->line) - (a->line < b->line);
	return order;
}

static int by_identity(const void *left, const void *right, void *rows)
{
	const struct csa_side_row *a = (struct csa_side_row *)rows + *(const uint32_t *)left;
	const struct csa_side_row *b = (struct csa_side_row *)rows + *(const uint32_t *)right;
	int order = csa_side_compare_rows(a, b);

	return order ? order : (a->address > b->address) - (a->address < b->address);
}

/* Pieces that the linker kept of one function in several files: their sizes say nothing any more. */
static void merge(struct csa_side_row *to, const struct csa_side_row *from)
{
	csa_value_merge(&to->values, &from->values);
	to->hooks += from->hooks;
	to->size = 0;
}

static int by_row(const void *left, const void *right)
{
	const struct csa_side_edge *a = left;
	const struct csa_side_edge *b = right;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return (a->caller > b->caller) - (a->caller < b->caller);
}

/* @map: new numbers of rows */
static void finish_edges(struct csa_side *side, const uint32_t *map)
{
	struct csa_side_edge *edges = side->edges.items;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < side->edges.count; i++) {
		edges[i].row = map[edges[i].row];
		if (edges[i].caller != CSA_SIDE_ROOT)
			edges[i].caller = map[edges[i].caller];
	}
	if (side->edges.count)
		qsort(edges, side->edges.count, sizeof(*edges), by_row);
	for (uint32_t i = 0; i < side->edges.count; i++) {
		struct csa_side_row *row = &side->items[edges[i].row];

		if (kept && by_row(&edges[kept - 1], &edges[i]) == 0)
			continue;
		edges[kept] = edges[i];
		if (row->caller_count++ == 0)
			row->first_caller = kept;
		kept++;
	}
	side->edges.count = kept;
}

static void add_total(struct csa_side *side)
{
	static const enum csa_value_id totals[] = { CSA_VALUE_SELF, CSA_VALUE_CALLS };

	for (size_t t = 0; t < sizeof(totals) / sizeof(totals[0]); t++) {
		uint64_t sum = 0;
		bool is_known = side->count == 0;

		for (uint32_t i = 0; i < side->count; i++) {
			if (!csa_value_is_known(&side->items[i].values, totals[t]))
				continue;
			is_known = true;
			sum += side->items[i].values.of[totals[t]];
			sum = sum < INT64_MAX ? sum : INT64_MAX;
		}
		if (is_known)
			csa_value_put(&side->total, totals[t], sum);
	}
}

int csa_side_finish(struct csa_side *side, struct csa_err *err)
{
	uint32_t *order = malloc((side->count + 1ull) * sizeof(*order));
	uint32_t *map = calloc(side->count + 1ull, sizeof(*map));
	struct csa_side_row *rows = calloc(side->count + 1ull, sizeof(*rows));
	uint32_t count = 0;
	bool ok = order && map && rows;

	for (uint32_t i = 0; ok && i < side->count; i++)
		order[i] = i;
	if (ok)
		qsort_r(order, side->count, sizeof(*order), by_identity, side->items);
	for (uint32_t i = 0; ok && i < side->count; i++) {
		const struct csa_side_row *row = &side->items[order[i]];

		if (count && csa_side_compare_rows(&rows[count - 1], row) == 0)
			merge(&rows[count - 1], row);
		else
			rows[count++] = *row;
		map[order[i]] = count - 1;
	}
	if (ok) {
		free(side->items);
		side->items = rows;
		side->capacity = side->count + 1;
		side->count = count;
		rows = NULL;
		finish_edges(side, map);
		add_total(side);
	}
	free(rows);
	free(map);
	free(order);
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
}
