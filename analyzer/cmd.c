/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* vasprintf */
#include "cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_list.h"
#include "terminal_text.h"

const struct csa_cmd *const csa_cmds[] = {
#define X(name) &csa_cmd_##name,
	CSA_CMD_MAP(X)
#undef X
		NULL,
};

/* Who asks for options only: commands have them on their stack, so the way to them is to run it. */
static struct {
	void (*visit)(const struct csa_cmd *cmd, const struct csa_opt *opts, void *data);
	void *data;
} describing;

void csa_cmd_describe(const struct csa_cmd *cmd,
		      void (*visit)(const struct csa_cmd *cmd, const struct csa_opt *opts,
				    void *data),
		      void *data)
{
	char *argv[] = { NULL };
	struct csa_err err = { 0 };

	describing.visit = visit;
	describing.data = data;
	cmd->run(cmd, 0, argv, &err);
	describing.visit = NULL;
}

int csa_cmd_parse(const struct csa_cmd *cmd, const struct csa_opt *opts, enum csa_opt_mode mode,
		  int argc, char **argv, struct csa_err *err)
{
	bool help;
	int operands;

	if (describing.visit) {
		describing.visit(cmd, opts, describing.data);
		return CSA_CMD_HELPED;
	}
	operands = csa_opt_parse(opts, mode, argc, argv, &help, err);
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
	char *text;
	va_list ap;
	int length;

	va_start(ap, fmt);
	length = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (length < 0)
		text = NULL;
	fprintf(stderr, "callsight %s: ", cmd->name);
	csa_print_terminal_text(stderr, text ? text : "out of memory for a message");
	fputc('\n', stderr);
	free(text);
}
