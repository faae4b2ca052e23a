/* SPDX-License-Identifier: MIT */
/* getline() is POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "function_counts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 1024, KEY_MAX = 2 * NAME_MAX_BYTES };

static bool starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Bytes of @at that belong to the name though they hold brackets or spaces; 0 = none. */
static size_t opaque_part(const char *at)
{
	static const char *const parts[] = { "(anonymous namespace)",
					     "operator()",
					     "operator<<",
					     "operator<=",
					     "operator<",
					     "operator>>",
					     "operator>=",
					     "operator>",
					     "operator->" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (starts_with(at, parts[i]))
			return strlen(parts[i]);
	return 0;
}

void t_bare_name(char *out, size_t size, const char *name)
{
	size_t used = 0;
	int depth = 0;

	while (*name) {
		size_t opaque = depth == 0 ? opaque_part(name) : 0;

		if (opaque > 0) {
			for (; opaque > 0; opaque--, name++)
				if (used + 1 < size)
					out[used++] = *name;
			continue;
		}
		if (depth == 0 && *name == '(')
			break;
		depth += *name == '<';
		if (depth == 0 && *name == ' ')
			used = 0; /* what stood before was the return type */
		else if (depth == 0 && used + 1 < size)
			out[used++] = *name;
		depth -= *name == '>';
		name++;
	}
	out[used] = '\0';
}

static void make_key(char key[KEY_MAX], const char *path, const char *function)
{
	char name[NAME_MAX_BYTES];
	const char *slash = strrchr(path, '/');

	t_bare_name(name, sizeof(name), function);
	snprintf(key, KEY_MAX, "%.*s:%s", NAME_MAX_BYTES - 2, slash ? slash + 1 : path, name);
}

static void add(json_t *counts, const char *path, const char *function, json_int_t calls)
{
	char key[KEY_MAX];

	make_key(key, path, function);
	calls += json_integer_value(json_object_get(counts, key));
	json_object_set_new(counts, key, json_integer(calls));
}

/* A relative path is one of the project: compilers get system headers by absolute paths. */
static bool is_below(const char *path, const char *folder)
{
	return path[0] != '/' || starts_with(path, folder);
}

json_t *t_counts_of_report(const json_t *report, const char *folder)
{
	json_t *rows = json_object_get(report, "rows");
	json_t *counts = json_object();
	json_t *row;
	size_t i;

	if (json_array_size(rows) == 0) {
		fprintf(stderr, "the report has no rows\n");
		json_decref(counts);
		return NULL;
	}
	json_array_foreach(rows, i, row)
	{
		const char *file = json_string_value(json_object_get(row, "file"));
		const char *function = json_string_value(json_object_get(row, "function"));

		if (!file || !function) {
			fprintf(stderr, "row %zu of the report has no file or no function\n", i);
			json_decref(counts);
			return NULL;
		}
		if (is_below(file, folder))
			add(counts, file, function,
			    json_integer_value(json_object_get(row, "calls")));
	}
	return counts;
}

static void add_file(json_t *counts, const json_t *file, const char *folder)
{
	const char *path = json_string_value(json_object_get(file, "file"));
	json_t *function;
	size_t i;

	if (!path || !is_below(path, folder))
		return;
	json_array_foreach(json_object_get(file, "functions"), i, function)
	{
		const char *name = json_string_value(json_object_get(function, "demangled_name"));
		json_int_t calls = json_integer_value(json_object_get(function, "execution_count"));

		if (name)
			add(counts, path, name, calls);
	}
}

static void add_line(json_t *counts, const char *line, const char *folder)
{
	json_t *document = json_loads(line, 0, NULL);
	json_t *file;
	size_t i;

	json_array_foreach(json_object_get(document, "files"), i, file)
		add_file(counts, file, folder);
	json_decref(document);
}

json_t *t_counts_of_gcov(const char *path, const char *folder)
{
	FILE *in = fopen(path, "r");
	json_t *counts = json_object();
	char *line = NULL;
	size_t size = 0;

	if (in) {
		while (getline(&line, &size, in) >= 0)
			add_line(counts, line, folder);
		free(line);
		fclose(in);
	}
	if (json_object_size(counts) == 0) {
		fprintf(stderr, "%s: no function was counted\n", path);
		json_decref(counts);
		return NULL;
	}
	return counts;
}
