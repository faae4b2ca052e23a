/* SPDX-License-Identifier: MIT */
/* Operands that are paths, of which there can be more than a command line holds. */
#ifndef CSA_CMD_PATHS_H
#define CSA_CMD_PATHS_H

#include <stddef.h>

#include "err.h"

struct csa_paths {
	char **items; /* on the heap, as each of them */
	size_t count;
};

/**
 * csa_paths_read() - operands, and the lines of a file behind them.
 * @operands: @count of them, copied
 * @file: one path a line, empty lines are passed over; "-": standard input; NULL: none
 *
 * Return: 0, CSA_E_ABSENT, CSA_E_IO, CSA_E_NOMEM; csa_paths_release() after all of them.
 */
int csa_paths_read(struct csa_paths *paths, char **operands, size_t count, const char *file,
		   struct csa_err *err);
void csa_paths_release(struct csa_paths *paths);

/* The row of the option table of a command. */
#define CSA_PATHS_OPT(target)                                                                   \
	{                                                                                       \
		CSA_OPT_STRING, 0, "files-from", "<file>",                                      \
			"Read more of them from <file>, one path a line; - is standard input.", \
			&(target)                                                               \
	}

#endif
