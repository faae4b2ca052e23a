/* SPDX-License-Identifier: MIT */
#include "path_text.h"

#include <string.h>

static void add_component(struct csa_buf *out, const char *at, size_t length)
{
	if (length == 0 || (length == 1 && at[0] == '.'))
		return;
	if (length == 2 && at[0] == '.' && at[1] == '.') {
		out->length = csa_path_folder_length(out->data);
		if (out->capacity)
			out->data[out->length] = '\0';
		return;
	}
	csa_buf_add_char(out, '/');
	csa_buf_add(out, at, length);
}

static void add_components(struct csa_buf *out, const char *at, const char *end)
{
	while (at < end) {
		const char *slash = memchr(at, '/', (size_t)(end - at));

		add_component(out, at, (size_t)((slash ? slash : end) - at));
		at = slash ? slash + 1 : end;
	}
}

void csa_path_normal(struct csa_buf *out, const char *base, size_t base_length, const char *path)
{
	csa_buf_clear(out);
	if (path[0] != '/')
		add_components(out, base, base + base_length);
	add_components(out, path, path + strlen(path));
	if (out->length == 0)
		csa_buf_add_char(out, '/');
}

size_t csa_path_folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) : 0;
}

bool csa_path_is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	while (length > 0 && folder[length - 1] == '/')
		length--;
	return strncmp(path, folder, length) == 0 && path[length] == '/';
}

const char *csa_path_shown(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return length && csa_path_is_below(path, folder) ? path + length + (length > 1) : path;
}

size_t csa_path_common_length(const char *a, size_t a_length, const char *b)
{
	size_t common = 0;
	size_t i;

	for (i = 0; i < a_length && a[i] == b[i]; i++) {
		if (a[i] == '/')
			common = i;
	}
	if (i == a_length && (b[i] == '/' || b[i] == '\0'))
		common = i;
	return common;
}
