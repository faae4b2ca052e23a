/* SPDX-License-Identifier: MIT */
#include "bench_options.h"

#include <string.h>

static bool take(const struct bench_option *options, const char *name, const char *value)
{
	for (; options->name; options++) {
		if (strcmp(name, options->name) == 0) {
			*options->value = value;
			return value != NULL;
		}
	}
	return false;
}

bool bench_options_parse(const struct bench_option *options, int argc, char **argv, bool *quick)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0)
			*quick = true;
		else if (!take(options, argv[i], argv[i + 1]))
			return false;
		else
			i++;
	}
	for (; options->name; options++) {
		if (!*options->value && !options->may_lack)
			return false;
	}
	return true;
}
