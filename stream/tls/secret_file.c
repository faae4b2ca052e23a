/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC is hidden by -std=c11 alone */
#include "secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void css_wipe(void *bytes, size_t count)
{
	volatile unsigned char *at = bytes;

	while (count--)
		*at++ = 0;
}

static int check_rights(const struct stat *st, const char *path, char *why, size_t why_bytes)
{
	mode_t others = S_IRWXO | S_IRWXG;

	if (!S_ISREG(st->st_mode)) {
		snprintf(why, why_bytes, "%s: not a regular file", path);
		return -1;
	}
	if (st->st_uid != geteuid() && st->st_uid != 0) {
		snprintf(why, why_bytes, "%s: belongs to another user", path);
		return -1;
	}
	if (st->st_uid == 0)
		others = S_IRWXO | S_IWGRP | S_IXGRP;
	if (st->st_mode & others) {
		snprintf(why, why_bytes,
			 "%s: others can read or change it (mode %03o): chmod 600 it", path,
			 (unsigned)st->st_mode & 0777u);
		return -1;
	}
	if (st->st_size > CSS_SECRET_FILE_MAX) {
		snprintf(why, why_bytes, "%s: larger than %u bytes", path, CSS_SECRET_FILE_MAX);
		return -1;
	}
	return 0;
}

/* Up to CSS_SECRET_FILE_MAX bytes, whatever the size was said to be. */
static int read_bytes(struct css_secret *secret, int fd)
{
	secret->bytes = malloc(CSS_SECRET_FILE_MAX + 1);
	if (!secret->bytes)
		return -1;
	while (secret->count < CSS_SECRET_FILE_MAX) {
		ssize_t count = read(fd, secret->bytes + secret->count,
				     CSS_SECRET_FILE_MAX - secret->count);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -1;
		if (count == 0)
			break;
		secret->count += (size_t)count;
	}
	secret->bytes[secret->count] = '\0';
	return 0;
}

int css_secret_read(struct css_secret *secret, const char *path, char *why, size_t why_bytes)
{
	struct stat st;
	int rc = -1;
	/* Non-blocking: a FIFO in place of a key must not hang the start. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	*secret = (struct css_secret){ 0 };
	if (fd < 0 || fstat(fd, &st) != 0) {
		snprintf(why, why_bytes, "%s: %s", path, strerror(errno));
	} else if (check_rights(&st, path, why, why_bytes) == 0) {
		rc = read_bytes(secret, fd);
		if (rc < 0)
			snprintf(why, why_bytes, "%s: %s", path, strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	if (rc < 0)
		css_secret_release(secret);
	return rc;
}

void css_secret_release(struct css_secret *secret)
{
	if (secret->bytes)
		css_wipe(secret->bytes, secret->count);
	free(secret->bytes);
	*secret = (struct css_secret){ 0 };
}
