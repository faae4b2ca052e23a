/* SPDX-License-Identifier: MIT */
/* Runs until it is told to stop by SIGTERM, and says so; with an argument not even then. */
#define _POSIX_C_SOURCE 200809L /* sigwait */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	sigset_t set;
	int signal_number;

	(void)argv;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	while (sigwait(&set, &signal_number) == 0) {
		puts("SIGTERM came");
		(void)fflush(stdout);
		if (argc == 1)
			return 9;
	}
	return 1;
}
