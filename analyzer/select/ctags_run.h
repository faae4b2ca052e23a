/* SPDX-License-Identifier: MIT */
/*
 * Running Universal Ctags beside ourselves: files are handed over while others are still being
 * read, and their tags are fetched at the end. Several processes, so that all CPUs have work.
 */
#ifndef CSA_CTAGS_RUN_H
#define CSA_CTAGS_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "buf.h"
#include "err.h"

#define CSA_CTAGS_LANES 2u /* processes a language; more do not help on 2 CPUs (measured) */

struct csa_ctags_lane {
	pid_t pid;           /* 0: not started */
	int in;              /* our end of its standard input */
	int out;             /* an unlinked file: its standard output */
	struct csa_buf list; /* file names, one a line */
	size_t sent;         /* bytes of list */
	bool is_broken;      /* it does not read any more */
};

struct csa_ctags_run {
	const char *program;
	struct csa_ctags_lane lanes[2][CSA_CTAGS_LANES]; /* C, C++ */
	uint32_t fed[2];
	struct csa_err err; /* of a start that failed; nothing is fed any more */
};

/** csa_ctags_begin() - nothing is started before the first file. @program must stay. */
void csa_ctags_begin(struct csa_ctags_run *run, const char *program);

/** csa_ctags_feed() - hand over one file. Never waits. @path: without a newline in it. */
void csa_ctags_feed(struct csa_ctags_run *run, const char *path, bool is_cxx);

/**
 * csa_ctags_end() - wait for all tags and append them to @out, in no order but file by file.
 *
 * Return: 0; CSA_E_ABSENT when the program is not there; CSA_E_SYSTEM when it failed; CSA_E_NOMEM.
 */
int csa_ctags_end(struct csa_ctags_run *run, struct csa_buf *out, struct csa_err *err);

/** csa_ctags_identity() - a number that changes when another program would run; 0: none would. */
uint64_t csa_ctags_identity(const char *program);

#endif
