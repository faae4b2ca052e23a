/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_NOFOLLOW, openat() and pread() with offsets of 64 bits */
#include "folder_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int css_dir_open(int parent_fd, const char *name)
{
	int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int css_file_open(int dir_fd, const char *name, int flags)
{
	struct stat st;
	int fd = openat(dir_fd, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	return -EINVAL;
}

uint64_t css_file_bytes(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && st.st_size > 0 ? (uint64_t)st.st_size : 0;
}

int css_file_write_at(int fd, const void *from, size_t bytes, uint64_t offset)
{
	const char *at = from;

	while (bytes) {
		ssize_t count = pwrite(fd, at, bytes, (off_t)offset);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -errno;
		at += count;
		bytes -= (size_t)count;
		offset += (uint64_t)count;
	}
	return 0;
}

int64_t css_file_read_at(int fd, void *to, size_t bytes, uint64_t offset)
{
	char *at = to;
	size_t got = 0;

	while (got < bytes) {
		ssize_t count = pread(fd, at + got, bytes - got, (off_t)(offset + got));

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -errno;
		if (count == 0)
			break;
		got += (size_t)count;
	}
	return (int64_t)got;
}

int css_file_replace(int dir_fd, const char *name, const void *from, size_t bytes)
{
	char part[64];
	int fd;
	int rc;

	snprintf(part, sizeof(part), "%.40s.part", name);
	if (unlinkat(dir_fd, part, 0) != 0 && errno != ENOENT)
		return -errno;
	fd = css_file_open(dir_fd, part, O_WRONLY | O_CREAT | O_EXCL);
	if (fd < 0)
		return fd;
	rc = css_file_write_at(fd, from, bytes, 0);
	if (close(fd) != 0 && rc == 0)
		rc = -errno;
	if (rc == 0 && renameat(dir_fd, part, dir_fd, name) != 0)
		rc = -errno;
	if (rc < 0)
		unlinkat(dir_fd, part, 0);
	return rc;
}

int css_close(int fd)
{
	if (fd >= 0)
		close(fd);
	return -1;
}
