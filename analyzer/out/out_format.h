/* SPDX-License-Identifier: MIT */
/*
 * Output formats of a report. A format is one file out_<name>.c that ends in one constant; out_table.c
 * lists them.
 */
#ifndef CSA_OUT_FORMAT_H
#define CSA_OUT_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "call_stream.h"
#include "err.h"
#include "report.h"

enum csa_out_wants {
	CSA_OUT_WANTS_TREE = 1u << 0,  /* csa_report.tree */
	CSA_OUT_WANTS_SITES = 1u << 1, /* csa_report.sites */
	CSA_OUT_WANTS_CALLS = 1u << 2, /* open, calls and close instead of write */
};

struct csa_out_options {
	unsigned top;                         /* rows or stacks at most; 0 = all */
	const struct csa_call_filter *filter; /* for words about it; never NULL */
	const char *columns; /* names separated by commas; NULL: those of the format */
	double min_percent;  /* of all time: lighter nodes of a tree are left out */
	unsigned with;       /* enum csa_out_wants: what JSON is to have beside the usual */
	bool merged;         /* calls of all threads by time, not thread by thread */
	/* Of the terminal that it is for; zeros: none. */
	unsigned width; /* columns; lines do not wrap */
	bool has_styles;
};

struct csa_out_format {
	const char *name;
	unsigned wants;       /* enum csa_out_wants */
	bool has_notes;       /* prints the report's notes itself */
	bool is_binary;       /* no text: not for a terminal */
	bool takes_sums;      /* also of captures without stacks, and says what it lacks then */
	unsigned default_top; /* for csa_out_options.top */
	unsigned
		bytes_per_call; /* roughly, for an estimate before much is written; 0: does not grow */
	/**
	 * What can be wrong with the options, asked before anything is read. NULL: nothing; there are no
	 * columns to choose. Return: 0 or CSA_E_USAGE.
	 */
	int (*check)(const struct csa_out_options *options, struct csa_err *err);
	/** Return: 0 or CSA_E_NOMEM. Write errors stay in @out, where the caller finds them. */
	int (*write)(const struct csa_report *report, const struct csa_out_options *options,
		     FILE *out, struct csa_err *err);
	/**
	 * Formats that write while the calls are read. open makes *state, before the capture is read. close
	 * writes what is left and frees it, with the complete report; @report NULL: only free, reading
	 * failed. Return: as write.
	 */
	int (*open)(void **state, const struct csa_out_options *options, FILE *out,
		    struct csa_err *err);
	struct csa_call_ops calls;
	int (*close)(void *state, const struct csa_report *report, struct csa_err *err);
};

/** The names of all formats, separated by '|', for the option's row. */
#define CSA_OUT_NAMES                                                                      \
	"text|json|csv|folded|html|tree|callers|calls|chrome|perfetto|firefox|speedscope|" \
	"callgrind|pprof"

/** csa_out_find() - a format by name, NULL when there is none. */
const struct csa_out_format *csa_out_find(const char *name);

#endif
