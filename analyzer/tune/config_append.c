/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, mkstemp, realpath */
#include "config_append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"

void csa_config_quote(struct csa_buf *out, const char *name)
{
	if (!strpbrk(name, " \t\"") && name[0] != '#') {
		csa_buf_add_str(out, name);
		return;
	}
	csa_buf_add_char(out, '"');
	for (; *name; name++) {
		if (*name == '"' || *name == '\\')
			csa_buf_add_char(out, '\\');
		csa_buf_add_char(out, *name);
	}
	csa_buf_add_char(out, '"');
}

static int io_error(const char *path, struct csa_err *err)
{
	return csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
}

/* The whole file, and its mode; nothing and the usual mode when it is not there. */
static int read_old(struct csa_buf *text, mode_t *mode, const char *path, struct csa_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	char bytes[4096];
	ssize_t n;
	int rc = 0;

	if (fd < 0 && errno == ENOENT) {
		*mode = umask(0);
		umask(*mode);
		*mode = 0666 & ~*mode;
		return 0;
	}
	if (fd < 0)
		return io_error(path, err);
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return csa_fail(err, CSA_E_IO, "%s: not a regular file", path);
	}
	*mode = st.st_mode & 07777;
	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		csa_buf_add(text, bytes, (size_t)n);
	if (n < 0)
		rc = io_error(path, err);
	close(fd);
	return rc;
}

/* "::f" where "f" is there already adds nothing. */
static const char *without_colons(const char *name)
{
	return strncmp(name, "::", 2) == 0 ? name + 2 : name;
}

/* Marks the lines that @config does not have. Return: how many. */
static int find_new(const struct csa_config *config, struct csa_config_line *lines, size_t count)
{
	int found = 0;

	for (size_t i = 0; i < count; i++) {
		lines[i].is_new = true;
		for (uint32_t j = 0; j < config->count; j++) {
			const struct csa_rule *rule = &config->items[j];

			if (rule->kind == CSA_RULE_EXCLUDE_FUNC &&
			    strcmp(without_colons(rule->text), lines[i].name) == 0)
				lines[i].is_new = false;
		}
		found += lines[i].is_new;
	}
	return found;
}

static const char *line_end_of(const struct csa_buf *text)
{
	const char *newline = memchr(text->data, '\n', text->length);

	return newline && newline > text->data && newline[-1] == '\r' ? "\r\n" : "\n";
}

static void add_lines(struct csa_buf *text, const char *heading,
		      const struct csa_config_line *lines, size_t count)
{
	const char *end = line_end_of(text);

	if (text->length && text->data[text->length - 1] != '\n')
		csa_buf_add_str(text, end);
	if (text->length)
		csa_buf_add_str(text, end);
	while (*heading) {
		size_t length = strcspn(heading, "\n");

		csa_buf_add_str(text, "# ");
		csa_buf_add(text, heading, length);
		csa_buf_add_str(text, end);
		heading += length + (heading[length] == '\n');
	}
	for (size_t i = 0; i < count; i++) {
		if (lines[i].is_new)
			csa_buf_add_fmt(text, "exclude-func %s # %s%s", lines[i].word,
					lines[i].comment, end);
	}
}

/* Beside the file, then in its place: nobody ever reads half of it. */
static int replace(const char *path, mode_t mode, const struct csa_buf *text, struct csa_err *err)
{
	char *target = realpath(path, NULL); /* a symbolic link stays */
	char *temporary = NULL;
	int fd = -1;
	int rc = 0;

	if (asprintf(&temporary, "%s.XXXXXX", target ? target : path) < 0) {
		free(target);
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	}
	fd = mkstemp(temporary);
	if (fd < 0)
		rc = io_error(path, err);
	for (size_t done = 0; rc == 0 && done < text->length;) {
		ssize_t n = write(fd, text->data + done, text->length - done);

		if (n < 0 && errno != EINTR)
			rc = io_error(path, err);
		done += n > 0 ? (size_t)n : 0;
	}
	if (rc == 0 && fchmod(fd, mode) != 0)
		rc = io_error(path, err);
	if (fd >= 0 && close(fd) != 0 && rc == 0)
		rc = io_error(path, err);
	if (rc == 0 && rename(temporary, target ? target : path) != 0)
		rc = io_error(path, err);
	if (rc < 0 && fd >= 0)
		unlink(temporary);
	free(temporary);
	free(target);
	return rc;
}

int csa_config_append(const char *path, const char *heading, struct csa_config_line *lines,
		      size_t count, struct csa_err *err)
{
	struct csa_config config = { 0 };
	struct csa_buf text;
	struct csa_buf notes;
	mode_t mode = 0;
	int found = 0;
	int rc;

	csa_buf_init(&text);
	csa_buf_init(&notes); /* directives of a later version: the build says so */
	rc = read_old(&text, &mode, path, err);
	if (rc == 0)
		rc = csa_config_parse(&config, path, text.data, text.length, &notes, err);
	if (rc == 0)
		found = find_new(&config, lines, count);
	if (found)
		add_lines(&text, heading, lines, count);
	if (rc == 0 && text.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	if (rc == 0 && found)
		rc = replace(path, mode, &text, err);
	csa_config_release(&config);
	csa_buf_release(&notes);
	csa_buf_release(&text);
	return rc < 0 ? rc : found;
}
