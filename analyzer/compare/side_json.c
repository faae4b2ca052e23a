/* SPDX-License-Identifier: MIT */
/* The keys are those of docs/reference/cli.md. What is not there is not known; more is passed over. */
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

static int fill(struct csa_side *side, const json_t *root, struct csa_err *err)
{
	const json_t *rows = json_object_get(root, "rows");
	const json_t *processes = json_object_get(root, "processes");
	const json_t *summary = json_object_get(root, "summary");
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
