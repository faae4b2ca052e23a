/* SPDX-License-Identifier: MIT */
/*
 * Subcommands of callsight. A subcommand is one file cmd_<name>.c that ends in one constant;
 * cmd.c lists the constants, and help is printed from them.
 */
#ifndef CSA_CMD_H
#define CSA_CMD_H

#include "err.h"
#include "opt.h"

struct csa_cmd {
	const char *name;
	const char *summary; /* one sentence */
	const char *usage;   /* what follows "callsight <name>" */
	const char
		*details; /* may be NULL; printed by --help after the options, ends in a newline */
	/**
	 * @argv: without "callsight <name>"
	 * Return: the exit status (0, 1, or what the command's page says), or a negative enum
	 * csa_errcode with @err set, which main prints and turns into a status.
	 */
	int (*run)(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err);
};

extern const struct csa_cmd *const csa_cmds[]; /* ends in NULL */

/**
 * csa_cmd_parse() - csa_opt_parse() that answers --help itself.
 *
 * Return: the number of operands, CSA_E_USAGE, or CSA_CMD_HELPED when help was printed: the
 * command then returns 0 at once.
 */
int csa_cmd_parse(const struct csa_cmd *cmd, const struct csa_opt *opts, enum csa_opt_mode mode,
		  int argc, char **argv, struct csa_err *err);
#define CSA_CMD_HELPED (-1000)

/**
 * csa_cmd_describe() - have @visit called with the options of @cmd; it does nothing else.
 * @opts: as the command gives them to csa_cmd_parse(); targets are not to be used
 */
void csa_cmd_describe(const struct csa_cmd *cmd,
		      void (*visit)(const struct csa_cmd *cmd, const struct csa_opt *opts,
				    void *data),
		      void *data);

/** csa_cmd_find() - the command of that name, or NULL. */
const struct csa_cmd *csa_cmd_find(const char *name);

/** csa_cmd_print_all() - the list of commands. */
void csa_cmd_print_all(FILE *out);

/** csa_cmd_say() - one line "callsight <command>: <text>" on stderr: notices and warnings. */
void csa_cmd_say(const struct csa_cmd *cmd, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
