/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "pair.h"
#include "terminal_text.h"

#define FUNCTIONS_MAX 1000000u

struct reading {
	struct csa_gate_set *set;
	const char *text;
	struct csa_err *err;
};

/* Return: CSA_E_FORMAT. The message names the function and its line. */
static int wrong(const struct reading *r, size_t index, const char *key, const char *expected)
{
	return csa_fail(r->err, CSA_E_FORMAT, "line %u: functions[%zu]: %s is not %s",
			csa_baseline_line(r->text, index), index, key, expected);
}

static int wrong_top(const struct reading *r, const char *key, const char *expected)
{
	return csa_fail(r->err, CSA_E_FORMAT, "line 1: %s is not %s", key, expected);
}

static int no_memory(const struct reading *r)
{
	return csa_fail(r->err, CSA_E_NOMEM, "no memory for a baseline");
}

/* The text has bytes of the file in it. */
static int not_json(const char *text, const json_error_t *where, struct csa_err *err)
{
	struct csa_buf words;
	int rc;

	csa_buf_init(&words);
	csa_add_terminal_text(&words, where->text);
	rc = csa_fail(err, CSA_E_FORMAT, "line %d: %s%s", where->line, words.data,
		      strstr(text, "\n<<<<<<< ") ? " (a merge left a conflict in it)" : "");
	csa_buf_release(&words);
	return rc;
}

/* The pool's copy; "" when it is not there. NULL: no memory. */
static const char *get_text(const struct reading *r, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	bool ok = true;

	return csa_side_text(&r->set->side, text ? text : "", &ok);
}

static int read_extra(const struct reading *r, json_t *facts)
{
	const char *key;
	json_t *value;

	json_object_foreach(facts, key, value)
	{
		if (!json_is_string(value))
			return wrong_top(r, "a value of facts", "a string");
		if (!csa_gate_fact_add(&r->set->facts, &r->set->side.pool, key,
				       json_string_value(value)))
			return wrong_top(r, "facts", "of at most 64 strings");
	}
	return 0;
}

static int read_facts(const struct reading *r, const json_t *root)
{
	struct csa_gate_facts *facts = &r->set->facts;
	const json_t *machine = json_object_get(root, "machine");
	const json_t *cpus = json_object_get(machine, "cpus");

	if (!json_is_object(machine))
		return wrong_top(r, "machine", "an object");
	if (!json_is_integer(cpus) || json_integer_value(cpus) < 0)
		return wrong_top(r, "machine.cpus", "a number");
	facts->cpus = (uint64_t)json_integer_value(cpus);
	facts->cpu = get_text(r, machine, "cpu");
	facts->arch = get_text(r, machine, "arch");
	facts->clock = get_text(r, machine, "clock");
	facts->version = get_text(r, root, "version");
	facts->mode = get_text(r, root, "mode");
	facts->command = get_text(r, root, "command");
	if (!facts->cpu || !facts->arch || !facts->clock || !facts->version || !facts->mode ||
	    !facts->command)
		return no_memory(r);
	return read_extra(r, json_object_get(root, "facts"));
}

/* A list of numbers from 0, one a run; nothing is zeros. */
static int read_run_numbers(const struct reading *r, const json_t *root, const char *key,
			    double *to)
{
	const json_t *list = json_object_get(root, key);

	if (list && json_array_size(list) != r->set->runs)
		return wrong_top(r, key, "a list of one number a run");
	for (unsigned i = 0; i < r->set->runs; i++) {
		const json_t *item = json_array_get(list, i);

		to[i] = item ? json_number_value(item) : 0;
		if (item && (!json_is_number(item) || to[i] < 0 || to[i] > 1e18))
			return wrong_top(r, key, "a list of numbers from 0");
	}
	return 0;
}

