/* SPDX-License-Identifier: MIT */
#include "source_path.h"

#include <stdbool.h>
#include <string.h>

#include "buf.h"

/* Takes "x/" off the end of @out if there is one that is not "../". */
static bool remove_last(struct csa_buf *out)
{
	size_t end = out->length;
	size_t start;

	if (end == 0 || (end == 1 && out->data[0] == '/'))
		return end == 1; /* "/.." is "/" */
	start = end - 1;
	while (start > 0 && out->data[start - 1] != '/')
		start--;
	if (end - start == 3 && memcmp(out->data + start, "../", 3) == 0)
		return false;
	out->length = start;
	out->data[start] = '\0';
	return true;
}

static void add_part(struct csa_buf *out, const char *part, size_t length)
{
	if (length == 0 || (length == 1 && part[0] == '.'))
		return;
	if (length == 2 && memcmp(part, "..", 2) == 0 && remove_last(out))
		return;
	csa_buf_add(out, part, length);
	csa_buf_add_char(out, '/');
}

/* The parts of @path, each with a slash behind it. */
static void add_parts(struct csa_buf *out, const char *path)
{
	while (*path) {
		size_t length = strcspn(path, "/");

		add_part(out, path, length);
		path += length + (path[length] == '/');
	}
}

/*
 * A folder that was mapped to a relative one (-ffile-prefix-map=/home/me/x=.): a name that begins as it does was
 * mapped as well and is relative to the same place, others are relative to the folder.
 */
static bool begins_alike(const char *folder, const char *path)
{
	size_t length = strcspn(folder, "/");

	return *folder != '/' && length == strcspn(path, "/") && strncmp(folder, path, length) == 0;
}

const char *csa_source_path_add(struct csa_text_pool *pool, const char *folder, const char *path)
{
	bool is_joined = folder && *folder && *path && *path != '/' && !begins_alike(folder, path);
	const char *result;
	struct csa_buf out;

	csa_buf_init(&out);
	if ((is_joined ? *folder : *path) == '/')
		csa_buf_add_char(&out, '/');
	if (is_joined)
		add_parts(&out, folder);
	add_parts(&out, path);
	if (out.length > 1)
		out.length--; /* the slash behind the last part */
	result = csa_text_pool_add_buf(pool, &out);
	csa_buf_release(&out);
	return result;
}

const char *csa_source_path_given(const char *folder, const char *path)
{
	size_t length = folder ? strlen(folder) : 0;
	const char *rest;

	if (length == 0 || strncmp(path, folder, length) != 0 || path[length] != '/')
		return path;
	rest = path + length + 1;
	if (*folder != '/' || strncmp(rest, "./", 2) == 0 || strncmp(rest, "../", 3) == 0)
		return rest;
	return path;
}
