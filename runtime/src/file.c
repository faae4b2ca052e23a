/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include <sys/resource.h>

#include "process.h"
#include "syscalls.h"
#include "wide_calls.h"

#define LOWEST_FD 200 /* programs that close descriptors usually stop at 64, 100 or 128 */
/* live.cst, modules and, where descriptors are few, one file of blocks (sink_file.c) */
#define FILES_AT_ONCE 3
#define TMPFS_MAGIC   0x01021994u
#define BTRFS_MAGIC   0x9123683Eu

/* Signals are blocked. */
CSR_FN static long failure(long rc)
{
	csr_signal_take_back(rc);
	return rc ? rc : -EIO;
}

CSR_FN static int identify(int fd, struct csr_file *file)
{
	struct statx status;
	long rc;

	status.stx_nlink = 0;
	rc = csr_sys(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_INO | STATX_NLINK, &status);

	if (CSR_IS_ERROR(rc))
		return (int)rc;
	file->has_name = status.stx_nlink != 0;
	file->device_major = status.stx_dev_major;
	file->device_minor = status.stx_dev_minor;
	file->inode = status.stx_ino;
	return 0;
}

/* By a descriptor of the folder: a path made here would not fit on the stacks of small threads. */
CSR_FN static long open_path(const char *folder, const char *name, int flags)
{
	long at = csr_sys(SYS_openat, AT_FDCWD, folder, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
	long fd;

	if (CSR_IS_ERROR(at))
		return at;
	fd = csr_sys(SYS_openat, at, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_LARGEFILE,
		     0600);
	csr_sys(SYS_close, at);
	return fd;
}

/* Moves @fd up; where the limit of descriptors is low, right below it. */
CSR_FN static int move_up(int fd)
{
	long high = csr_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, LOWEST_FD);

	if (CSR_IS_ERROR(high)) {
		high = csr_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC,
			       csr_sys_soft_limit(RLIMIT_NOFILE) - FILES_AT_ONCE);
	}
	if (CSR_IS_ERROR(high))
		return fd;
	csr_sys(SYS_close, fd);
	return (int)high;
}

CSR_FN void csr_file_move_up(struct csr_file *file)
{
	if (file->fd >= 0 && file->fd < LOWEST_FD)
		file->fd = move_up(file->fd);
}

CSR_FN static bool read_file_system(int fd, struct statfs64 *fs)
{
#ifdef SYS_fstatfs64
	return csr_sys(SYS_fstatfs64, fd, sizeof(*fs), fs) == 0;
#else
	return csr_sys(SYS_fstatfs, fd, fs) == 0; /* the kernel's is 64 bits wide */
#endif
}

CSR_FN static int open_file(struct csr_file *file, const char *folder, const char *name, int flags)
{
	long fd = open_path(folder, name, O_RDWR | flags);
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

CSR_FN int csr_file_create(struct csr_file *file, const char *folder, const char *name)
{
	return open_file(file, folder, name, O_CREAT | O_EXCL);
}

CSR_FN int csr_file_open_mapped(struct csr_file *file, const char *folder, const char *name)
{
	/* What has the name may be a FIFO or a device. */
	int rc = open_file(file, folder, name, O_NONBLOCK);
	struct statfs64 fs;

	if (rc == 0 && read_file_system(file->fd, &fs))
		file->is_memory = (uint64_t)fs.f_type == TMPFS_MAGIC;
	return rc;
}

CSR_FN int csr_file_create_mapped(struct csr_file *file, const char *folder, const char *name)
{
	int rc = csr_file_create(file, folder, name);
	unsigned int flags = 0; /* an int, whatever the numbers of the calls say */
	struct statfs64 fs;

	if (rc < 0 || !read_file_system(file->fd, &fs))
		return rc;
	file->is_memory = (uint32_t)fs.f_type == TMPFS_MAGIC;
	/* What is written again takes new blocks there, and on a full disk a store would end the program. */
	if ((uint32_t)fs.f_type == BTRFS_MAGIC &&
	    csr_sys(SYS_ioctl, file->fd, FS_IOC_GETFLAGS, &flags) == 0) {
		flags |= FS_NOCOW_FL;
		csr_sys(SYS_ioctl, file->fd, FS_IOC_SETFLAGS, &flags);
	}
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

	if (file->fd >= 0 && identify(file->fd, &now) == 0 && is_same(file, &now)) {
		/* Removed while the program runs: what is written now nobody finds. */
		return file->has_name && !now.has_name ? -ENOENT : 0;
	}
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
	if (csr_sys_size(file->fd) < 0)
		return -EIO;
	while (bytes) {
		long written = csr_sys(SYS_write, file->fd, at, bytes);

		if (written == -EINTR)
			continue;
		if (CSR_IS_ERROR(written) || written == 0)
			return (int)failure(written);
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

CSR_FN int csr_file_fill(const struct csr_file *file, uint64_t offset, uint64_t bytes)
{
	static char zeros[65536]; /* not constant: it would lie in the program's file */

	while (bytes) {
		uint64_t part = bytes < sizeof(zeros) ? bytes : sizeof(zeros);
		int rc = csr_file_write_at(file, zeros, part, offset);

		if (rc < 0)
			return rc;
		offset += part;
		bytes -= part;
	}
	return 0;
}

CSR_FN int csr_file_reserve(const struct csr_file *file, uint64_t offset, uint64_t bytes)
{
	long rc = csr_sys_fallocate(file->fd, offset, bytes);

	if (rc == 0)
		return 0;
	/* File systems without fallocate: written zeros are as good. */
	if (rc == -EOPNOTSUPP || rc == -ENOSYS)
		return csr_file_fill(file, offset, bytes);
	return (int)failure(rc);
}

CSR_FN int csr_file_write_at(const struct csr_file *file, const void *data, uint64_t bytes,
			     uint64_t offset)
{
	const char *at = data;

	while (bytes) {
		long written = csr_sys_pwrite(file->fd, at, bytes, offset);

		if (written == -EINTR)
			continue;
		if (CSR_IS_ERROR(written) || written == 0)
			return (int)failure(written);
		at += written;
		offset += (uint64_t)written;
		bytes -= (uint64_t)written;
	}
	return 0;
}

CSR_FN int csr_file_read_at(const struct csr_file *file, void *data, uint64_t bytes,
			    uint64_t offset)
{
	char *at = data;

	while (bytes) {
		long n = csr_sys_pread(file->fd, at, bytes, offset);

		if (n == -EINTR)
			continue;
		if (CSR_IS_ERROR(n) || n == 0)
			return n ? (int)n : -ENODATA;
		at += n;
		offset += (uint64_t)n;
		bytes -= (uint64_t)n;
	}
	return 0;
}

CSR_FN bool csr_file_is_low(const struct csr_file *file, uint64_t bytes)
{
	uint64_t wanted = csr_process.settings.min_free_bytes;
	struct statfs64 fs;
	uint64_t unit;

	if (wanted == 0 || !read_file_system(file->fd, &fs))
		return false;
	unit = (uint64_t)(fs.f_frsize ? fs.f_frsize : fs.f_bsize);
	/* A file system without a size, as ramfs, says 0 blocks. */
	return unit && fs.f_blocks && fs.f_bavail < (wanted + bytes) / unit;
}
