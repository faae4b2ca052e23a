/* SPDX-License-Identifier: MIT */
/*
 * The call tree of all threads, one line a node, the heaviest child first. What is left out, because
 * it is too light or beyond the heaviest --top nodes, is one line of its caller.
 */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "function_columns.h"
#include "line_columns.h"
#include "short_name.h"
#include "stack_order.h"
#include "terminal_text.h"
#include "top_values.h"
#include "tree_order.h"

#define DEFAULT_COLUMNS "incl%,incl,self,calls"
#define NAME_MOST       200u /* without a terminal: names of 2 000 characters hide the tree */
#define LEVELS_MOST     40u  /* deeper nodes say their depth instead of being indented further */

enum column {
	COLUMN_INCL_SHARE,
	COLUMN_INCL,
	COLUMN_SELF_SHARE,
	COLUMN_SELF,
	COLUMN_CALLS,
	COLUMN_AVG,
	COLUMN_INCL_NS,
	COLUMN_SELF_NS,
	COLUMN_AVG_NS,
	COLUMN_DEPTH,
	COLUMNS
};

static const struct csa_text_column columns[COLUMNS + 1] = {
	[COLUMN_INCL_SHARE] = { "incl%", NULL, 1, false },
	[COLUMN_INCL] = { "incl", NULL, 2, false },
	[COLUMN_SELF_SHARE] = { "self%", NULL, 5, false },
	[COLUMN_SELF] = { "self", NULL, 3, false },
	[COLUMN_CALLS] = { "calls", NULL, 4, false },
	[COLUMN_AVG] = { "avg", NULL, 5, false },
	[COLUMN_INCL_NS] = { "incl_ns", NULL, 2, false },
	[COLUMN_SELF_NS] = { "self_ns", NULL, 3, false },
	[COLUMN_AVG_NS] = { "avg_ns", NULL, 5, false },
	[COLUMN_DEPTH] = { "depth", NULL, 6, false },
};

struct walk {
	const struct csa_report *report;
	const struct csa_tree *tree;
	struct csa_line_columns columns;
	struct csa_tree_order order;
	uint64_t *incl_ns; /* of each node */
	uint64_t total_ns; /* of all roots */
	uint64_t least_ns; /* lighter nodes are left out */
	struct csa_top_values limit;
	unsigned char *has_more; /* by level: a sibling of the open node follows */
};

/* What a line is about: a node, or the children of one that were left out. */
struct line {
	const struct walk *walk;
	uint64_t incl_ns;
	uint64_t self_ns;
	uint64_t calls;
	size_t depth;
};

static const char *name_of(const struct walk *walk, uint32_t node)
{
	uint32_t row = walk->tree->nodes[node].row;

	return row == CSA_NO_ROW ? "(other stacks)" : walk->report->table.rows[row].function;
}

static int compare_nodes(uint32_t left, uint32_t right, const void *argument)
{
	const struct walk *walk = argument;

	if (walk->incl_ns[left] != walk->incl_ns[right])
		return walk->incl_ns[left] > walk->incl_ns[right] ? -1 : 1;
	if (left == CSA_TREE_REST || right == CSA_TREE_REST)
		return left == CSA_TREE_REST ? 1
					     : -1; /* it may be empty, and is then passed over */
	return csa_caller_order(walk->report, walk->tree->nodes[left].row,
				walk->tree->nodes[right].row);
}

static void add_cell(struct csa_buf *buf, const void *data, unsigned column)
{
	const struct line *line = data;
	const uint64_t avg_ns = line->calls ? line->incl_ns / line->calls : 0;

	switch ((enum column)column) {
	case COLUMN_INCL_SHARE:
		csa_add_share(buf, line->incl_ns, line->walk->total_ns);
		break;
	case COLUMN_INCL:
		csa_add_duration(buf, line->incl_ns);
		break;
	case COLUMN_SELF_SHARE:
		csa_add_share(buf, line->self_ns, line->walk->total_ns);
		break;
	case COLUMN_SELF:
		csa_add_duration(buf, line->self_ns);
		break;
	case COLUMN_CALLS:
		csa_buf_add_fmt(buf, "%" PRIu64, line->calls);
		break;
	case COLUMN_AVG:
		csa_add_duration(buf, avg_ns);
		break;
	case COLUMN_INCL_NS:
		csa_buf_add_fmt(buf, "%" PRIu64, line->incl_ns);
		break;
	case COLUMN_SELF_NS:
		csa_buf_add_fmt(buf, "%" PRIu64, line->self_ns);
		break;
	case COLUMN_AVG_NS:
		csa_buf_add_fmt(buf, "%" PRIu64, avg_ns);
		break;
	case COLUMN_DEPTH:
		csa_buf_add_fmt(buf, "%zu", line->depth);
		break;
	case COLUMNS:
		break;
	}
}

