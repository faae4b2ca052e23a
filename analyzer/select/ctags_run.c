/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkostemp, SOCK_CLOEXEC */
#include "ctags_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "content_hash.h"
#include "file_text.h"

extern char **environ;

/* Files that go to one process before it is the next one's turn; a small project has one process. */
#define TURN 64u

void csa_ctags_begin(struct csa_ctags_run *run, const char *program)
{
	*run = (struct csa_ctags_run){ .program = program };
	for (uint32_t i = 0; i < 2 * CSA_CTAGS_LANES; i++) {
		struct csa_ctags_lane *lane = &run->lanes[i / CSA_CTAGS_LANES][i % CSA_CTAGS_LANES];

		*lane = (struct csa_ctags_lane){ .in = -1, .out = -1 };
		csa_buf_init(&lane->list);
	}
}

/* A file that nobody else sees. A pipe would have to be read while the sources are. */
static int open_output(void)
{
	const char *folder = getenv("TMPDIR");
	struct csa_buf path;
	int fd;

	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/callsight-XXXXXX", folder && *folder ? folder : "/tmp");
	fd = path.failed ? -1 : mkostemp(path.data, O_CLOEXEC);
	if (fd >= 0)
		unlink(path.data);
	csa_buf_release(&path);
	return fd;
}

static int spawn(const char *program, const char *language, int in, int out, pid_t *pid)
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
	posix_spawn_file_actions_t actions;
	int rc = posix_spawn_file_actions_init(&actions);

	if (rc)
		return rc;
	(void)snprintf(force, sizeof(force), "--language-force=%s", language);
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

static void start(struct csa_ctags_run *run, struct csa_ctags_lane *lane, bool is_cxx)
{
	int ends[2];
	int rc;

	/* A socket, not a pipe: it can be written to without waiting and without SIGPIPE. */
	lane->out = open_output();
	if (lane->out < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
		(void)csa_fail(&run->err, CSA_E_SYSTEM, "%s: %s", run->program, strerror(errno));
		return;
	}
	rc = spawn(run->program, is_cxx ? "C++" : "C", ends[1], lane->out, &lane->pid);
	close(ends[1]);
	lane->in = ends[0];
	if (!rc)
		return;
	lane->pid = 0;
	(void)csa_fail(&run->err, rc == ENOENT ? CSA_E_ABSENT : CSA_E_SYSTEM, "%s: %s",
		       run->program, strerror(rc));
}

static void send_list(struct csa_ctags_lane *lane, int flags)
{
	while (lane->sent < lane->list.length && !lane->is_broken) {
		ssize_t count = send(lane->in, lane->list.data + lane->sent,
				     lane->list.length - lane->sent, flags | MSG_NOSIGNAL);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (count < 0)
			lane->is_broken = true;
		else
			lane->sent += (size_t)count;
	}
}

void csa_ctags_feed(struct csa_ctags_run *run, const char *path, bool is_cxx)
{
	struct csa_ctags_lane *lane =
		&run->lanes[is_cxx][run->fed[is_cxx]++ / TURN % CSA_CTAGS_LANES];

	if (run->err.code)
		return;
	if (!lane->pid)
		start(run, lane, is_cxx);
	if (!lane->pid)
		return;
	csa_buf_add_str(&lane->list, path);
	csa_buf_add_char(&lane->list, '\n');
	send_list(lane, MSG_DONTWAIT);
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

static int read_output(struct csa_ctags_lane *lane, struct csa_buf *out, struct csa_err *err)
{
	char chunk[65536];

	if (lseek(lane->out, 0, SEEK_SET) != 0)
		return csa_fail(err, CSA_E_SYSTEM, "tags: %s", strerror(errno));
	for (;;) {
		ssize_t count = read(lane->out, chunk, sizeof(chunk));

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return csa_fail(err, CSA_E_SYSTEM, "tags: %s", strerror(errno));
		if (count == 0)
			return 0;
		csa_buf_add(out, chunk, (size_t)count);
	}
}

static int end_lane(struct csa_ctags_run *run, struct csa_ctags_lane *lane, struct csa_buf *out,
		    struct csa_err *err)
{
	int rc = 0;
	int status;

	if (lane->pid) {
		/* Nobody wants the tags any more: no need to wait for them. */
		if (run->err.code || lane->list.failed)
			kill(lane->pid, SIGKILL);
		close(lane->in);
		lane->in = -1;
		status = wait_for(lane->pid);
		if (lane->list.failed)
			rc = csa_fail(err, CSA_E_NOMEM, "out of memory for tags");
		else if (status != 0 || lane->is_broken)
			rc = csa_fail(err, CSA_E_SYSTEM, "%s failed (status %d)", run->program,
				      status);
		else
			rc = read_output(lane, out, err);
	}
	if (lane->in >= 0)
		close(lane->in);
	if (lane->out >= 0)
		close(lane->out);
	csa_buf_release(&lane->list);
	*lane = (struct csa_ctags_lane){ .in = -1, .out = -1 };
	return rc;
}

int csa_ctags_end(struct csa_ctags_run *run, struct csa_buf *out, struct csa_err *err)
{
	int rc = 0;

	if (run->err.code)
		rc = csa_fail(err, run->err.code, "%s", run->err.msg);
	for (uint32_t i = 0; i < 2 * CSA_CTAGS_LANES; i++)
		send_list(&run->lanes[i / CSA_CTAGS_LANES][i % CSA_CTAGS_LANES], 0);
	for (uint32_t i = 0; i < 2 * CSA_CTAGS_LANES; i++) {
		int one = end_lane(run, &run->lanes[i / CSA_CTAGS_LANES][i % CSA_CTAGS_LANES], out,
				   err);

		rc = rc < 0 ? rc : one;
	}
	if (rc == 0 && out->failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for tags");
	return rc;
}

static uint64_t identity_of(const char *path)
{
	struct stat st;
	uint64_t facts[4];

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || access(path, X_OK) != 0)
		return 0;
	facts[0] = csa_content_hash(path, strlen(path), 0);
	facts[1] = (uint64_t)st.st_size;
	facts[2] = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
	facts[3] = st.st_ino;
	return csa_content_hash(facts, sizeof(facts), 1) | 1;
}

uint64_t csa_ctags_identity(const char *program)
{
	const char *at = getenv("PATH");
	struct csa_buf path;
	uint64_t identity = 0;

	if (strchr(program, '/'))
		return identity_of(program);
	csa_buf_init(&path);
	while (at && *at && !identity) {
		size_t length = strcspn(at, ":");

		csa_buf_clear(&path);
		csa_buf_add(&path, at, length);
		csa_buf_add_fmt(&path, "%s%s", length ? "/" : "", program);
		identity = path.failed ? 0 : identity_of(path.data);
		at += length + (at[length] == ':');
	}
	csa_buf_release(&path);
	return identity;
}
