/* SPDX-License-Identifier: MIT */
/* Runs a program of the build, such as a compiler, and keeps what it says. */
#ifndef CSA_TOOL_RUN_H
#define CSA_TOOL_RUN_H

#include "buf.h"

#define CSA_TOOL_TIMEOUT_S 60u /* chosen: a compiler on a busy machine takes seconds for one file */
#define CSA_TOOL_NOT_RUN   (-1)
#define CSA_TOOL_TIMED_OUT (-2)

/**
 * csa_tool_run() - run @argv[0], a path, without input and with LC_ALL=C and tracing off.
 * @argv: ends in NULL
 * @output: what it writes to both streams is added, at most 64 KiB
 *
 * Return: its status, 128 + the number of its signal, CSA_TOOL_NOT_RUN (errno says why), or
 * CSA_TOOL_TIMED_OUT.
 */
int csa_tool_run(const char *const *argv, struct csa_buf *output);

/** csa_tool_line() - the first line of @output with a letter in it, cut to @size. */
void csa_tool_line(const struct csa_buf *output, char *line, size_t size);

#endif
