/* SPDX-License-Identifier: MIT */
/*
 * What is longer than the terminal goes through a pager: $PAGER, or less. Nothing is started until
 * there is a line more than the terminal has, so short answers stand there as without one.
 */
#ifndef CSA_CMD_PAGER_H
#define CSA_CMD_PAGER_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "buf.h"
#include "terminal.h"

struct csa_pager {
	const char *command; /* for the shell; NULL: none is wanted */
	FILE *out;           /* what the caller writes to */
	struct csa_buf held; /* while it still fits on the terminal */
	unsigned width;
	unsigned column; /* where the next character goes */
	unsigned rows_left;
	bool in_escape; /* within the bytes of a style */
	int pipe;       /* to the pager; -1: not started */
	pid_t pid;
};

/**
 * csa_pager_open() - where to write.
 * @terminal: of standard output; NULL: nothing is paged
 *
 * No pager is used when standard output is not a terminal or a dumb one, with NO_PAGER, with PAGER
 * empty or "cat", or when there is none. While one runs, the keyboard's signals are its own.
 *
 * Return: the stream, perhaps stdout itself; for csa_pager_close() only to close.
 */
FILE *csa_pager_open(struct csa_pager *pager, const struct csa_terminal *terminal);

/** csa_pager_close() - write what is left, and wait until the reader has seen it. */
void csa_pager_close(struct csa_pager *pager);

#endif