static unsigned column_width(enum column column, uint64_t total_ns, uint64_t most_calls)
{
	switch (column) {
	case COLUMN_CALLS:
		return csa_count_digits(most_calls);
	case COLUMN_INCL_NS:
	case COLUMN_SELF_NS:
	case COLUMN_AVG_NS:
		return csa_count_digits(total_ns);
	case COLUMN_DEPTH:
	case COLUMN_INCL_SHARE:
	case COLUMN_SELF_SHARE:
		return 5;
	default:
		return CSA_DURATION_WIDTH;
	}
}

/* What stands in front of a name; "" for a root. @depth: 1 for a root */
static void add_branches(struct csa_buf *buf, const struct walk *walk, size_t depth, bool has_more)
{
	size_t levels = depth - 1;
	size_t most = walk->columns.room / 4 < LEVELS_MOST ? walk->columns.room / 4 : LEVELS_MOST;

	for (size_t i = 1; i < levels && i < most; i++)
		csa_buf_add_str(buf, walk->has_more[i + 1] ? "\xe2\x94\x82 " : "  ");
	if (levels)
		csa_buf_add_str(buf,
				has_more ? "\xe2\x94\x9c\xe2\x94\x80" : "\xe2\x94\x94\xe2\x94\x80");
	if (levels > most)
		csa_buf_add_fmt(buf, "[%zu] ", depth);
}

static void print_line(const struct walk *walk, const struct line *line, bool has_more,
		       const char *name, enum csa_style style, FILE *out)
{
	const bool has_styles = walk->columns.has_styles;
	struct csa_buf branches;
	struct csa_buf begin;
	struct csa_buf shown;
	unsigned room;

	csa_buf_init(&branches);
	csa_buf_init(&begin);
	csa_buf_init(&shown);
	add_branches(&branches, walk, line->depth, has_more);
	room = walk->columns.room > NAME_MOST ? NAME_MOST
					      : walk->columns.room - csa_text_width(branches.data);
	csa_add_shortened_name(&shown, name, room);
	csa_line_begin(&walk->columns, add_cell, line, &begin);
	fprintf(out, "%s%s%s%s%s\n", begin.data, branches.data, csa_style_begin(has_styles, style),
		shown.data, csa_style_end(has_styles, style));
	csa_buf_release(&branches);
	csa_buf_release(&begin);
	csa_buf_release(&shown);
}

static bool is_shown(struct walk *walk, uint32_t node)
{
	if (node == CSA_TREE_REST && !walk->tree->nodes[node].calls)
		return false;
	return walk->incl_ns[node] >= walk->least_ns &&
	       csa_top_values_take(&walk->limit, walk->incl_ns[node]);
}

/* One open node: its children from next to end are still to be printed. */
struct level {
	uint32_t next;
	uint32_t end;
};

/* Children that take part: the node for other stacks can be empty. */
static uint32_t count_children(const struct walk *walk, const struct level *level)
{
	uint32_t count = 0;

	for (uint32_t i = level->next; i < level->end; i++) {
		uint32_t node = walk->order.nodes[i];

		count += node != CSA_TREE_REST || walk->tree->nodes[node].calls;
	}
	return count;
}

/* None of them is shown: what they took stands in their caller's line, as time that is not its own. */
static bool are_all_out(const struct walk *walk, const struct level *level)
{
	uint64_t least = walk->least_ns;

	if (level->next == level->end)
		return false;
	if (walk->limit.is_limited && walk->limit.least > least)
		least = walk->limit.least;
	return walk->incl_ns[walk->order.nodes[level->next]] < least;
}

/* The children from level->next on are too light: one line for all of them. */
static void print_rest(const struct walk *walk, const struct level *level, size_t depth, FILE *out)
{
	struct line line = { .walk = walk, .depth = depth };
	const uint32_t count = count_children(walk, level);
	char name[64];

	if (!count)
		return;
	for (uint32_t i = level->next; i < level->end; i++) {
		uint32_t node = walk->order.nodes[i];

		line.incl_ns += walk->incl_ns[node];
		line.self_ns += walk->tree->nodes[node].self_ns;
		line.calls += walk->tree->nodes[node].calls;
	}
	snprintf(name, sizeof(name), "(%" PRIu32 " %s left out)", count,
		 count == 1 ? "function" : "functions");
	print_line(walk, &line, false, name, CSA_STYLE_WEAK, out);
}

