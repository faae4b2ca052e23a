/* SPDX-License-Identifier: MIT */
/* Where a command writes: to standard output, perhaps through a pager, or to a file. */
#ifndef CSA_CMD_OUTPUT_H
#define CSA_CMD_OUTPUT_H

#include "cmd_pager.h"
#include "err.h"

struct csa_output {
	FILE *file;
	struct csa_terminal terminal; /* zeros for a file */
	struct csa_pager pager;       /* not for a file */
	const char *given;            /* the file as the user named it; NULL: standard output */
	char *path;                   /* what is written in the end */
	char *temporary; /* becomes path; NULL: the file of that path is written itself */
};

/**
 * csa_output_open() - begin to write. @path: NULL: standard output
 *
 * A reader of the file never sees half of it: it is written beside and renamed at the end, when all
 * went well. csa_output_close() also after a failure.
 */
int csa_output_open(struct csa_output *output, const char *path, bool is_paged,
		    struct csa_err *err);

/** csa_output_close() - @rc: of what was written. Return: @rc, or what went wrong at the end. */
int csa_output_close(struct csa_output *output, int rc, struct csa_err *err);

#endif
