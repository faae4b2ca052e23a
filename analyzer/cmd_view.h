/* SPDX-License-Identifier: MIT */
/* The options that say how a report is written, for the commands that have all of them. */
#ifndef CSA_CMD_VIEW_H
#define CSA_CMD_VIEW_H

#include "out_format.h"

/* Rows of the option table of a command; @choices: a struct csa_analyze_choices; @no_pager: a bool. */
/* clang-format off */
#define CSA_VIEW_OPTS(choices, no_pager)                                                    \
	{ CSA_OPT_CHOICE, 'f', "format", CSA_OUT_NAMES, "What to write; default text.",     \
	  &(choices).format },                                                              \
	{ CSA_OPT_STRING, 'o', "output", "<file>",                                          \
	  "Write to <file> instead of standard output.", &(choices).output },               \
	{ CSA_OPT_UINT, 'n', "top", "<count>",                                              \
	  "At most <count> functions, stacks or lines; 0 = all. Default 20 as text, 100 "   \
	  "as tree, else all.", &(choices).top },                                           \
	{ CSA_OPT_CHOICE, 's', "sort", "self|incl|calls",                                   \
	  "Order of functions; default self.", &(choices).sort },                           \
	{ CSA_OPT_STRING, 'c', "columns", "<names>",                                        \
	  "Columns of a table for people, as 'calls,self,p95'; a wrong one lists all.",     \
	  &(choices).columns },                                                             \
	{ CSA_OPT_STRING, 0, "min-percent", "<number>",                                     \
	  "Leaves lighter nodes out of a tree; of all time, default 0.5.",                  \
	  &(choices).min_percent },                                                         \
	{ CSA_OPT_LIST, 0, "with", "sites|tree",                                            \
	  "JSON with call sites or the call tree as well.", &(choices).with },              \
	{ CSA_OPT_FLAG, 0, "no-pager", NULL, "Write to the terminal itself.", &(no_pager) }
/* clang-format on */

#endif
