/* SPDX-License-Identifier: MIT */
/* One call, or what lies between calls, as a line for people. */
#ifndef CSA_CALL_LINES_H
#define CSA_CALL_LINES_H

#include "call_spool.h"
#include "line_columns.h"
#include "out_format.h"

/** The thread that a line is of. */
struct csa_line_thread {
	const char *label; /* its name and number, for the column "thread" */
	uint32_t tid;
	uint64_t pid;
};

/** What prints lines; it keeps names as they are shown, since there are millions of lines. */
struct csa_call_lines {
	struct csa_line_columns columns;
	struct csa_row_text *rows; /* by row */
	uint32_t row_count;
	struct csa_buf line;
	struct csa_buf text;
	struct csa_buf indent;
};

/**
 * csa_call_lines_init() - with the columns of @options, without them those for one thread or for all.
 *
 * Return: 0 or CSA_E_USAGE. Released by csa_call_lines_release(), also after a failure.
 */
int csa_call_lines_init(struct csa_call_lines *lines, const struct csa_out_options *options,
			struct csa_err *err);
void csa_call_lines_release(struct csa_call_lines *lines);

/** csa_call_lines_print() - the line of an item. Return: 0 or CSA_E_NOMEM. */
int csa_call_lines_print(struct csa_call_lines *lines, const struct csa_report *report,
			 const struct csa_line_thread *thread, const struct csa_spooled *item,
			 FILE *out);

#endif
