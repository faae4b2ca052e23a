/* SPDX-License-Identifier: MIT */
/*
 * Folded stacks, "a;b;c <self ns>", for flame graph programs. Lines with 0 ns are left out, so the
 * sum of all lines is the sum of all self times.
 */
#define _GNU_SOURCE /* qsort_r */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "line_text.h"
#include "top_values.h"
#include "tree_order.h"

struct walk {
	const struct csa_report *report;
	struct csa_tree tree;        /* as the report's, but functions of one name are one row */
	struct csa_tree_order order; /* by name */
	struct csa_top_values limit;
};

static const char *name_of(const struct walk *walk, uint32_t node)
{
	uint32_t row = walk->tree.nodes[node].row;

	return row == CSA_NO_ROW ? "[other stacks]" : walk->report->table.rows[row].function;
}

static int compare_nodes(uint32_t left, uint32_t right, const void *argument)
{
	return strcmp(name_of(argument, left), name_of(argument, right));
}

static int compare_rows(const void *left, const void *right, void *argument)
{
	const struct csa_row_name *rows = argument;

	return strcmp(rows[*(const uint32_t *)left].function,
		      rows[*(const uint32_t *)right].function);
}

/* For every row the one that stands for all of its name. NULL: no memory. */
static uint32_t *rows_by_name(const struct csa_row_table *table)
{
	uint32_t *same = calloc(table->count + 1ull, sizeof(*same));
	uint32_t *order = calloc(table->count + 1ull, sizeof(*order));

	for (uint32_t i = 0; order && i < table->count; i++)
		order[i] = i;
	if (same && order && table->count) {
		qsort_r(order, table->count, sizeof(*order), compare_rows, table->rows);
		for (uint32_t i = 0; i < table->count; i++)
			same[order[i]] =
				i && compare_rows(&order[i - 1], &order[i], table->rows) == 0
					? same[order[i - 1]]
					: order[i];
	} else if (!order) {
		free(same);
		same = NULL;
	}
	free(order);
	return same;
}

/* A stack is a line, and readers of lines know names only: one line for each stack of names. */
static int merge_names(struct walk *walk)
{
	const struct csa_tree *from = &walk->report->tree;
	uint32_t *same = rows_by_name(&walk->report->table);
	uint32_t *map = calloc(from->count, sizeof(*map));
	int rc = same && map && csa_tree_init(&walk->tree) ? 0 : CSA_E_NOMEM;

	for (uint32_t i = 0; rc == 0 && i < from->count; i++) {
		const struct csa_tree_node *n = &from->nodes[i];

		map[i] = i > CSA_TREE_REST
				 ? csa_tree_child(&walk->tree, map[n->parent], same[n->row])
				 : i;
		walk->tree.nodes[map[i]].self_ns += n->self_ns;
	}
	free(same);
	free(map);
	return rc;
}

/* ';' separates frames, a line ends a stack, and what follows the last space is the number. */
static void add_name(struct csa_buf *path, const char *text)
{
	if (path->length)
		csa_buf_add_char(path, ';');
	csa_add_line_text(path, text, ';', ':');
}

static int limit(struct walk *walk, unsigned top)
{
	const struct csa_tree *tree = &walk->tree;
	uint64_t *values = calloc(tree->count, sizeof(*values));

	if (!values)
		return CSA_E_NOMEM;
	for (uint32_t i = 0; i < tree->count; i++)
		values[i] = tree->nodes[i].self_ns;
	csa_top_values_init(&walk->limit, values, tree->count, top);
	free(values);
	return 0;
}

/* One open node of the walk: its children from next to end are still to be printed. */
struct level {
	uint32_t next;
	uint32_t end;
	size_t path_length; /* of the path without it */
};

static int enter(struct walk *walk, uint32_t node, struct csa_buf *path, struct level *level,
		 FILE *out)
{
	uint64_t self_ns = walk->tree.nodes[node].self_ns;

	*level = (struct level){ .next = walk->order.first_child[node],
				 .end = walk->order.first_child[node + 1],
				 .path_length = path->length };
	if (node == CSA_TREE_ROOT)
		return 0;
	add_name(path, name_of(walk, node));
	if (path->failed)
		return CSA_E_NOMEM;
	if (self_ns && csa_top_values_take(&walk->limit, self_ns))
		fprintf(out, "%s %" PRIu64 "\n", path->data, self_ns);
	return 0;
}

static void cut(struct csa_buf *path, size_t length)
{
	path->length = length;
	if (path->capacity)
		path->data[length] = '\0';
}

static int walk_tree(struct walk *walk, FILE *out)
{
	struct level *levels = calloc(walk->order.depth, sizeof(*levels));
	struct csa_buf path;
	size_t depth = 1;
	int rc;

	if (!levels)
		return CSA_E_NOMEM;
	csa_buf_init(&path);
	rc = enter(walk, CSA_TREE_ROOT, &path, &levels[0], out);
	while (rc == 0 && depth) {
		struct level *level = &levels[depth - 1];

		if (level->next == level->end) {
			cut(&path, level->path_length);
			depth--;
			continue;
		}
		rc = enter(walk, walk->order.nodes[level->next++], &path, &levels[depth], out);
		depth++;
	}
	csa_buf_release(&path);
	free(levels);
	return rc;
}

static int write_folded(const struct csa_report *report, const struct csa_out_options *options,
			FILE *out, struct csa_err *err)
{
	struct walk walk = { .report = report };
	int rc = merge_names(&walk);

	if (rc == 0)
		rc = csa_tree_order_make(&walk.order, &walk.tree, compare_nodes, &walk);
	if (rc == 0)
		rc = limit(&walk, options->top);
	if (rc == 0)
		rc = walk_tree(&walk, out);
	csa_tree_order_release(&walk.order);
	csa_tree_release(&walk.tree);
	return rc < 0 ? csa_fail(err, rc, "no memory for %u stacks", report->tree.count) : 0;
}

const struct csa_out_format csa_out_folded = {
	.name = "folded",
	.wants = CSA_OUT_WANTS_TREE,
	.write = write_folded,
};
