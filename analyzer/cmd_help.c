/* SPDX-License-Identifier: MIT */
/* callsight help: words about a command, as text, man page or completion script. */
#include "cmd_describe.h"

#include <string.h>

const struct csa_cmd *csa_cmd_find(const char *name)
{
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++) {
		if (strcmp((*cmd)->name, name) == 0)
			return *cmd;
	}
	return NULL;
}

void csa_cmd_print_all(FILE *out)
{
	fputs("Usage: callsight <command> [options]\n\n"
	      "Times every call of the functions that you choose.\n\nCommands:\n",
	      out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++)
		fprintf(out, "  %-10s %s\n", (*cmd)->name, (*cmd)->summary);
	fputs("\n'callsight help <command>' says more about one. --version prints the version.\n",
	      out);
}

static int print_help(const struct csa_cmd *about, struct csa_err *err)
{
	char option[] = "--help";
	char *argv[] = { option, NULL };

	if (about)
		return about->run(about, 1, argv, err);
	csa_cmd_print_all(stdout);
	return 0;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	bool wants_man = false;
	const char *shell = NULL;
	const struct csa_opt opts[] = {
		{ CSA_OPT_FLAG, 0, "man", NULL,
		  "Print a man page: of the command, or of callsight.", &wants_man },
		{ CSA_OPT_CHOICE, 0, "completion", "bash|zsh|fish",
		  "Print a completion script for this shell.", &shell },
		{ 0 },
	};
	const struct csa_cmd *about = NULL;
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 1)
		return csa_fail(err, CSA_E_USAGE, "'%s': only one command; see --help", argv[1]);
	if (operands && !(about = csa_cmd_find(argv[0])))
		return csa_fail(err, CSA_E_USAGE, "'%s' is not a command; see 'callsight help'",
				argv[0]);
	if (shell && (about || wants_man))
		return csa_fail(err, CSA_E_USAGE, "--completion stands alone; see --help");
	if (shell)
		csa_describe_completion(shell, stdout);
	else if (wants_man)
		csa_describe_man(about, stdout);
	else
		return print_help(about, err);
	return 0;
}

const struct csa_cmd csa_cmd_help = {
	.name = "help",
	.summary = "Says more about a command.",
	.usage = "[options] [<command>]",
	.details =
		"Without options the same as 'callsight <command> --help'. An installation has the "
		"man\n"
		"pages and the scripts where man and the shells look for them.\n",
	.run = run,
};
