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

/** csa_call_columns_choose() - from options, without them those for one thread or for all. */
int csa_call_columns_choose(struct csa_line_columns *columns, const struct csa_out_options *options,
			    struct csa_err *err);

/** csa_print_call_line() - the line of an item. */
void csa_print_call_line(const struct csa_line_columns *columns, const struct csa_report *report,
			 const struct csa_line_thread *thread, const struct csa_spooled *item,
			 FILE *out);

#endif
