/* SPDX-License-Identifier: MIT */
/* The JSON report: what the other formats are compared with. */
#include "function_sums.h"

#include <jansson.h>

static uint64_t number(const json_t *row, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(row, key));
}

bool t_read_json(struct t_sums *sums, const char *bytes, size_t count)
{
	json_error_t error;
	json_t *root = json_loadb(bytes, count, 0, &error);
	const json_t *rows = json_object_get(root, "rows");

	sums->has_calls = true;
	sums->has_incl = true;
	if (!json_is_array(rows))
		t_sums_fail(sums, "no rows: %s", root ? "not a report" : error.text);
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		struct t_sum *sum =
			t_sums_get(sums, json_string_value(json_object_get(row, "function")));

		sum->rows++;
		sum->calls += number(row, "calls");
		sum->self_ns += number(row, "self_ns");
		sum->incl_ns += number(row, "incl_ns");
	}
	json_decref(root);
	return sums->error[0] == '\0';
}
