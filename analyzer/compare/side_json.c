/* SPDX-License-Identifier: MIT */
/* The keys are those of docs/reference/cli.md. What is not there is not known; more is passed over. */
#define _GNU_SOURCE /* qsort_r */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "compare_side.h"

#include "buf.h"
#include "terminal_text.h"

#define SCHEMA 1

/* Return: CSA_E_FORMAT. */
static int wrong(struct csa_err *err, const char *array, size_t index, const char *key,
		 const char *expected)
{
	return csa_fail(err, CSA_E_FORMAT, "%s[%zu].%s is not %s", array, index, key, expected);
}

/* Missing, null: *@out is not touched. Return: false: something else than a whole number from 0. */
static bool get_number(const json_t *object, const char *key, uint64_t *out)
{
	const json_t *value = json_object_get(object, key);

	if (!value || json_is_null(value))
		return true;
	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*out = (uint64_t)json_integer_value(value);
	return true;
}

static bool put_value(struct csa_value_set *set, const json_t *row, enum csa_value_id id)
{
	uint64_t number = UINT64_MAX;

	if (!get_number(row, csa_value_name(id), &number))
		return false;
	if (number != UINT64_MAX)
		csa_value_put(set, id, number);
	return true;
}

static int add_row(struct csa_side *side, const json_t *from, size_t index, struct csa_err *err)
{
	const char *function = json_string_value(json_object_get(from, "function"));
	const char *kind = json_string_value(json_object_get(from, "kind"));
	const char *module = json_string_value(json_object_get(from, "module"));
	const char *file = json_string_value(json_object_get(from, "file"));
	const char *address = json_string_value(json_object_get(from, "address"));
	struct csa_side_row row = { .is_scope = kind && strcmp(kind, "scope") == 0,
				    .address = address ? strtoull(address, NULL, 16) : 0 };
	uint64_t line = 0;
	bool ok = true;

	if (!function)
		return wrong(err, "rows", index, "function", "a string");
	for (unsigned id = 0; id < CSA_VALUE_IDS; id++) {
		if (!put_value(&row.values, from, (enum csa_value_id)id))
			return wrong(err, "rows", index, csa_value_name((enum csa_value_id)id),
				     "a number from 0");
	}
	if (!csa_value_is_known(&row.values, CSA_VALUE_CALLS))
		return wrong(err, "rows", index, "calls", "a number");
	if (!get_number(from, "line", &line) || line > UINT32_MAX)
		return wrong(err, "rows", index, "line", "a number of a line");
	if (!get_number(from, "size", &row.size))
		return wrong(err, "rows", index, "size", "a number from 0");
	row.line = (unsigned)line;
	row.function = csa_side_text(side, function, &ok);
	row.module = csa_side_text(side, module ? module : "", &ok);
	row.file = csa_side_text(side, file ? file : "", &ok);
	if (!ok || !csa_side_add(side, &row))
		return csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	return 0;
}

static int add_process(struct csa_side *side, const json_t *p, bool is_first, struct csa_err *err)
{
	struct csa_side_facts *facts = &side->facts;
	const struct {
		const char *key;
		const char **fact;
	} texts[] = { { "exe", &facts->exe },     { "command", &facts->command },
		      { "arch", &facts->arch },   { "mode", &facts->mode },
		      { "clock", &facts->clock }, { "selection", &facts->selection } };
	const char *before = facts->mode;
	uint64_t hz = 0;
	bool ok = true;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const char *text = json_string_value(json_object_get(p, texts[i].key));

		csa_side_add_fact(texts[i].fact, csa_side_text(side, text, &ok), is_first);
	}
	facts->has_processes = true;
	facts->has_many_modes = facts->has_many_modes || (!is_first && before && !facts->mode);
	facts->has_selection =
		facts->has_selection || json_is_string(json_object_get(p, "selection"));
	facts->processes++;
	if (is_first && (!get_number(p, "cpus", &facts->cpus) || !get_number(p, "tick_hz", &hz)))
		return wrong(err, "processes", 0, "cpus or tick_hz", "a number from 0");
	if (is_first)
		facts->tick_hz = (double)hz;
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
}

/* Rows of a side by name and address, which is how the tree names them. */
static int by_address(const void *left, const void *right, void *rows)
{
	const struct csa_side_row *a = (struct csa_side_row *)rows + *(const uint32_t *)left;
	const struct csa_side_row *b = (struct csa_side_row *)rows + *(const uint32_t *)right;

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return strcmp(a->function, b->function);
}

