/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, pipe2, mkdtemp, nftw */
#include "private_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DESCRIPTORS 8 /* that removing needs at a time */

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st;
	(void)type;
	(void)where;
	(void)remove(path);
	return 0;
}

void csa_folder_remove(const char *path)
{
	(void)nftw(path, remove_entry, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

/* The child. Signals of the terminal reach it, too: it goes on until its parent has ended. */
static void wait_and_remove(const char *path, int pipe_end)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	char byte;

	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		signal(ignored[i], SIG_IGN);
	/* Who reads our output waits for the parent's end, not for this one's. */
	for (int fd = 0; fd < 3 && null >= 0; fd++)
		(void)dup2(null, fd);
	while (read(pipe_end, &byte, 1) < 0 && errno == EINTR)
		continue;
	csa_folder_remove(path);
	_exit(0);
}

static int start_child(struct csa_private_folder *folder, struct csa_err *err)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return csa_fail(err, CSA_E_SYSTEM, "pipe: %s", strerror(errno));
	folder->child = fork();
	if (folder->child == 0) {
		close(ends[1]);
		wait_and_remove(folder->path, ends[0]);
	}
	close(ends[0]);
	folder->alive = ends[1];
	if (folder->child < 0)
		return csa_fail(err, CSA_E_SYSTEM, "fork: %s", strerror(errno));
	return 0;
}

int csa_private_folder_make(struct csa_private_folder *folder, struct csa_err *err)
{
	const char *base = getenv("TMPDIR");
	char *path;

	*folder = (struct csa_private_folder){ .alive = -1, .child = -1 };
	if (asprintf(&path, "%s/callsight-XXXXXX", base && *base ? base : "/tmp") < 0)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	if (!mkdtemp(path)) {
		int rc = csa_fail(err, CSA_E_IO, "%s: %s (TMPDIR chooses another folder)", path,
				  strerror(errno));

		free(path);
		return rc;
	}
	folder->path = path;
	return start_child(folder, err);
}

void csa_private_folder_remove(struct csa_private_folder *folder)
{
	if (folder->path)
		csa_folder_remove(folder->path);
	if (folder->alive >= 0)
		close(folder->alive);
	while (folder->child > 0 && waitpid(folder->child, NULL, 0) < 0 && errno == EINTR)
		continue;
	free(folder->path);
	*folder = (struct csa_private_folder){ .alive = -1, .child = -1 };
}
