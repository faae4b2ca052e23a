/* SPDX-License-Identifier: MIT */
/* The command line of a benchmark: words with a value each, and --quick. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>

struct bench_option {
	const char *name; /* with its dashes; NULL ends a table */
	const char **value;
	bool may_lack;
};

/**
 * bench_options_parse() - set the values that @options names, and *@quick.
 *
 * Return: false = a word that is not known, or one that may not lack is not there.
 */
bool bench_options_parse(const struct bench_option *options, int argc, char **argv, bool *quick);

#endif
