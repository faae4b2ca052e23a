/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* getline, strdup */
#include "cmd_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* @path: taken over, NULL: there was no memory for it */
static int add(struct csa_paths *paths, char *path, struct csa_err *err)
{
	char **items = paths->items;

	if (path && (paths->count & (paths->count - 1)) == 0) /* capacities are powers of two */
		items = realloc(items, (paths->count ? 2 * paths->count : 1) * sizeof(char *));
	if (!path || !items) {
		free(path);
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	}
	paths->items = items;
	items[paths->count++] = path;
	return 0;
}

static int add_lines(struct csa_paths *paths, FILE *in, const char *name, struct csa_err *err)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int rc = 0;

	while (rc == 0 && (length = getline(&line, &room, in)) > 0) {
		if (line[length - 1] == '\n')
			line[--length] = '\0';
		if (length)
			rc = add(paths, strdup(line), err);
	}
	if (rc == 0 && ferror(in))
		rc = csa_fail(err, CSA_E_IO, "%s: %s", name, strerror(errno));
	free(line);
	return rc;
}

static int add_file(struct csa_paths *paths, const char *file, struct csa_err *err)
{
	FILE *in;
	int rc;

	if (strcmp(file, "-") == 0)
		return add_lines(paths, stdin, "standard input", err);
	in = fopen(file, "re");
	if (!in)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", file,
				strerror(errno));
	rc = add_lines(paths, in, file, err);
	fclose(in);
	return rc;
}

int csa_paths_read(struct csa_paths *paths, char **operands, size_t count, const char *file,
		   struct csa_err *err)
{
	int rc = 0;

	*paths = (struct csa_paths){ 0 };
	for (size_t i = 0; i < count && rc == 0; i++)
		rc = add(paths, strdup(operands[i]), err);
	if (rc == 0 && file)
		rc = add_file(paths, file, err);
	return rc;
}

void csa_paths_release(struct csa_paths *paths)
{
	for (size_t i = 0; i < paths->count; i++)
		free(paths->items[i]);
	free(paths->items);
	*paths = (struct csa_paths){ 0 };
}
