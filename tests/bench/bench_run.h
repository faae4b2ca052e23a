/* SPDX-License-Identifier: MIT */
/* Runs one program of the benchmark and says what it took. */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include <stddef.h>

struct bench_result {
	int status;       /* exit status, 128+n for a signal, -1 when it could not be run */
	double wall_ns;   /* from before fork to after wait */
	long peak_kb;     /* largest resident set */
	char output[256]; /* the first bytes of standard output, NUL-terminated */
};

/**
 * bench_run() - runs @argv with @environment ("NAME=VALUE", NULL-terminated) added.
 * @cpus: how many processors it may use, counted from the last one that this process has
 *
 * What it says on standard error is shown only when it fails.
 */
struct bench_result bench_run(const char *const *argv, const char *const *environment,
			      unsigned cpus);

/** bench_remove_tree() - rm -r; what is not there is fine. */
void bench_remove_tree(const char *path);

/** bench_file_bytes() - bytes of the files below @folder whose names match @pattern. */
long long bench_file_bytes(const char *folder, const char *pattern);

/** bench_text() - the two %s of @fmt filled; the caller frees it. */
char *bench_text(const char *fmt, const char *a, const char *b);

#endif
