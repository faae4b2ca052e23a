/* SPDX-License-Identifier: MIT */
/* A report, made and printed: what "analyze" and "run" have in common. */
#ifndef CSA_CMD_ANALYZE_H
#define CSA_CMD_ANALYZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd.h"
#include "cmd_filter.h"
#include "cmd_symbols.h"

struct csa_analyze_choices {
	const char *format;  /* one of CSA_OUT_NAMES */
	const char *output;  /* file; NULL: standard output */
	const char *partial; /* file for a partial report, which is written instead; NULL: none */
	const char *sort;    /* "self", "incl" or "calls" */
	unsigned top;        /* functions or stacks at most; 0: all */
	const char *columns; /* names separated by commas; NULL: the format's */
	const char *min_percent;  /* a number; of all time, for the tree */
	struct csa_opt_list with; /* parts of a JSON report that it has on request only */
	bool merged;              /* calls of all threads by time */
	bool is_paged;            /* on a terminal, what is longer than it goes through a pager */
	bool all;                 /* every run of the folder, not only the newest */
	const char *const *dirs;  /* folders, in place of the one given; NULL: not given */
	size_t dir_count;
	const char *const *parts; /* partial reports in place of captures; NULL: not given */
	size_t part_count;
	const char *const *process_dirs; /* instead: exactly these, oldest first; NULL: not given */
	size_t process_dir_count;
	bool is_followed;     /* while the processes run, then at the end */
	uint64_t interval_ns; /* from one of these reports to the next */
	struct csa_symbol_choices symbols;
	struct csa_filter_choices filter;
	bool subtracts_overhead;
};

#define CSA_ANALYZE_TOP_OF_FORMAT UINT32_MAX /* for top: what the format has as default */
#define CSA_ANALYZE_DEFAULTS                                                        \
	{                                                                           \
		.format = "text", .sort = "self", .top = CSA_ANALYZE_TOP_OF_FORMAT, \
		.min_percent = "0.5", .interval_ns = 250000000                      \
	}

/**
 * csa_analyze() - read captures, print their report, and say on stderr what is wrong with them.
 * @dir: the folder of captures, also named in messages
 *
 * Return: the exit status, 0 or 3; CSA_E_ABSENT when nothing was recorded; other enum csa_errcode.
 */
int csa_analyze(const struct csa_cmd *cmd, const struct csa_analyze_choices *choices,
		const char *dir, struct csa_err *err);

#endif
