/* SPDX-License-Identifier: MIT */
/*
 * Output formats of a report. A format is one file out_<name>.c that ends in one constant; out_table.c
 * lists them.
 */
#ifndef CSA_OUT_FORMAT_H
#define CSA_OUT_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "err.h"
#include "report.h"

struct csa_out_options {
	unsigned top; /* rows or stacks at most; 0 = all */
};

struct csa_out_format {
	const char *name;
	bool wants_tree;      /* needs csa_report_options.wants_tree */
	bool has_notes;       /* prints the report's notes itself */
	unsigned default_top; /* for csa_out_options.top */
	/** Return: 0 or CSA_E_NOMEM. Write errors stay in @out, where the caller finds them. */
	int (*write)(const struct csa_report *report, const struct csa_out_options *options,
		     FILE *out, struct csa_err *err);
};

/** The names of all formats, separated by '|', for the option's row. */
#define CSA_OUT_NAMES "text|json|folded"

/** csa_out_find() - a format by name, NULL when there is none. */
const struct csa_out_format *csa_out_find(const char *name);

#endif
