/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fopencookie, pipe2 */
#include "cmd_pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_PAGER "less -FRSX"
#define LESS_OPTIONS  "FRSX" /* for PAGER=less */

static bool is_in_path(const char *program)
{
	const char *path = getenv("PATH");
	bool found = false;

	while (path && *path && !found) {
		size_t length = strcspn(path, ":");
		char file[4096];

		if (snprintf(file, sizeof(file), "%.*s/%s", (int)length, path, program) <
		    (int)sizeof(file))
			found = access(file, X_OK) == 0;
		path += length + (path[length] == ':');
	}
	return found;
}

static const char *choose_command(const struct csa_terminal *terminal)
{
	const char *no_pager = getenv("NO_PAGER");
	const char *pager = getenv("PAGER");

	if (!terminal || !terminal->is_terminal || terminal->is_dumb || (no_pager && *no_pager))
		return NULL;
	if (pager)
		return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
	return is_in_path("less") ? DEFAULT_PAGER : NULL;
}

/* In the child. */
static void become_pager(const char *command, int input)
{
	char shell[] = "sh";
	char option[] = "-c";
	char *const arguments[] = { shell, option, (char *)(uintptr_t)command, NULL };

	if (dup2(input, STDIN_FILENO) >= 0) {
		setenv("LESS", LESS_OPTIONS, 0);
		execv("/bin/sh", arguments);
	}
	_exit(127);
}

static void start(struct csa_pager *pager)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return;
	fflush(stdout);
	pager->pid = fork();
	if (pager->pid == 0)
		become_pager(pager->command, ends[0]);
	close(ends[0]);
	if (pager->pid < 0) {
		close(ends[1]);
		return;
	}
	pager->pipe = ends[1];
	/* The pager handles the keys; a reader who leaves it early is no failure. */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
}

/* To the pager, or to the terminal when none could be started. Return: 0 or -1. */
static int pass_on(struct csa_pager *pager, const char *bytes, size_t count)
{
	int to = pager->pipe >= 0 ? pager->pipe : STDOUT_FILENO;
	size_t done = 0;

	while (done < count) {
		ssize_t n = write(to, bytes + done, count - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1; /* a reader who has left the pager, mostly */
		done += (size_t)n;
	}
	return 0;
}

/* Takes the place of @byte on the terminal. Return: false: it has no room for it. */
static bool fits(struct csa_pager *pager, char byte)
{
	if (pager->in_escape || byte == '\033') {
		pager->in_escape = byte != 'm'; /* only styles are written */
		return true;
	}
	if (byte == '\n') {
		pager->column = 0;
		return pager->rows_left && --pager->rows_left;
	}
	if (((unsigned char)byte & 0xc0) == 0x80)
		return true;
	if (pager->column++ < pager->width)
		return true;
	pager->column = 1;
	return pager->rows_left && --pager->rows_left;
}

static ssize_t write_held(void *cookie, const char *bytes, size_t count)
{
	struct csa_pager *pager = cookie;
	bool has_room = true;

	if (!pager->rows_left)
		return pass_on(pager, bytes, count) < 0 ? 0 : (ssize_t)count;
	for (size_t i = 0; i < count && has_room; i++)
		has_room = fits(pager, bytes[i]);
	csa_buf_add(&pager->held, bytes, count);
	if (has_room && !pager->held.failed)
		return (ssize_t)count;
	pager->rows_left = 0;
	start(pager);
	if (pass_on(pager, pager->held.data, pager->held.length) < 0)
		return 0;
	csa_buf_release(&pager->held);
	return (ssize_t)count;
}

FILE *csa_pager_open(struct csa_pager *pager, const struct csa_terminal *terminal)
{
	const cookie_io_functions_t functions = { .write = write_held };

	*pager = (struct csa_pager){ .command = choose_command(terminal),
				     .pipe = -1,
				     .out = stdout };
	csa_buf_init(&pager->held);
	if (!pager->command)
		return stdout;
	pager->width = terminal->columns;
	pager->rows_left = terminal->rows;
	pager->out = fopencookie(pager, "w", functions);
	if (!pager->out)
		pager->out = stdout;
	return pager->out;
}

void csa_pager_close(struct csa_pager *pager)
{
	if (pager->out == stdout)
		return;
	fclose(pager->out);
	if (pager->pipe >= 0) {
		close(pager->pipe);
		while (waitpid(pager->pid, NULL, 0) < 0 && errno == EINTR)
			;
	} else {
		fwrite(pager->held.data, 1, pager->held.length, stdout);
	}
	csa_buf_release(&pager->held);
}
