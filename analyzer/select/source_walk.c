/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* scandir, strdup */
#include "source_walk.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "file_text.h"
#include "path_text.h"
#include "plan.h"
#include "vec.h"

static bool ends_with_one(const char *path, const char *const *endings)
{
	const char *dot = strrchr(path, '.');

	for (; dot && *endings; endings++) {
		if (strcmp(dot, *endings) == 0)
			return true;
	}
	return false;
}

bool csa_source_is_header(const char *path)
{
	static const char *const endings[] = { ".h",   ".hh",  ".hpp", ".hxx", ".h++", ".H",
					       ".inl", ".ipp", ".tpp", ".txx", ".inc", NULL };

	return ends_with_one(path, endings);
}

static bool is_c(const char *path)
{
	static const char *const endings[] = { ".c", ".i", NULL };

	return ends_with_one(path, endings);
}

static bool is_cxx(const char *path)
{
	static const char *const endings[] = { ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", NULL };

	return ends_with_one(path, endings);
}

static int add(struct csa_walked *walked, const char *path, struct csa_err *err)
{
	char **paths =
		csa_vec_grow(walked->paths, walked->count, &walked->capacity, 1, sizeof(*paths));
	uint8_t *languages;
	char *copy = strdup(path);

	if (paths)
		walked->paths = paths;
	languages = csa_vec_grow(walked->languages, walked->count, &walked->language_capacity, 1,
				 sizeof(*languages));
	if (languages)
		walked->languages = languages;
	if (!paths || !languages || !copy) {
		free(copy);
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	}
	walked->paths[walked->count] = copy;
	walked->languages[walked->count++] = is_cxx(path) ? CSA_LANGUAGE_CXX : CSA_LANGUAGE_C;
	walked->has_cxx = walked->has_cxx || is_cxx(path);
	return 0;
}

static bool is_build_file(const char *name)
{
	static const char *const names[] = { "Makefile",    "makefile",    "GNUmakefile",
					     "Makefile.am", "Makefile.in", "CMakeLists.txt" };
	static const char *const endings[] = { ".mk", ".cmake", ".build", NULL };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return ends_with_one(name, endings);
}

static bool is_ident(char c)
{
	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9');
}

/* "-DNAME=WORD": such a word may be a part of the names of functions. */
static void take_define(struct csa_walked *walked, const char *text)
{
	size_t name = 0;
	size_t word = 0;

	while (is_ident(text[name]))
		name++;
	while (text[name] == '=' && is_ident(text[name + 1 + word]))
		word++;
	if (name == 0 || word == 0 || (text[name + 1] >= '0' && text[name + 1] <= '9'))
		return;
	csa_buf_add(&walked->defines, text, name + 1 + word);
	csa_buf_add_char(&walked->defines, '\n');
}

static int read_build_file(struct csa_walked *walked, const char *path, struct csa_err *err)
{
	struct csa_err ignored = { 0 };
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	rc = csa_file_text_read(&text, path, &ignored);
	for (const char *at = rc == 0 ? text.data : ""; (at = strstr(at, "-D")); at += 2)
		take_define(walked, at + 2);
	if (rc == CSA_E_NOMEM || walked->defines.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	csa_buf_release(&text);
	return rc == CSA_E_NOMEM ? rc : 0; /* a file that cannot be read says nothing */
}

static int walk(struct csa_walked *walked, const char *folder, uint32_t depth, struct csa_err *err);

static int take_entry(struct csa_walked *walked, const char *folder, const char *name,
		      uint32_t depth, struct csa_err *err)
{
	struct csa_buf path;
	struct stat st;
	int rc = 0;

	if (name[0] == '.')
		return 0;
	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/%s", folder, name);
	if (path.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else if (lstat(path.data, &st) != 0)
		rc = 0; /* gone since the folder was read */
	else if (S_ISDIR(st.st_mode))
		rc = walk(walked, path.data, depth + 1, err);
	else if ((is_c(name) || is_cxx(name) || csa_source_is_header(name)) &&
		 stat(path.data, &st) == 0 && S_ISREG(st.st_mode))
		rc = add(walked, path.data, err);
	else if (S_ISREG(st.st_mode) && is_build_file(name))
		rc = read_build_file(walked, path.data, err);
	csa_buf_release(&path);
	return rc;
}

/* Not alphasort(), which asks the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* PATH_MAX bounds the depth of what can be opened, and so the recursion. */
static int walk(struct csa_walked *walked, const char *folder, uint32_t depth, struct csa_err *err)
{
	struct dirent **entries;
	int count;
	int rc = 0;

	if (depth > PATH_MAX / 2)
		return 0;
	count = scandir(folder, &entries, NULL, by_name);
	if (count < 0)
		return csa_fail(err, CSA_E_IO, "%s: %s", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		if (rc == 0)
			rc = take_entry(walked, folder, entries[i]->d_name, depth, err);
		free(entries[i]);
	}
	free(entries);
	return rc;
}

int csa_source_walk(struct csa_walked *walked, const char *path, struct csa_err *err)
{
	char cwd[PATH_MAX];
	struct csa_buf normal;
	struct stat st;
	int rc;

	if (stat(path, &st) != 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", path,
				strerror(errno));
	if (!getcwd(cwd, sizeof(cwd)))
		return csa_fail(err, CSA_E_SYSTEM, "current folder: %s", strerror(errno));
	if (!walked->defines.data)
		csa_buf_init(&walked->defines);
	csa_buf_init(&normal);
	csa_path_normal(&normal, cwd, strlen(cwd), path);
	if (normal.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else if (S_ISDIR(st.st_mode))
		rc = walk(walked, normal.data, 0, err);
	else
		rc = add(walked, normal.data, err);
	csa_buf_release(&normal);
	return rc;
}

void csa_source_walk_end(struct csa_walked *walked)
{
	for (uint32_t i = 0; i < walked->count; i++) {
		const char *path = walked->paths[i];

		if (csa_source_is_header(path) &&
		    (walked->has_cxx || strcmp(strrchr(path, '.'), ".h") != 0))
			walked->languages[i] = CSA_LANGUAGE_CXX;
	}
}

void csa_walked_release(struct csa_walked *walked)
{
	for (uint32_t i = 0; i < walked->count; i++)
		free(walked->paths[i]);
	free(walked->paths);
	free(walked->languages);
	csa_buf_release(&walked->defines);
	*walked = (struct csa_walked){ 0 };
}
