/* SPDX-License-Identifier: MIT */
/*
 * block-term COMMAND...: the command with SIGTERM blocked, and so all that it starts: to a program that takes the
 * signal by sigwait() it comes whenever that is, however early it was sent.
 */
#define _POSIX_C_SOURCE 200809L /* sigprocmask */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	sigset_t set;

	if (argc < 2)
		return 2;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