/* @left_out: children that have no line */
static void print_node(const struct walk *walk, uint32_t node, size_t depth, uint32_t left_out,
		       FILE *out)
{
	const struct csa_tree_node *n = &walk->tree->nodes[node];
	const struct line line = { .walk = walk,
				   .incl_ns = walk->incl_ns[node],
				   .self_ns = n->self_ns,
				   .calls = n->calls,
				   .depth = depth };
	struct csa_buf name;

	csa_buf_init(&name);
	csa_add_terminal_text(&name, name_of(walk, node));
	if (left_out)
		csa_buf_add_fmt(&name, " (+%" PRIu32 " left out)", left_out);
	print_line(walk, &line, walk->has_more[depth], name.data, CSA_STYLE_PLAIN, out);
	csa_buf_release(&name);
}

static int walk_tree(struct walk *walk, FILE *out)
{
	struct level *levels = calloc(walk->order.depth + 1, sizeof(*levels));
	size_t depth = 1;

	walk->has_more = calloc(walk->order.depth + 1, sizeof(*walk->has_more));
	if (!levels || !walk->has_more) {
		free(levels);
		return CSA_E_NOMEM;
	}
	levels[0] = (struct level){ .next = walk->order.first_child[CSA_TREE_ROOT],
				    .end = walk->order.first_child[CSA_TREE_ROOT + 1] };
	while (depth) {
		struct level *level = &levels[depth - 1];
		struct level below;
		uint32_t node;

		if (level->next == level->end || !is_shown(walk, walk->order.nodes[level->next])) {
			print_rest(walk, level, depth, out);
			depth--;
			continue;
		}
		node = walk->order.nodes[level->next++];
		walk->has_more[depth] = count_children(walk, level) != 0;
		below = (struct level){ .next = walk->order.first_child[node],
					.end = walk->order.first_child[node + 1] };
		if (are_all_out(walk, &below)) {
			print_node(walk, node, depth, count_children(walk, &below), out);
			continue;
		}
		print_node(walk, node, depth, 0, out);
		levels[depth++] = below;
	}
	free(levels);
	return 0;
}

static int sum_up(struct walk *walk)
{
	const struct csa_tree *tree = walk->tree;
	uint64_t most_calls = 0;

	walk->incl_ns = calloc(tree->count, sizeof(*walk->incl_ns));
	if (!walk->incl_ns)
		return CSA_E_NOMEM;
	for (uint32_t i = tree->count; i-- > 0;) { /* children have greater numbers */
		walk->incl_ns[i] += tree->nodes[i].self_ns;
		if (i != CSA_TREE_ROOT)
			walk->incl_ns[tree->nodes[i].parent] += walk->incl_ns[i];
		most_calls += tree->nodes[i].calls;
	}
	walk->total_ns = walk->incl_ns[CSA_TREE_ROOT];
	for (unsigned i = 0; i < walk->columns.chosen.count; i++)
		walk->columns.widths[i] =
			column_width(walk->columns.chosen.numbers[i], walk->total_ns, most_calls);
	return 0;
}

/* A caller is never lighter than its callees, so the heaviest nodes are one tree. */
static int limit(struct walk *walk, const struct csa_out_options *options)
{
	const uint32_t count = walk->tree->count - 1; /* all but the root */
	uint64_t *values = calloc(count, sizeof(*values));

	if (!values)
		return CSA_E_NOMEM;
	memcpy(values, walk->incl_ns + 1, count * sizeof(*values));
	csa_top_values_init(&walk->limit, values, count, options->top);
	free(values);
	walk->least_ns = (uint64_t)((double)walk->total_ns * options->min_percent / 100.0);
	return 0;
}

static int choose(struct csa_chosen_columns *chosen, const struct csa_out_options *options,
		  struct csa_err *err)
{
	return csa_columns_choose(chosen, columns,
				  options->columns ? options->columns : DEFAULT_COLUMNS, err);
}

static int check_tree(const struct csa_out_options *options, struct csa_err *err)
{
	struct csa_chosen_columns chosen;

	return choose(&chosen, options, err);
}

static int write_tree(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out, struct csa_err *err)
{
	struct walk walk = { .report = report, .tree = &report->tree };
	int rc = choose(&walk.columns.chosen, options, err);

	walk.columns.has_styles = options->has_styles;
	if (rc == 0)
		rc = sum_up(&walk);
	if (rc == 0)
		rc = csa_tree_order_make(&walk.order, walk.tree, compare_nodes, &walk);
	if (rc == 0)
		rc = limit(&walk, options);
	if (rc == 0) {
		csa_line_fit(&walk.columns, options->width);
		csa_line_titles(&walk.columns, "function", out);
		rc = walk_tree(&walk, out);
	}
	free(walk.incl_ns);
	free(walk.has_more);
	csa_tree_order_release(&walk.order);
	return rc < 0 ? csa_fail(err, rc, "no memory for %u stacks", report->tree.count) : 0;
}

const struct csa_out_format csa_out_tree = {
	.name = "tree",
	.wants = CSA_OUT_WANTS_TREE,
	.default_top = 100,
	.check = check_tree,
	.write = write_tree,
};
