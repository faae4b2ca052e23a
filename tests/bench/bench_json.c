/* SPDX-License-Identifier: MIT */
#include "bench_json.h"

#include <stdio.h>

json_t *bench_json_series(const struct bench_series *series)
{
	json_t *rounds = json_array();

	for (unsigned i = 0; i < series->count; i++)
		json_array_append_new(rounds, json_real(series->values[i]));
	return json_pack("{s:f,s:f,s:o}", "median", bench_median(series), "min",
			 bench_minimum(series), "rounds", rounds);
}

bool bench_json_write(json_t *root, const char *path)
{
	bool is_written = root && json_dump_file(root, path, JSON_INDENT(1)) == 0;

	if (!is_written)
		fprintf(stderr, "bench: cannot write %s\n", path);
	json_decref(root);
	return is_written;
}
