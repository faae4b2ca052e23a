/* SPDX-License-Identifier: MIT */
#include "cmd.h"

#include <stdarg.h>
#include <stdio.h>

#include "cmd_list.h"

const struct csa_cmd *const csa_cmds[] = {
#define X(name) &csa_cmd_##name,
	CSA_CMD_MAP(X)
#undef X
		NULL,
};

int csa_cmd_parse(const struct csa_cmd *cmd, const struct csa_opt *opts, enum csa_opt_mode mode,
		  int argc, char **argv, struct csa_err *err)
{
	bool help;
	int operands = csa_opt_parse(opts, mode, argc, argv, &help, err);

	if (operands < 0 || !help)
		return operands;
	printf("Usage: callsight %s %s\n\n%s\n\nOptions:\n", cmd->name, cmd->usage, cmd->summary);
	csa_opt_print(opts, stdout);
	if (cmd->details)
		printf("\n%s", cmd->details);
	return CSA_CMD_HELPED;
}

void csa_cmd_say(const struct csa_cmd *cmd, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "callsight %s: ", cmd->name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}
