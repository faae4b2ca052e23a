/* SPDX-License-Identifier: MIT */
/* The result file of a benchmark: every round, beside median and minimum. */
#ifndef BENCH_JSON_H
#define BENCH_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "bench_stats.h"

json_t *bench_json_series(const struct bench_series *series);

/** bench_json_write() - @root, which it takes, into a file; a line on standard error when it fails. */
bool bench_json_write(json_t *root, const char *path);

#endif
