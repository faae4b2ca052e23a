/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open */
#include "file_search.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "err.h"

#define DEBUG_DIR   "/usr/lib/debug"
#define SHA1_DIGITS 40u /* a build-id as linkers make it; longer ones may be padded */
#define DIGITS_MIN  3u
#define DIGITS_MAX  128u
#define HEX         "0123456789abcdefABCDEF"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* "<dir>/<path>"; an empty @path is no place. */
static int try_joined(const struct csa_file_search *search, const char *dir, const char *path,
		      const char *suffix)
{
	struct csa_buf buf;
	int rc;

	while (*path == '/')
		path++;
	if (!*path)
		return 0;
	csa_buf_init(&buf);
	csa_buf_add_fmt(&buf, "%s/%s%s", dir, path, suffix);
	rc = buf.failed ? CSA_E_NOMEM : search->try(search->state, buf.data);
	csa_buf_release(&buf);
	return rc;
}

/* Digits of the id that name files: without zeros that were added to the usual length. */
static size_t id_digits(const char *id)
{
	size_t digits = strlen(id);

	if (digits > SHA1_DIGITS && strspn(id + SHA1_DIGITS, "0") == digits - SHA1_DIGITS)
		digits = SHA1_DIGITS;
	return digits;
}

/* "<dir>[/usr/lib/debug]/.build-id/ab/cdef<suffix>" */
static int try_build_id(const struct csa_file_search *search, const char *dir, const char *middle,
			const char *suffix)
{
	const char *id = search->build_id ? search->build_id : "";
	size_t digits = id_digits(id);
	struct csa_buf buf;
	int rc;

	/* It comes out of a capture: only digits may become part of a path. */
	if (digits < DIGITS_MIN || digits > DIGITS_MAX || strspn(id, HEX) < digits)
		return 0;
	csa_buf_init(&buf);
	csa_buf_add_fmt(&buf, "%s%s/.build-id/", dir, middle);
	for (size_t i = 0; i < digits; i++) {
		char c = id[i];

		if (i == 2)
			csa_buf_add_char(&buf, '/');
		csa_buf_add_char(&buf, (char)(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c));
	}
	csa_buf_add_str(&buf, suffix);
	rc = buf.failed ? CSA_E_NOMEM : search->try(search->state, buf.data);
	csa_buf_release(&buf);
	return rc;
}

int csa_search_program(const struct csa_file_search *search)
{
	const struct csa_symbol_sources *sources = search->sources;
	bool has_id = search->build_id && *search->build_id;
	int rc;

	rc = sources->sysroot ? try_joined(search, sources->sysroot, search->path, "")
			      : search->try(search->state, search->path);
	for (size_t i = 0; rc == 0 && i < sources->dir_count; i++) {
		const char *dir = sources->dirs[i];

		rc = try_joined(search, dir, search->path, "");
		if (rc == 0)
			rc = try_joined(search, dir, base_name(search->path), "");
		if (rc == 0)
			rc = try_build_id(search, dir, "", "");
	}
	/* Without an id a file of this machine would be taken for one of another. */
	if (rc == 0 && sources->sysroot && has_id)
		rc = search->try(search->state, search->path);
	return rc;
}

int csa_search_debug(const struct csa_file_search *search)
{
	const struct csa_symbol_sources *sources = search->sources;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < sources->dir_count; i++) {
		const char *dir = sources->dirs[i];
		const char *const names[] = { search->path, base_name(search->path) };

		rc = try_build_id(search, dir, "", ".debug");
		if (rc == 0)
			rc = try_build_id(search, dir, DEBUG_DIR, ".debug");
		if (rc == 0)
			rc = try_build_id(search, dir, "", "");
		for (size_t j = 0; rc == 0 && j < 2; j++) {
			rc = try_joined(search, dir, names[j], ".debug");
			if (rc == 0)
				rc = try_joined(search, dir, names[j], "");
		}
	}
	if (rc == 0 && sources->sysroot)
		rc = try_build_id(search, sources->sysroot, DEBUG_DIR, ".debug");
	if (rc == 0)
		rc = try_build_id(search, "", DEBUG_DIR, ".debug");
	return rc;
}

int csa_search_extra(const struct csa_file_search *search, const char *path)
{
	const struct csa_symbol_sources *sources = search->sources;
	int rc = 0;

	if (sources->sysroot && *path == '/')
		rc = try_joined(search, sources->sysroot, path, "");
	for (size_t i = 0; rc == 0 && i < sources->dir_count; i++) {
		rc = try_joined(search, sources->dirs[i], path, "");
		if (rc == 0)
			rc = try_joined(search, sources->dirs[i], base_name(path), "");
		if (rc == 0)
			rc = try_build_id(search, sources->dirs[i], "", ".debug");
	}
	return rc;
}

int csa_open_regular(const char *path, struct stat *status)
{
	/* O_NONBLOCK: a FIFO of that name must not stop the report. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int error = EINVAL;

	if (fd < 0)
		return -1;
	if (fstat(fd, status) != 0)
		error = errno;
	else if (S_ISREG(status->st_mode))
		return fd;
	close(fd);
	errno = error;
	return -1;
}
