/* SPDX-License-Identifier: MIT */
/*
 * Runs a command on a terminal of its own and copies what it says there to standard output, without the
 * carriage returns that a terminal adds, and without what callsight says of its progress after a second, which a
 * busy machine may take for anything:
 *
 *     on-terminal <columns> <rows> <command> [<argument>...]
 *
 * Nothing is typed. The status is the command's.
 */
#define _GNU_SOURCE /* forkpty */
#include <errno.h>
#include <pty.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WIPE "\033[K" /* to the end of the line */

/* What follows a carriage return up to WIPE, or to what cannot be progress. */
struct held {
	char text[80];
	size_t length;
	bool is_open;
	bool is_progress_shown;
};

static void let_go(struct held *held)
{
	fwrite(held->text, 1, held->length, stdout);
	held->length = 0;
	held->is_open = false;
}

/* It has come to its WIPE: is it progress, or what takes it away again? */
static void judge(struct held *held)
{
	const bool is_progress = strstr(held->text, " MB read (") != NULL;

	if (is_progress || (held->is_progress_shown && strcmp(held->text, WIPE) == 0)) {
		held->is_progress_shown = is_progress;
		held->length = 0;
	}
	let_go(held);
}

static void take(struct held *held, char byte)
{
	if (byte == '\r') {
		let_go(held);
		held->is_open = true;
		return;
	}
	held->text[held->length++] = byte;
	held->text[held->length] = '\0';
	if (held->is_open && strstr(held->text, WIPE))
		judge(held);
	else if (!held->is_open || byte == '\n' || held->length + 1 == sizeof(held->text))
		let_go(held);
}

static void copy(int terminal)
{
	struct held held = { .is_open = false };
	char bytes[4096];
	ssize_t count;

	/* EIO: nobody has the other end any more. */
	while ((count = read(terminal, bytes, sizeof(bytes))) > 0 ||
	       (count < 0 && errno == EINTR)) {
		for (ssize_t i = 0; i < count; i++)
			take(&held, bytes[i]);
	}
	let_go(&held);
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