/* Return: the row of a node, or CSA_SIDE_NONE: none, or two modules have such a function there. */
static uint32_t find_row(const struct csa_side *side, const uint32_t *sorted, const json_t *node)
{
	const char *function = json_string_value(json_object_get(node, "function"));
	const char *address = json_string_value(json_object_get(node, "address"));
	const struct csa_side_row wanted = { .function = function,
					     .address = address ? strtoull(address, NULL, 16) : 0 };
	uint32_t low = 0;
	uint32_t high = side->count;
	const struct csa_side_row *rows = side->items;

	while (function && low < high) {
		uint32_t middle = low + (high - low) / 2;
		const struct csa_side_row *row = &rows[sorted[middle]];

		if (row->address < wanted.address ||
		    (row->address == wanted.address && strcmp(row->function, function) < 0))
			low = middle + 1;
		else
			high = middle;
	}
	if (!function || low == side->count || rows[sorted[low]].address != wanted.address ||
	    strcmp(rows[sorted[low]].function, function) != 0)
		return CSA_SIDE_NONE;
	if (low + 1 < side->count && rows[sorted[low + 1]].address == wanted.address &&
	    strcmp(rows[sorted[low + 1]].function, function) == 0)
		return CSA_SIDE_NONE;
	return sorted[low];
}

/* Who calls whom, of a report with its tree: the first node is the root, the second of other stacks. */
static int add_callers(struct csa_side *side, const json_t *tree, const uint32_t *sorted,
		       uint32_t *rows, struct csa_err *err)
{
	for (size_t i = 0; i < json_array_size(tree); i++) {
		const json_t *node = json_array_get(tree, i);
		uint64_t parent = 0;
		uint64_t calls = 0;

		rows[i] = i ? find_row(side, sorted, node) : CSA_SIDE_ROOT;
		if (!get_number(node, "parent", &parent) || (i && parent >= i))
			return wrong(err, "tree", i, "parent", "a place before it");
		if (i == 1 && get_number(node, "calls", &calls) && calls)
			side->has_callers = false;
		if (i < 2 || rows[i] == CSA_SIDE_NONE || rows[parent] == CSA_SIDE_NONE)
			continue;
		if (!csa_side_add_caller(side, rows[i], rows[parent]))
			return csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	}
	return 0;
}

static int read_tree(struct csa_side *side, const json_t *tree, struct csa_err *err)
{
	uint32_t *sorted = calloc(side->count + 1ull, sizeof(*sorted));
	uint32_t *rows = calloc(json_array_size(tree) + 1, sizeof(*rows));
	int rc;

	for (uint32_t i = 0; sorted && i < side->count; i++)
		sorted[i] = i;
	if (sorted && side->count)
		qsort_r(sorted, side->count, sizeof(*sorted), by_address, side->items);
	side->has_callers = true;
	rc = sorted && rows ? add_callers(side, tree, sorted, rows, err)
			    : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	free(sorted);
	free(rows);
	return rc;
}

static int fill(struct csa_side *side, const json_t *root, struct csa_err *err)
{
	const json_t *rows = json_object_get(root, "rows");
	const json_t *processes = json_object_get(root, "processes");
	const json_t *summary = json_object_get(root, "summary");
	const json_t *tree = json_object_get(root, "tree");
	int rc = 0;

	if (!json_is_array(rows) || !json_is_object(summary))
		return csa_fail(err, CSA_E_FORMAT,
				"not a report of callsight: it has no rows or no summary");
	if (!get_number(summary, "events", &side->facts.events) ||
	    !get_number(summary, "calls", &side->facts.calls) ||
	    !get_number(summary, "lost", &side->facts.lost))
		return csa_fail(err, CSA_E_FORMAT, "summary: a sum is not a number from 0");
	for (size_t i = 0; i < json_array_size(rows) && rc == 0; i++)
		rc = add_row(side, json_array_get(rows, i), i, err);
	for (size_t i = 0; i < json_array_size(processes) && rc == 0; i++)
		rc = add_process(side, json_array_get(processes, i), i == 0, err);
	if (rc == 0 && json_is_array(tree) && json_array_size(tree) > 1)
		rc = read_tree(side, tree, err);
	return rc;
}

/* The text has bytes of the file in it. */
static int not_json(const json_error_t *where, struct csa_err *err)
{
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_add_terminal_text(&text, where->text);
	rc = csa_fail(err, CSA_E_FORMAT, "line %d: %s", where->line, text.data);
	csa_buf_release(&text);
	return rc;
}

int csa_side_from_json(struct csa_side *side, const char *text, size_t length, struct csa_err *err)
{
	uint64_t schema = 0;
	json_error_t where;
	json_t *root = json_loadb(text, length, 0, &where);
	int rc;

	if (!root)
		return not_json(&where, err);
	if (!get_number(root, "schema", &schema) || schema == 0)
		rc = csa_fail(err, CSA_E_FORMAT, "not a report of callsight: it has no schema");
	else if (schema != SCHEMA)
		rc = csa_fail(err, CSA_E_UNSUPPORTED, "schema is %llu, expected %d",
			      (unsigned long long)schema, SCHEMA);
	else
		rc = fill(side, root, err);
	json_decref(root);
	return rc < 0 ? rc : csa_side_finish(side, err);
}
