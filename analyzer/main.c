/* SPDX-License-Identifier: MIT */
/* callsight: finds the subcommand, runs it, turns its result into an exit status. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "terminal_text.h"
#include "version.h"

static int run(const struct csa_cmd *cmd, int argc, char **argv)
{
	struct csa_err err = { 0 };
	int status = cmd->run(cmd, argc, argv, &err);

	if (status < 0) {
		fflush(stdout);
		csa_cmd_say(cmd, "%s", err.code ? err.msg : csa_err_text(status));
		status = csa_err_exit_status(status);
	}
	/* A full disk or a closed pipe behind stdout must not look like success. */
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "callsight %s: writing to standard output: %s\n", cmd->name,
			strerror(errno));
		status = status ? status : 3;
	}
	return status;
}

int main(int argc, char **argv)
{
	const struct csa_cmd *cmd;

	if (argc < 2) {
		csa_cmd_print_all(stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		csa_cmd_print_all(stdout);
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("callsight " CSA_VERSION);
		return 0;
	}
	cmd = csa_cmd_find(argv[1]);
	if (!cmd) {
		fputs("callsight: '", stderr);
		csa_print_terminal_text(stderr, argv[1]);
		fputs("' is not a command; see 'callsight help'\n", stderr);
		return 2;
	}
	return run(cmd, argc - 2, argv + 2);
}
