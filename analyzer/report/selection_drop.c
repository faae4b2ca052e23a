/* SPDX-License-Identifier: MIT */
#include "selection_drop.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "file_bytes.h"

#define MAX_BYTES (256u << 20)

struct csa_drop {
	const char *name;
	const char *file;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct csa_drop *)a)->name, ((const struct csa_drop *)b)->name);
}

static int add(struct csa_drops *drops, char *file, size_t number, struct csa_err *err)
{
	char *tab = strchr(file, '\t');

	if (!tab || tab == file || !tab[1])
		return csa_fail(err, CSA_E_FORMAT, "line %zu: expected drop, source, function",
				number);
	*tab = '\0';
	if ((drops->count & (drops->count - 1)) == 0) {
		struct csa_drop *items =
			realloc(drops->items,
				(drops->count ? 2 * drops->count : 1) * sizeof(*items));

		if (!items)
			return csa_fail(err, CSA_E_NOMEM, "no memory for %zu lines", number);
		drops->items = items;
	}
	drops->items[drops->count++] = (struct csa_drop){ .name = tab + 1, .file = file };
	return 0;
}

static int add_system(struct csa_drops *drops, const char *folder)
{
	size_t room = sizeof(drops->system_folders) / sizeof(*drops->system_folders);

	if (drops->system_count < room)
		drops->system_folders[drops->system_count++] = folder;
	return 0;
}

static int parse(struct csa_drops *drops, struct csa_err *err)
{
	char *line = drops->text;
	size_t number = 0;

	while (*line) {
		char *end = strchr(line, '\n');
		int rc = 0;

		if (end)
			*end = '\0';
		number++;
		if (number == 1 && strcmp(line, "callsight-selection\t1") != 0)
			return csa_fail(err, CSA_E_FORMAT,
					"line 1: not a selection file of version 1");
		if (strncmp(line, "drop\t", 5) == 0)
			rc = add(drops, line + 5, number, err);
		else if (strncmp(line, "system\t/", 8) == 0)
			rc = add_system(drops, line + 7);
		if (rc < 0)
			return rc;
		if (!end)
			break;
		line = end + 1;
	}
	if (drops->count)
		qsort(drops->items, drops->count, sizeof(*drops->items), by_name);
	return 0;
}

int csa_drops_read(struct csa_drops *drops, const char *path, struct csa_err *err)
{
	ssize_t length;
	int rc;

	*drops = (struct csa_drops){ 0 };
	length = csa_file_read_all(&drops->text, path, MAX_BYTES, err);
	if (length < 0)
		return (int)length;
	rc = parse(drops, err);
	if (rc < 0)
		csa_err_context(err, "%s", path);
	return rc;
}

void csa_drops_release(struct csa_drops *drops)
{
	free(drops->items);
	free(drops->text);
	*drops = (struct csa_drops){ 0 };
}

/* "./x" and "../x" in debug information are relative to a folder that is not known here. */
static const char *skip_dots(const char *path)
{
	while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
		path = strchr(path, '/') + 1;
	return path;
}

static bool is_tail(const char *path, const char *tail)
{
	size_t length = strlen(path);
	size_t tail_length = strlen(tail);

	if (tail_length > length || strcmp(path + length - tail_length, tail) != 0)
		return false;
	return tail_length == length || tail[0] == '/' || path[length - tail_length - 1] == '/';
}

static bool is_file(const char *source, const char *file)
{
	return !file || is_tail(source, file) || is_tail(file, source);
}

/* strcmp() of a name with the first @length bytes of another. */
static int compare(const char *name, const char *wanted, size_t length)
{
	int order = strncmp(name, wanted, length);

	return order ? order : name[length] != '\0';
}

static bool match(const struct csa_drops *drops, const char *name, size_t length, const char *file)
{
	size_t low = 0;
	size_t high = drops->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(drops->items[middle].name, name, length) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < drops->count && compare(drops->items[low].name, name, length) == 0; low++) {
		if (is_file(drops->items[low].file, file))
			return true;
	}
	return false;
}

static bool begins_with(const char *text, const char *start)
{
	return text && strncmp(text, start, strlen(start)) == 0;
}

static bool is_of_system(const struct csa_drops *drops, const struct csa_drop_function *function)
{
	static const char *const namespaces[] = { "std::", "__gnu_cxx::", "__cxxabiv1::" };
	static const char *const libraries[] = { "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/" };

	for (size_t i = 0; i < drops->system_count; i++) {
		if (begins_with(function->file, drops->system_folders[i]))
			return true;
	}
	/* Distributions' debug files name sources by relative paths; without them there is none. */
	if (!drops->system_count || (function->file && function->file[0] == '/'))
		return false;
	for (size_t i = 0; i < sizeof(namespaces) / sizeof(*namespaces); i++) {
		if (begins_with(function->name, namespaces[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
		if (begins_with(function->module, libraries[i]))
			return true;
	}
	return false;
}

bool csa_drops_match(const struct csa_drops *drops, const struct csa_drop_function *function)
{
	const char *name = function->name;
	const char *file = function->file ? skip_dots(function->file) : function->unit;
	const char *lambda;

	if (!name)
		return false;
	if (is_of_system(drops, function) || match(drops, name, strlen(name), file))
		return true;
	/* What gcc and clang call a lambda; gcc's own list leaves it out with its function. */
	lambda = strstr(name, "::{lambda");
	if (!lambda)
		lambda = strstr(name, "::$_");
	return lambda && match(drops, name, (size_t)(lambda - name), file);
}
