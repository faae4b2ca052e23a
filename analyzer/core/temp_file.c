/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkostemp */
#include "temp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int csa_temp_file_open(void)
{
	const char *folder = getenv("TMPDIR");
	char path[4096];
	int length = snprintf(path, sizeof(path), "%s/callsight.XXXXXX",
			      folder && *folder ? folder : "/tmp");
	int fd;

	if (length >= (int)sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	return fd;
}
