/* SPDX-License-Identifier: MIT */
/*
 * Command-line options as rows. Parsing, range checks, --help and (later) man pages come from the
 * same row. The last row has kind CSA_OPT_END.
 *
 * Long options take their value as "--name value" or "--name=value"; short ones as "-n value" or
 * "-nvalue". "--" ends the options. Options may follow operands unless the command says otherwise.
 */
#ifndef CSA_OPT_H
#define CSA_OPT_H

#include <stdbool.h>
#include <stdio.h>

#include "err.h"

enum csa_opt_kind {
	CSA_OPT_END = 0,
	CSA_OPT_FLAG,     /* bool: set to true */
	CSA_OPT_UINT,     /* unsigned: 0 to 4294967295 */
	CSA_OPT_DURATION, /* uint64_t: ns, see duration.h */
	CSA_OPT_STRING,   /* const char *: the argument itself, the last one wins */
	CSA_OPT_LIST,     /* struct csa_opt_list: every use adds one */
	CSA_OPT_CHOICE,   /* const char *: one of the words in choices, separated by '|' */
};

struct csa_opt_list {
	const char *items[64];
	unsigned count;
};

struct csa_opt {
	enum csa_opt_kind kind;
	char short_name; /* 0: none */
	const char *name;
	const char *value; /* "<count>", or the choices "text|json"; NULL for flags */
	const char *help;  /* one sentence */
	void *target;
};

enum csa_opt_mode {
	CSA_OPT_ANYWHERE = 0,   /* options and operands in any order */
	CSA_OPT_STOP_AT_OPERAND /* the first operand ends the options (callsight run CMD -x) */
};

/**
 * csa_opt_parse() - parse options and move the operands to the front.
 * @argv: without the command's own name; reordered so that operands come first
 * @err: not NULL
 *
 * Return: the number of operands, or CSA_E_USAGE. When --help or -h was given, sets *@help and
 * returns 0.
 */
int csa_opt_parse(const struct csa_opt *opts, enum csa_opt_mode mode, int argc, char **argv,
		  bool *help, struct csa_err *err);

/** csa_opt_print() - the option list of --help, one row an option. */
void csa_opt_print(const struct csa_opt *opts, FILE *out);

#endif
