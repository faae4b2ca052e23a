/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* symlink, readlink */
#include "emit_state.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_text.h"

struct depfile {
	const char *path;
	struct csa_buf text;
	struct csa_buf alias;
	bool has_folder; /* for aliases */
	bool is_for_make;
	struct csa_buf
		rules; /* for make: a rule without anything for each file, which may vanish */
};

/*
 * What Ninja reads back from a depfile that went through CMake, which escapes blanks but neither '$'
 * nor '#'; ':' would end a target's name. For make itself some more would be words of its language:
 * patterns, assignments, members of archives.
 */
static bool is_plain(const char *path, bool is_for_make)
{
	const char *others = is_for_make ? " /_.-+,@" : " /_.-+,~()@=%!&'";

	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			       (c >= '0' && c <= '9') || c >= 0x80;

		if (!is_word && !strchr(others, c))
			return false;
	}
	return true;
}

static void add_path(struct csa_buf *text, const char *path)
{
	for (; *path; path++) {
		if (*path == ' ')
			csa_buf_add_char(text, '\\');
		csa_buf_add_char(text, *path);
	}
}

/* 64-bit FNV-1a: names of aliases only have to differ from each other. */
static unsigned long long hash_of(const char *text)
{
	unsigned long long hash = 14695981039346656037ull;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211ull;
	return hash;
}

/*
 * A link whose name can be written. Both make and Ninja look at what it leads to, so an edit of the
 * file counts. Return: false when there is none; the file then is left out.
 */
static bool make_alias(struct depfile *d, const char *path)
{
	char old[4096];
	ssize_t length;

	csa_buf_clear(&d->alias);
	csa_buf_add_fmt(&d->alias, "%s.links", d->path);
	if (!d->has_folder && mkdir(d->alias.data, 0777) != 0 && errno != EEXIST)
		return false;
	d->has_folder = true;
	csa_buf_add_fmt(&d->alias, "/%016llx", hash_of(path));
	if (d->alias.failed)
		return false;
	length = readlink(d->alias.data, old, sizeof(old));
	if (length == (ssize_t)strlen(path) && memcmp(old, path, (size_t)length) == 0)
		return true;
	return (unlink(d->alias.data) == 0 || errno == ENOENT) && symlink(path, d->alias.data) == 0;
}

static void add_input(struct depfile *d, const char *path)
{
	if (!is_plain(path, d->is_for_make)) {
		if (!make_alias(d, path))
			return;
		path = d->alias.data;
	}
	csa_buf_add_str(&d->text, " \\\n  ");
	add_path(&d->text, path);
	if (d->is_for_make) {
		add_path(&d->rules, path);
		csa_buf_add_str(&d->rules, ":\n");
	}
}

int csa_emit_depfile(const struct csa_emit_input *input, struct csa_err *err)
{
	const struct csa_project *project = input->graph->project;
	const struct csa_emit_files *files = input->files;
	struct depfile d = { .path = files->depfile, .is_for_make = files->is_for_make };
	int rc;

	csa_buf_init(&d.text);
	csa_buf_init(&d.alias);
	csa_buf_init(&d.rules);
	add_path(&d.text, files->stamp ? files->stamp : files->depfile);
	csa_buf_add_char(&d.text, ':');
	for (uint32_t i = 0; i < input->plan->targets.count; i++) {
		if (input->plan->targets.items[i].config[0])
			add_input(&d, input->plan->targets.items[i].config);
	}
	for (uint32_t i = 0; i < project->files.count; i++) {
		if (!project->files.items[i].is_missing)
			add_input(&d, project->files.items[i].path);
	}
	csa_buf_add_char(&d.text, '\n');
	csa_buf_add(&d.text, d.rules.data, d.rules.length);
	if (d.alias.failed || d.rules.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "%s: out of memory", files->depfile);
	else
		rc = csa_file_text_keep(files->depfile, &d.text, err);
	csa_buf_release(&d.text);
	csa_buf_release(&d.alias);
	csa_buf_release(&d.rules);
	return rc < 0 ? rc : 0;
}
