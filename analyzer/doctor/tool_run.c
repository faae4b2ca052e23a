/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "tool_run.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OUTPUT_MAX ((size_t)64 * 1024)

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void become(const char *const *argv, int out, int failed)
{
	int in = open("/dev/null", O_RDONLY);
	int code;

	/* A group of its own: what a driver starts ends with it. */
	setpgid(0, 0);
	dup2(in, 0);
	dup2(out, 1);
	dup2(out, 2);
	setenv("LC_ALL", "C", 1);
	unsetenv("TRACE_ENABLE");
	execv(argv[0], (char *const *)(uintptr_t)argv);
	code = errno;
	(void)!write(failed, &code, sizeof(code));
	_exit(127);
}

/* Return: false when the time is up. */
static bool read_output(int from, struct csa_buf *output, uint64_t end_ms)
{
	char chunk[4096];

	for (;;) {
		struct pollfd poll_fd = { .fd = from, .events = POLLIN };
		uint64_t now = now_ms();
		ssize_t count;

		if (now >= end_ms || poll(&poll_fd, 1, (int)(end_ms - now)) == 0)
			return false;
		count = read(from, chunk, sizeof(chunk));
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return true;
		if (output->length + (size_t)count <= OUTPUT_MAX)
			csa_buf_add(output, chunk, (size_t)count);
	}
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return CSA_TOOL_NOT_RUN;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int follow(pid_t pid, int out, int failed, struct csa_buf *output)
{
	bool is_over = read_output(out, output, now_ms() + UINT64_C(1000) * CSA_TOOL_TIMEOUT_S);
	int code = 0;
	int status;

	if (!is_over)
		kill(-pid, SIGKILL);
	status = wait_for(pid);
	if (!is_over)
		return CSA_TOOL_TIMED_OUT;
	if (read(failed, &code, sizeof(code)) != (ssize_t)sizeof(code))
		return status;
	errno = code;
	return CSA_TOOL_NOT_RUN;
}

static void close_both(int ends[2])
{
	close(ends[0]);
	close(ends[1]);
}

int csa_tool_run(const char *const *argv, struct csa_buf *output)
{
	int out[2];
	int failed[2];
	int status;
	pid_t pid;

	if (pipe2(out, O_CLOEXEC) != 0)
		return CSA_TOOL_NOT_RUN;
	if (pipe2(failed, O_CLOEXEC | O_NONBLOCK) != 0) {
		close_both(out);
		return CSA_TOOL_NOT_RUN;
	}
	pid = fork();
	if (pid == 0)
		become(argv, out[1], failed[1]);
	if (pid < 0) {
		close_both(out);
		close_both(failed);
		return CSA_TOOL_NOT_RUN;
	}
	close(out[1]);
	close(failed[1]);
	status = follow(pid, out[0], failed[0], output);
	close(out[0]);
	close(failed[0]);
	return status;
}

void csa_tool_line(const struct csa_buf *output, char *line, size_t size)
{
	const char *at = output->data;
	size_t length;

	for (;;) {
		length = strcspn(at, "\n");
		for (size_t i = 0; i < length; i++) {
			if (isalnum((unsigned char)at[i])) {
				length = length < size - 1 ? length : size - 1;
				memcpy(line, at, length);
				line[length] = '\0';
				return;
			}
		}
		if (!at[length])
			break;
		at += length + 1;
	}
	line[0] = '\0';
}
