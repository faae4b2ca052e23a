/* SPDX-License-Identifier: MIT */
/* callsight: finds the subcommand, runs it, turns its result into an exit status. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "version.h"

static void print_usage(FILE *out)
{
	fputs("Usage: callsight <command> [options]\n\n"
	      "Times every call of the functions that you choose.\n\nCommands:\n",
	      out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++)
		fprintf(out, "  %-10s %s\n", (*cmd)->name, (*cmd)->summary);
	fputs("\n'callsight <command> --help' says more about one. --version prints the version.\n",
	      out);
}

static const struct csa_cmd *find(const char *name)
{
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++) {
		if (strcmp((*cmd)->name, name) == 0)
			return *cmd;
	}
	return NULL;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv)
{
	struct csa_err err = { 0 };
	int status = cmd->run(cmd, argc, argv, &err);

	if (status < 0) {
		fflush(stdout);
		fprintf(stderr, "callsight %s: %s\n", cmd->name,
			err.code ? err.msg : csa_err_text(status));
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
		print_usage(stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    (strcmp(argv[1], "help") == 0 && argc == 2)) {
		print_usage(stdout);
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("callsight " CSA_VERSION);
		return 0;
	}
	if (strcmp(argv[1], "help") == 0) {
		char option[] = "--help";
		char *help[] = { option, NULL };

		cmd = find(argv[2]);
		if (cmd)
			return run(cmd, 1, help);
		argv++;
	}
	cmd = find(argv[1]);
	if (!cmd) {
		fprintf(stderr, "callsight: '%s' is not a command; see 'callsight --help'\n",
			argv[1]);
		return 2;
	}
	return run(cmd, argc - 2, argv + 2);
}