static int read_runs(const struct reading *r, const json_t *root, unsigned *runs)
{
	const json_t *count = json_object_get(root, "runs");
	double numbers[2][CSA_GATE_RUNS_MAX] = { { 0 } };
	int rc;

	if (!json_is_integer(count) || json_integer_value(count) < 1 ||
	    json_integer_value(count) > CSA_GATE_RUNS_MAX)
		return wrong_top(r, "runs", "a number from 1 to 100");
	r->set->runs = *runs = (unsigned)json_integer_value(count);
	rc = read_run_numbers(r, root, "reference_ns", numbers[0]);
	if (rc == 0)
		rc = read_run_numbers(r, root, "hook_ns", numbers[1]);
	for (unsigned i = 0; rc == 0 && i < *runs; i++) {
		r->set->run[i].reference_ns = (uint64_t)numbers[0][i];
		r->set->run[i].hook_ns = numbers[1][i];
	}
	return rc;
}

/* 16 hexadecimal digits; what is not there is 0, which is not known. */
static bool get_hash(const json_t *from, uint64_t *hash)
{
	const char *text = json_string_value(from);

	*hash = 0;
	if (!from)
		return true;
	if (!text || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
		return false;
	*hash = strtoull(text, NULL, 16);
	return true;
}

static int read_code(const struct reading *r, const json_t *from, size_t index,
		     const json_t *builds, struct csa_side_row *row)
{
	const json_t *build = json_object_get(builds, csa_path_end(row->module, 1));

	if (!get_hash(json_object_get(from, "code"), &row->code))
		return wrong(r, index, "code", "of 16 hexadecimal digits");
	if (!get_hash(build, &row->layout))
		return wrong_top(r, "a value of builds", "of 16 hexadecimal digits");
	return 0;
}

static int read_function(const struct reading *r, const json_t *from, size_t index,
			 const char *program, const json_t *builds)
{
	const json_t *line = json_object_get(from, "line");
	const char *kind = json_string_value(json_object_get(from, "kind"));
	struct csa_side_row row = { .is_scope = kind && strcmp(kind, "scope") == 0 };

	if (!json_is_string(json_object_get(from, "function")))
		return wrong(r, index, "function", "a string");
	if (line && (!json_is_integer(line) || json_integer_value(line) < 0 ||
		     json_integer_value(line) > UINT32_MAX))
		return wrong(r, index, "line", "a number of a line");
	row.line = (unsigned)json_integer_value(line);
	row.function = get_text(r, from, "function");
	row.module = get_text(r, from, "module");
	row.file = get_text(r, from, "file");
	if (!row.function || !row.module || !row.file)
		return no_memory(r);
	if (!row.module[0])
		row.module = program;
	if (read_code(r, from, index, builds, &row) < 0)
		return CSA_E_FORMAT;
	return csa_side_add(&r->set->side, &row) ? 0 : no_memory(r);
}

static bool get_number(const json_t *from, uint64_t *to)
{
	if (json_is_null(from)) {
		*to = CSA_GATE_UNKNOWN;
		return true;
	}
	*to = (uint64_t)json_integer_value(from);
	return json_is_integer(from) && json_integer_value(from) >= 0;
}

/* A number, the same in every run, or a list of one a run. */
static int read_samples(const struct reading *r, const json_t *from, size_t index,
			enum csa_gate_series series)
{
	uint64_t *to = csa_gate_samples(r->set, (uint32_t)index, series);
	const char *key = csa_gate_series_key(series);
	const json_t *value = json_object_get(from, key);

	if (!value)
		return series == CSA_GATE_CALLS ? wrong(r, index, key, "there") : 0;
	if (json_is_array(value) && json_array_size(value) != r->set->runs)
		return wrong(r, index, key, "a list of one number a run");
	for (unsigned run = 0; run < r->set->runs; run++) {
		const json_t *item = json_is_array(value) ? json_array_get(value, run) : value;

		if (!get_number(item, &to[run]))
			return wrong(r, index, key, "a number from 0, or a list of them");
		if (series == CSA_GATE_CALLS && to[run] == CSA_GATE_UNKNOWN)
			return wrong(r, index, key, "known");
	}
	r->set->series |= 1u << series;
	return 0;
}

static int read_functions(const struct reading *r, const json_t *root, unsigned runs)
{
	const json_t *list = json_object_get(root, "functions");
	const char *program = get_text(r, root, "program");
	int rc = 0;

	if (!program)
		return no_memory(r);
	if (!json_is_array(list) || json_array_size(list) > FUNCTIONS_MAX)
		return wrong_top(r, "functions", "a list");
	r->set->side.facts.exe = *program ? program : NULL;
	for (size_t i = 0; rc == 0 && i < json_array_size(list); i++)
		rc = read_function(r, json_array_get(list, i), i, program,
				   json_object_get(root, "builds"));
	if (rc == 0 && !csa_gate_set_room(r->set, runs))
		rc = no_memory(r);
	for (size_t i = 0; rc == 0 && i < json_array_size(list); i++) {
		for (unsigned s = 0; rc == 0 && s < CSA_GATE_SERIES; s++)
			rc = read_samples(r, json_array_get(list, i), i, (enum csa_gate_series)s);
	}
	return rc;
}

static int by_identity(const void *left, const void *right)
{
	return csa_side_compare_rows(*(const struct csa_side_row *const *)left,
				     *(const struct csa_side_row *const *)right);
}

/* A merge that kept both versions of a line leaves a function twice. */
static int check_twice(const struct reading *r)
{
	const struct csa_side *side = &r->set->side;
	const struct csa_side_row **rows = malloc((side->count + 1ull) * sizeof(*rows));
	int rc = 0;

	if (!rows)
		return no_memory(r);
	for (uint32_t i = 0; i < side->count; i++)
		rows[i] = &side->items[i];
	qsort(rows, side->count, sizeof(*rows), by_identity);
	for (uint32_t i = 1; i < side->count && rc == 0; i++) {
		const struct csa_side_row *second = rows[i] > rows[i - 1] ? rows[i] : rows[i - 1];

		if (csa_side_compare_rows(rows[i - 1], rows[i]) == 0)
			rc = csa_fail(r->err, CSA_E_FORMAT, "line %u: %s is there twice",
				      csa_baseline_line(r->text, (size_t)(second - side->items)),
				      second->function);
	}
	free(rows);
	return rc;
}

static int read_root(const struct reading *r, const json_t *root)
{
	const char *kind = json_string_value(json_object_get(root, "kind"));
	const json_t *schema = json_object_get(root, "schema");
	unsigned runs = 0;
	int rc;

	if (!kind || strcmp(kind, CSA_BASELINE_KIND) != 0)
		return csa_fail(
			r->err, CSA_E_FORMAT,
			"line 1: not a baseline of callsight: kind is %s%s%s, expected \"%s\"",
			kind ? "\"" : "", kind ? kind : "not there", kind ? "\"" : "",
			CSA_BASELINE_KIND);
	if (!json_is_integer(schema) || json_integer_value(schema) < 1)
		return wrong_top(r, "schema", "a number from 1");
	if (json_integer_value(schema) > CSA_BASELINE_SCHEMA)
		return csa_fail(r->err, CSA_E_UNSUPPORTED,
				"line 1: schema is %lld, expected %d: a newer callsight wrote it",
				(long long)json_integer_value(schema), CSA_BASELINE_SCHEMA);
	rc = read_facts(r, root);
	if (rc == 0)
		rc = read_runs(r, root, &runs);
	if (rc == 0)
		rc = read_functions(r, root, runs);
	return rc == 0 ? check_twice(r) : rc;
}

int csa_baseline_read(struct csa_gate_set *set, const char *text, size_t length,
		      struct csa_err *err)
{
	const struct reading r = { .set = set, .text = text, .err = err };
	json_error_t where;
	json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
	int rc;

	if (!root)
		return not_json(text, &where, err);
	rc = read_root(&r, root);
	json_decref(root);
	return rc;
}
