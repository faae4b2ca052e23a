/* SPDX-License-Identifier: MIT */
/* What is written from the rows of all commands beside --help: man pages and completion of shells. */
#ifndef CSA_CMD_DESCRIBE_H
#define CSA_CMD_DESCRIBE_H

#include <stdio.h>

#include "cmd.h"

/** csa_describe_man() - the page of callsight (1) or, with @cmd, of one command, in man(7) macros. */
void csa_describe_man(const struct csa_cmd *cmd, FILE *out);

/** csa_describe_completion() - a completion script. @shell: bash, zsh or fish */
void csa_describe_completion(const char *shell, FILE *out);

#endif
