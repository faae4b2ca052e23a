/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, O_CLOEXEC, pread with 64-bit offsets */
#include "file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_text.h"

static ssize_t read_open(char **out, int fd, size_t limit, struct csa_err *err)
{
	struct stat st;
	ssize_t length;
	char *bytes;

	if (fstat(fd, &st) != 0)
		return csa_fail(err, CSA_E_IO, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return csa_fail(err, CSA_E_FORMAT, "not a regular file");
	if (st.st_size < 0 || (uint64_t)st.st_size > limit)
		return csa_fail(err, CSA_E_FORMAT, "%lld bytes, at most %zu expected",
				(long long)st.st_size, limit);
	bytes = malloc((size_t)st.st_size + 1);
	if (!bytes)
		return csa_fail(err, CSA_E_NOMEM, "no memory for %lld bytes",
				(long long)st.st_size);
	length = csa_file_read_at(fd, bytes, (size_t)st.st_size, 0, err);
	if (length < 0) {
		free(bytes);
		return length;
	}
	bytes[length] = '\0';
	*out = bytes;
	return length;
}

ssize_t csa_file_read_all(char **out, const char *path, size_t limit, struct csa_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t length;

	*out = NULL;
	if (fd < 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", path,
				strerror(errno));
	length = read_open(out, fd, limit, err);
	if (length < 0)
		csa_err_context(err, "%s", path);
	close(fd);
	return length;
}

int csa_file_create(const char *dir, const char *name, const void *bytes, size_t count,
		    struct csa_err *err)
{
	char *path = csa_path_join(dir, name);
	bool is_written;
	int fd;

	if (!path)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	is_written = fd >= 0 && csa_write_all(fd, bytes, count);
	if (fd >= 0 && close(fd) != 0)
		is_written = false;
	if (!is_written)
		csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	free(path);
	return is_written ? 0 : CSA_E_IO;
}

ssize_t csa_file_read_at(int fd, void *bytes, size_t count, uint64_t offset, struct csa_err *err)
{
	size_t done = 0;

	while (done < count) {
		ssize_t n = pread(fd, (char *)bytes + done, count - done, (off_t)(offset + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return csa_fail(err, CSA_E_IO, "reading at offset %" PRIu64 ": %s",
					offset + done, strerror(errno));
		if (n == 0)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

char *csa_path_join(const char *dir, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", dir, name) < 0 ? NULL : path;
}
