/* SPDX-License-Identifier: MIT */
/* The JSON report: what the other formats are compared with. The page for browsers holds the same numbers. */
#define _GNU_SOURCE /* memmem */
#include "function_sums.h"

#include <jansson.h>
#include <string.h>

static uint64_t number(const json_t *row, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(row, key));
}

/* One object a function, with these keys. */
static void add_rows(struct t_sums *sums, const json_t *rows, const char *name, const char *self,
		     const char *incl)
{
	sums->has_calls = true;
	sums->has_incl = true;
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		struct t_sum *sum = t_sums_get(sums, json_string_value(json_object_get(row, name)));

		sum->rows++;
		sum->calls += number(row, "calls");
		sum->self_ns += number(row, self);
		sum->incl_ns += number(row, incl);
	}
}

bool t_read_json(struct t_sums *sums, const char *bytes, size_t count)
{
	json_error_t error;
	json_t *root = json_loadb(bytes, count, 0, &error);
	const json_t *rows = json_object_get(root, "rows");

	if (!json_is_array(rows))
		t_sums_fail(sums, "no rows: %s", root ? "not a report" : error.text);
	add_rows(sums, rows, "function", "self_ns", "incl_ns");
	json_decref(root);
	return sums->error[0] == '\0';
}

bool t_read_page(struct t_sums *sums, const char *bytes, size_t count)
{
	static const char begin[] = "<script type=\"application/json\" id=\"facts\">";
	const char *facts = memmem(bytes, count, begin, sizeof(begin) - 1);
	const char *end =
		facts ? memmem(facts, count - (size_t)(facts - bytes), "</script>", 9) : NULL;
	json_error_t error = { .text = "no facts" };
	json_t *root = NULL;

	if (end) {
		facts += sizeof(begin) - 1;
		root = json_loadb(facts, (size_t)(end - facts), 0, &error);
	}
	if (!json_is_array(json_object_get(root, "functions")))
		t_sums_fail(sums, "no functions: %s", error.text);
	add_rows(sums, json_object_get(root, "functions"), "name", "self", "incl");
	json_decref(root);
	return sums->error[0] == '\0';
}
