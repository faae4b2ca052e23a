/* SPDX-License-Identifier: MIT */
/* Answers questions about the call graph of files that no build knows: what does F call, and why. */
#ifndef CSA_EXPLORE_H
#define CSA_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

struct csa_explore_input {
	const char *const *paths; /* files and folders */
	uint32_t count;
	const char *function; /* as csa_find_func() takes it; NULL with is_threads: all */
	const char *why;      /* NULL: no path is wanted */
	uint32_t depth;       /* CSA_DEPTH_ALL: no limit */
	bool is_threads;      /* functions that threads begin with, instead of the tree */
	bool is_list;         /* one line a function instead of the tree */
	const char *ctags;    /* "": the scanner does alone */
};

/**
 * csa_explore() - write the answer to @out.
 * @notes: gets a line for each file that could not be read completely
 *
 * The tree shows each function once, below the one that it is nearest to. Return: 0; 1 when @why
 * is not reached; CSA_E_ABSENT when a path or function is not there; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_explore(const struct csa_explore_input *input, struct csa_buf *out, struct csa_buf *notes,
		struct csa_err *err);

#endif
