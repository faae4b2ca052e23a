/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC is hidden by -std=c11 alone */
#include "file_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX ((off_t)1 << 30) /* chosen: no source is that long, and line counts fit */

static int read_all(struct csa_buf *text, int fd)
{
	char chunk[16384];

	for (;;) {
		ssize_t count = read(fd, chunk, sizeof(chunk));

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -1;
		if (count == 0)
			return 0;
		csa_buf_add(text, chunk, (size_t)count);
	}
}

int csa_file_text_read(struct csa_buf *text, const char *path, struct csa_err *err)
{
	struct stat st;
	int rc = 0;
	/* Non-blocking: a FIFO in place of a source must not hang the build. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return csa_fail(err, errno == ENOENT || errno == ENOTDIR ? CSA_E_ABSENT : CSA_E_IO,
				"%s: %s", path, strerror(errno));
	if (fstat(fd, &st) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		rc = csa_fail(err, CSA_E_IO, "%s: not a regular file", path);
	else if (st.st_size > FILE_MAX)
		rc = csa_fail(err, CSA_E_IO, "%s: larger than 1 GiB", path);
	else if (read_all(text, fd) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	else if (text->failed)
		rc = csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	close(fd);
	return rc;
}

bool csa_write_all(int fd, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count) {
		ssize_t n = write(fd, at, count);

		if (n < 0 && errno == EINTR)
			continue;
		if (n == 0)
			errno = EIO; /* no end: it would go on for ever */
		if (n <= 0)
			return false;
		at += n;
		count -= (size_t)n;
	}
	return true;
}

static int replace(const char *path, const char *temporary, const struct csa_buf *text,
		   struct csa_err *err)
{
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		return csa_fail(err, CSA_E_IO, "%s: %s", temporary, strerror(errno));
	if (!csa_write_all(fd, text->data, text->length)) {
		int rc = csa_fail(err, CSA_E_IO, "%s: %s", temporary, strerror(errno));

		close(fd);
		unlink(temporary);
		return rc;
	}
	if (close(fd) != 0 || rename(temporary, path) != 0) {
		int rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));

		unlink(temporary);
		return rc;
	}
	return 1;
}

/* One read tells, and a file of another length is not read at all: builds ask for thousands. */
static bool has_content(const char *path, const struct csa_buf *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	char *old = NULL;
	bool same = false;

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= 0 &&
	    (size_t)st.st_size == text->length)
		old = malloc(text->length + 1);
	if (old)
		same = read(fd, old, text->length + 1) == (ssize_t)text->length &&
		       memcmp(old, text->data, text->length) == 0;
	free(old);
	if (fd >= 0)
		close(fd);
	return same;
}

static int write_new(const char *path, const struct csa_buf *text, struct csa_err *err)
{
	struct csa_buf temporary;
	int rc;

	csa_buf_init(&temporary);
	csa_buf_add_fmt(&temporary, "%s.%ld.new", path, (long)getpid());
	rc = temporary.failed ? csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path)
			      : replace(path, temporary.data, text, err);
	csa_buf_release(&temporary);
	return rc;
}

int csa_file_text_keep(const char *path, const struct csa_buf *text, struct csa_err *err)
{
	if (text->failed)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	return has_content(path, text) ? 0 : write_new(path, text, err);
}

int csa_file_text_touch(const char *path, const struct csa_buf *text, struct csa_err *err)
{
	int rc;

	if (text->failed)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	rc = write_new(path, text, err);
	return rc < 0 ? rc : 0;
}
