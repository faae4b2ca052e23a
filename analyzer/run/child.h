/* SPDX-License-Identifier: MIT */
/*
 * Runs a program as if it had been started in our place: same descriptors, same terminal, signals
 * passed on. Single-threaded callers only: signals are blocked while the program runs.
 */
#ifndef CSA_CHILD_H
#define CSA_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "err.h"

struct csa_child_result {
	pid_t pid;
	int status;        /* as a shell says it: exit status, or 128 + signal */
	int signal_number; /* 0: it ended by itself */
	bool timed_out;    /* SIGTERM was sent when the time was up */
	bool was_killed;   /* and SIGKILL, CSA_CHILD_GRACE_S later */
};

#define CSA_CHILD_GRACE_S 5u

/**
 * csa_child_run() - start a program and wait for its end.
 * @path: of the file
 * @argv: its arguments, ends in NULL
 * @timeout_s: 0 = none; then SIGTERM, and SIGKILL CSA_CHILD_GRACE_S later, to it and to what it started
 *
 * SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 that a process sends to us are passed on;
 * those of the terminal reach the program anyway.
 *
 * Return: 0 and @result filled; CSA_E_SYSTEM when it could not be started.
 */
int csa_child_run(const char *path, char *const *argv, unsigned timeout_s,
		  struct csa_child_result *result, struct csa_err *err);

#endif
