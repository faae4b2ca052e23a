/* SPDX-License-Identifier: MIT */
/*
 * Runs a command on a terminal of its own and copies what it says there to standard output, without the
 * carriage returns that a terminal adds:
 *
 *     on-terminal <columns> <rows> <command> [<argument>...]
 *
 * Nothing is typed. The status is the command's.
 */
#define _GNU_SOURCE /* forkpty */
#include <errno.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void copy(int terminal)
{
	char bytes[4096];
	ssize_t count;

	/* EIO: nobody has the other end any more. */
	while ((count = read(terminal, bytes, sizeof(bytes))) > 0 ||
	       (count < 0 && errno == EINTR)) {
		for (ssize_t i = 0; i < count; i++) {
			if (bytes[i] != '\r')
				putchar(bytes[i]);
		}
	}
}

int main(int argc, char **argv)
{
	struct winsize size = { 0 };
	int terminal;
	int status;
	pid_t pid;

	if (argc < 4) {
		fputs("usage: on-terminal <columns> <rows> <command> [<argument>...]\n", stderr);
		return 2;
	}
	size.ws_col = (unsigned short)strtoul(argv[1], NULL, 10);
	size.ws_row = (unsigned short)strtoul(argv[2], NULL, 10);
	pid = forkpty(&terminal, NULL, NULL, &size);
	if (pid < 0) {
		perror("on-terminal: forkpty");
		return 2;
	}
	if (pid == 0) {
		execvp(argv[3], argv + 3);
		perror(argv[3]);
		_exit(127);
	}
	copy(terminal);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return 2;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
