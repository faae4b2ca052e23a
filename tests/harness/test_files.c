/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, nftw, pwrite */
#include "test_files.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *what)
{
	fprintf(stderr, "test_files: %s: %s\n", what, strerror(errno));
	exit(1);
}

char *t_path(const char *dir, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		die("asprintf");
	return path;
}

char *t_temp_dir(void)
{
	const char *base = getenv("TMPDIR");
	char *dir = t_path(base && *base ? base : "/tmp", "callsight-test-XXXXXX");

	if (!mkdtemp(dir))
		die(dir);
	return dir;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void t_remove(char *dir)
{
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(dir);
}

size_t t_file_bytes(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		die(path);
	return (size_t)st.st_size;
}

void t_truncate(const char *path, size_t bytes)
{
	if (truncate(path, (off_t)bytes) != 0)
		die(path);
}

void t_patch(const char *path, size_t offset, const void *bytes, size_t count)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0)
		die(path);
	if (pwrite(fd, bytes, count, (off_t)offset) != (ssize_t)count)
		die(path);
	close(fd);
}

void t_write_file(const char *path, const void *bytes, size_t count)
{
	FILE *f = fopen(path, "wb");

	if (!f || fwrite(bytes, 1, count, f) != count || fclose(f) != 0)
		die(path);
}
