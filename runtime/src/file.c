/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "syscalls.h"
#include "text.h"

#define LOWEST_FD 200 /* programs that close descriptors usually stop at 64, 100 or 128 */

CSR_FN static int identify(int fd, struct csr_file *file)
{
	struct statx status;
	long rc = csr_sys(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_INO | STATX_TYPE, &status);

	if (CSR_IS_ERROR(rc))
		return (int)rc;
	file->device_major = status.stx_dev_major;
	file->device_minor = status.stx_dev_minor;
	file->inode = status.stx_ino;
	return 0;
}

CSR_FN static long open_path(const char *folder, const char *name, int flags)
{
	char path[4600];
	struct csr_text text;

	csr_text_init(&text, path, sizeof(path));
	csr_text_add(&text, folder);
	csr_text_add(&text, "/");
	csr_text_add(&text, name);
	if (text.is_full)
		return -ENAMETOOLONG;
	return csr_sys(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0600);
}

/* Moves @fd up; where the limit of descriptors does not allow it the low one is kept. */
CSR_FN static int move_up(int fd)
{
	long high = csr_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, LOWEST_FD);

	if (CSR_IS_ERROR(high))
		return fd;
	csr_sys(SYS_close, fd);
	return (int)high;
}

CSR_FN int csr_file_create(struct csr_file *file, const char *folder, const char *name)
{
	long fd = open_path(folder, name, O_RDWR | O_CREAT | O_EXCL);
	int rc;

	*file = CSR_FILE_CLOSED;
	if (CSR_IS_ERROR(fd))
		return (int)fd;
	fd = move_up((int)fd);
	rc = identify((int)fd, file);
	if (rc < 0) {
		csr_sys(SYS_close, fd);
		return rc;
	}
	file->fd = (int)fd;
	return 0;
}

CSR_FN static bool is_same(const struct csr_file *a, const struct csr_file *b)
{
	return a->inode == b->inode && a->device_major == b->device_major &&
	       a->device_minor == b->device_minor;
}

CSR_FN int csr_file_check(struct csr_file *file, const char *folder, const char *name)
{
	struct csr_file now = CSR_FILE_CLOSED;
	long fd;

	if (file->fd >= 0 && identify(file->fd, &now) == 0 && is_same(file, &now))
		return 0;
	file->fd = -1; /* whatever has the number now is not ours to close */
	fd = open_path(folder, name, O_RDWR);
	if (CSR_IS_ERROR(fd))
		return (int)fd;
	if (identify((int)fd, &now) != 0 || !is_same(file, &now)) {
		csr_sys(SYS_close, fd);
		return -ESTALE;
	}
	file->fd = move_up((int)fd);
	return 0;
}

CSR_FN int csr_file_append(struct csr_file *file, const char *folder, const char *name,
			   const void *data, size_t bytes)
{
	const char *at = data;
	int rc = csr_file_check(file, folder, name);

	if (rc < 0)
		return rc;
	if (CSR_IS_ERROR(csr_sys(SYS_lseek, file->fd, 0, SEEK_END)))
		return -EIO;
	while (bytes) {
		long written = csr_sys(SYS_write, file->fd, at, bytes);

		if (written == -EINTR)
			continue;
		if (CSR_IS_ERROR(written) || written == 0)
			return written ? (int)written : -EIO;
		at += written;
		bytes -= (size_t)written;
	}
	return 0;
}

CSR_FN void csr_file_close(struct csr_file *file)
{
	struct csr_file now = CSR_FILE_CLOSED;

	if (file->fd >= 0 && identify(file->fd, &now) == 0 && is_same(file, &now))
		csr_sys(SYS_close, file->fd);
	file->fd = -1;
}

CSR_FN int csr_file_reserve(const struct csr_file *file, uint64_t offset, uint64_t bytes)
{
	static const char zeros[4096];
	long rc = csr_sys(SYS_fallocate, file->fd, 0, offset, bytes);

	if (rc != -EOPNOTSUPP && rc != -ENOSYS)
		return (int)rc;
	/* File systems without fallocate: written zeros are as good. */
	for (uint64_t done = 0; done < bytes;) {
		uint64_t left = bytes - done;

		rc = csr_sys(SYS_pwrite64, file->fd, zeros,
			     left < sizeof(zeros) ? left : sizeof(zeros), offset + done);
		if (rc == -EINTR)
			continue;
		if (CSR_IS_ERROR(rc) || rc == 0)
			return rc ? (int)rc : -EIO;
		done += (uint64_t)rc;
	}
	return 0;
}
