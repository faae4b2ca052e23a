/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open */
#include "preset_file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_text.h"
#include "preset_text.h"

#define NAME "instrument"
#define LIST "configurePresets"

/* The first schema that can include other files: CMake 3.23. */
#define FIRST_WITH_INCLUDE 4

/* The first one whose presets need no generator: CMake 3.21. */
#define FIRST_WITHOUT_GENERATOR 3

int csa_preset_write_new(const char *folder, const char *name, const char *text,
			 struct csa_err *err)
{
	struct csa_buf path;
	int fd = -1;
	int rc = 1;

	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/%s", folder, name);
	if (path.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else if ((fd = open(path.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) < 0)
		rc = errno == EEXIST
			     ? 0
			     : csa_fail(err, CSA_E_IO, "%s: %s", path.data, strerror(errno));
	if (fd >= 0 && !csa_write_all(fd, text, strlen(text)))
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path.data, strerror(errno));
	if (fd >= 0 && close(fd) != 0 && rc > 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path.data, strerror(errno));
	csa_buf_release(&path);
	return rc;
}

static bool has_preset(const json_t *presets)
{
	json_t *preset;
	size_t i;

	json_array_foreach(json_object_get(presets, LIST), i, preset)
	{
		const char *name = json_string_value(json_object_get(preset, "name"));

		if (name && strcmp(name, NAME) == 0)
			return true;
	}
	return false;
}

static bool includes_ours(const json_t *presets)
{
	json_t *item;
	size_t i;

	json_array_foreach(json_object_get(presets, "include"), i, item)
	{
		const char *path = json_string_value(item);
		const char *slash = path ? strrchr(path, '/') : NULL;

		if (path && strcmp(slash ? slash + 1 : path, CSA_PRESET_OWN_FILE) == 0)
			return true;
	}
	return false;
}

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "out of memory");
}

/*
 * The configure preset alone: what builds and tests by presets may name it or not. In front of others, or
 * with the list around it where there is none.
 */
static int add_object(const json_t *presets, struct csa_buf *lines, struct csa_err *err)
{
	json_t *ours = json_loads(CSA_PRESET_TEXT, 0, NULL);
	json_t *preset = json_array_get(json_object_get(ours, LIST), 0);
	json_int_t version = json_integer_value(json_object_get(presets, "version"));
	bool is_first = json_array_size(json_object_get(presets, LIST)) == 0;
	char *text = NULL;

	if (preset && version < FIRST_WITHOUT_GENERATOR)
		(void)json_object_set_new(preset, "generator", json_string("Unix Makefiles"));
	if (preset)
		text = json_dumps(preset, JSON_INDENT(2));
	if (text)
		csa_buf_add_fmt(lines, is_first ? "\"" LIST "\": [%s],\n" : "%s,\n", text);
	free(text);
	json_decref(ours);
	if (!text || lines->failed)
		return no_memory(err);
	return is_first ? CSA_PRESET_TO_ADD : CSA_PRESET_TO_PASTE;
}

static int add_include(const json_t *presets, const char *folder, struct csa_buf *lines,
		       bool *is_new, struct csa_err *err)
{
	json_t *item;
	size_t i;
	int rc = csa_preset_write_new(folder, CSA_PRESET_OWN_FILE, CSA_PRESET_TEXT, err);

	if (rc < 0)
		return rc;
	*is_new = rc > 0;
	csa_buf_add_str(lines, "\"include\": [");
	json_array_foreach(json_object_get(presets, "include"), i, item)
	{
		if (json_is_string(item))
			csa_buf_add_fmt(lines, "\"%s\", ", json_string_value(item));
	}
	csa_buf_add_str(lines, "\"" CSA_PRESET_OWN_FILE "\"],\n");
	return lines->failed ? no_memory(err) : CSA_PRESET_TO_INCLUDE;
}

static int adopt_existing(const char *folder, const char *path, struct csa_buf *lines, bool *is_new,
			  struct csa_err *err)
{
	json_error_t where;
	json_t *presets = json_load_file(path, 0, &where);
	json_int_t version = json_integer_value(json_object_get(presets, "version"));
	int rc;

	if (!json_is_object(presets))
		rc = csa_fail(err, CSA_E_FORMAT, "%s:%d: %s", path, presets ? 1 : where.line,
			      presets ? "no JSON object" : where.text);
	else if (has_preset(presets) || includes_ours(presets))
		rc = CSA_PRESET_IS_THERE;
	else if (version < FIRST_WITH_INCLUDE)
		rc = add_object(presets, lines, err);
	else
		rc = add_include(presets, folder, lines, is_new, err);
	json_decref(presets);
	return rc;
}

int csa_preset_file_adopt(const char *folder, struct csa_buf *lines, bool *is_new,
			  struct csa_err *err)
{
	struct csa_buf path;
	int rc = csa_preset_write_new(folder, CSA_PRESET_FILE, CSA_PRESET_TEXT, err);

	*is_new = rc > 0;
	if (rc != 0)
		return rc < 0 ? rc : CSA_PRESET_WRITTEN;
	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/" CSA_PRESET_FILE, folder);
	rc = path.failed ? no_memory(err) : adopt_existing(folder, path.data, lines, is_new, err);
	csa_buf_release(&path);
	return rc;
}
