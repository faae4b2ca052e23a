/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkostemp, pipe2 */
#include "ctags_run.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* An unlinked file that holds the list, read position at its start. Return: descriptor or -1. */
static int list_file(const struct csa_buf *list)
{
	const char *folder = getenv("TMPDIR");
	struct csa_buf path;
	size_t done = 0;
	int fd;

	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/callsight-XXXXXX", folder && *folder ? folder : "/tmp");
	fd = path.failed ? -1 : mkostemp(path.data, O_CLOEXEC);
	if (fd >= 0)
		unlink(path.data);
	csa_buf_release(&path);
	while (fd >= 0 && done < list->length) {
		ssize_t count = write(fd, list->data + done, list->length - done);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0) {
			close(fd);
			return -1;
		}
		done += (size_t)count;
	}
	if (fd >= 0 && lseek(fd, 0, SEEK_SET) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}

static int start(const char *program, char *const *argv, int in, int out, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int rc = posix_spawn_file_actions_init(&actions);

	if (rc)
		return rc;
	rc = posix_spawn_file_actions_adddup2(&actions, in, 0);
	if (!rc)
		rc = posix_spawn_file_actions_adddup2(&actions, out, 1);
	/* Its notices ("No options will be read") would be noise in a build. */
	if (!rc)
		rc = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	if (!rc)
		rc = posix_spawnp(pid, program, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

static int read_pipe(int fd, struct csa_buf *out)
{
	char chunk[65536];

	for (;;) {
		ssize_t count = read(fd, chunk, sizeof(chunk));

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return count < 0 ? -1 : 0;
		csa_buf_add(out, chunk, (size_t)count);
	}
}

/* Return: the exit status, or -1 for a signal or a failed wait. */
static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run(const char *program, char *const *argv, int in, struct csa_buf *out,
	       struct csa_err *err)
{
	int ends[2];
	pid_t pid;
	int rc;
	int status;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return csa_fail(err, CSA_E_SYSTEM, "pipe: %s", strerror(errno));
	rc = start(program, argv, in, ends[1], &pid);
	close(ends[1]);
	if (rc) {
		close(ends[0]);
		return csa_fail(err, rc == ENOENT ? CSA_E_ABSENT : CSA_E_SYSTEM, "%s: %s", program,
				strerror(rc));
	}
	rc = read_pipe(ends[0], out);
	close(ends[0]);
	status = wait_for(pid);
	if (rc < 0 || status != 0)
		return csa_fail(err, CSA_E_SYSTEM, "%s failed (status %d)", program, status);
	return out->failed ? csa_fail(err, CSA_E_NOMEM, "out of memory for tags") : 0;
}

int csa_ctags_run(const char *program, const char *language, const struct csa_buf *list,
		  struct csa_buf *out, struct csa_err *err)
{
	char force[32];
	/* The words are not changed by anybody; argv is not const for historical reasons. */
	char *const argv[] = { (char *)(uintptr_t)program,
			       (char[]){ "--options=NONE" },
			       (char[]){ "--quiet=yes" },
			       (char[]){ "--sort=no" },
			       (char[]){ "--output-format=u-ctags" },
			       (char[]){ "--fields=+neKSZ" },
			       force,
			       (char[]){ "-L" },
			       (char[]){ "-" },
			       (char[]){ "-f" },
			       (char[]){ "-" },
			       NULL };
	int in;
	int rc;

	(void)snprintf(force, sizeof(force), "--language-force=%s", language);
	in = list_file(list);
	if (in < 0)
		return csa_fail(err, CSA_E_SYSTEM, "temporary file: %s", strerror(errno));
	rc = run(program, argv, in, out, err);
	close(in);
	return rc;
}
