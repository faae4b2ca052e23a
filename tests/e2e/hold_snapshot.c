/* SPDX-License-Identifier: MIT */
/*
 * hold_snapshot COUNT BYTES PROGRAM ARG...: runs the program, and holds its first thread in the middle of the snapshots
 * 1 to COUNT that this thread writes below traces: when more than BYTES of blocks are in the file. The file held-<n>
 * is made then, with the program's process id; where the file go-on-<n> is, the thread goes on. Other threads are not
 * held. Ends with the status of the program, 128+n for a signal; 124: a snapshot was not written, nobody let it go on,
 * or it was not reached.
 *
 * It follows the thread by ptrace and looks at the file after each of its system calls.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SYSTEM_CALL   (SIGTRAP | 0x80) /* PTRACE_O_TRACESYSGOOD */
#define WAIT_AT_LEAST 100 /* seconds: a program that goes on takes less on any machine */

static pid_t child;

static void die(const char *what)
{
	fprintf(stderr, "hold_snapshot: %s\n", what);
	if (child > 0)
		kill(child, SIGKILL);
	exit(124);
}

static void end_like(int status)
{
	exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

/* The blocks of snapshot @number that are in its file, which is there as long as it is written. */
static long long written(long number)
{
	char pattern[80];
	struct stat file = { 0 };
	glob_t found;

	snprintf(pattern, sizeof(pattern), "traces/*/snapshot-%ld.part/blocks-0.0.cst", number);
	if (glob(pattern, 0, NULL, &found) == 0)
		(void)stat(found.gl_pathv[0], &file);
	globfree(&found);
	return (long long)file.st_size;
}

/* Lets the child run up to its next system call, or behind it. */
static void resume(void)
{
	int signal = 0;
	int status = 0;

	do {
		if (ptrace(PTRACE_SYSCALL, child, NULL, signal) != 0 ||
		    waitpid(child, &status, 0) != child)
			die("the program cannot be followed");
		if (!WIFSTOPPED(status)) {
			if (WIFSIGNALED(status))
				end_like(status);
			die("the program ended before a snapshot had grown as large");
		}
		signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
	} while (signal != SYSTEM_CALL);
}

static void hold(long number)
{
	struct timespec moment = { 0, 1000000 };
	char name[32];
	char made[40];
	int status;
	FILE *file;

	snprintf(name, sizeof(name), "held-%ld", number);
	snprintf(made, sizeof(made), "%s.part", name);
	file = fopen(made, "w");
	if (!file || fprintf(file, "%d\n", (int)child) < 0 || fclose(file) != 0 ||
	    rename(made, name) != 0)
		die(name);
	snprintf(name, sizeof(name), "go-on-%ld", number);
	for (int i = 0; i < WAIT_AT_LEAST * 1000; i++) {
		if (access(name, F_OK) == 0)
			return;
		if (waitpid(child, &status, WNOHANG) == child)
			end_like(status);
		nanosleep(&moment, NULL);
	}
	die("nobody let it go on");
}

int main(int argc, char **argv)
{
	int status = 0;

	if (argc < 4)
		return 2;
	child = fork();
	if (child == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[3], argv + 3);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
		die(argv[3]);
	ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD);
	for (long n = 1; n <= strtol(argv[1], NULL, 10); n++) {
		while (written(n) <= strtoll(argv[2], NULL, 10))
			resume();
		hold(n);
	}
	ptrace(PTRACE_DETACH, child, NULL, NULL);
	if (waitpid(child, &status, 0) != child)
		die("waitpid");
	end_like(status);
}
