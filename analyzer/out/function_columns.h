/* SPDX-License-Identifier: MIT */
/* The columns of the table of functions. */
#ifndef CSA_FUNCTION_COLUMNS_H
#define CSA_FUNCTION_COLUMNS_H

#include "report.h"
#include "text_columns.h"

/** All of them; the end has no name. Those in ns have the names of the JSON report's keys. */
extern const struct csa_text_column csa_function_columns[];

/** Those that are there when none are chosen. */
#define CSA_FUNCTION_COLUMNS_DEFAULT \
	"function,calls,self%,self,incl,avg,p50,p99,max,probe,file:line"

/** csa_add_function_cell() - what a function has in a column. */
void csa_add_function_cell(struct csa_buf *buf, const struct csa_report *report,
			   const struct csa_report_row *row, unsigned column);

/** csa_function_cell_is_unstable() - a percentile of too few calls, which the cell marks by "~". */
bool csa_function_cell_is_unstable(const struct csa_report_row *row, unsigned column);

/** csa_add_place() - "folder/file:line" of a function, else its module; nothing when not known. */
void csa_add_place(struct csa_buf *buf, const struct csa_report *report,
		   const struct csa_row_name *name);

/** csa_add_share() - percent, one decimal. */
void csa_add_share(struct csa_buf *buf, uint64_t part, uint64_t whole);

#endif
